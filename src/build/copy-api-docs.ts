import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants } from 'node:zlib'

const source = fileURLToPath(new URL('../../node_modules/swagger-ui-dist/', import.meta.url))

/** Quality 6, because the highest quality takes seconds in every build, for a page that few developers open. */
const quickly = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }

/** Copies the two files of `/docs/api`, because a production install does not have the package. */
export async function copyApiDocs(webFolder: string): Promise<void> {
  const target = join(webFolder, 'docs')
  await rm(target, { recursive: true, force: true })
  await mkdir(target, { recursive: true })
  for (const name of ['swagger-ui.css', 'swagger-ui-bundle.js']) {
    await copyFile(join(source, name), join(target, name))
    const bytes = await readFile(join(source, name))
    await writeFile(join(target, `${name}.br`), brotliCompressSync(bytes, quickly))
  }
}
