import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants } from 'node:zlib'

const source = fileURLToPath(new URL('../../node_modules/@scalar/api-reference/', import.meta.url))

/** What `/docs/api` loads, copied to where files are served from: the package itself stays with the tools. */
export async function copyApiDocs(webFolder: string): Promise<void> {
  const target = join(webFolder, 'docs')
  const { version } = JSON.parse(await readFile(join(source, 'package.json'), 'utf8'))
  const note = join(target, 'version.txt')
  if ((await readFile(note, 'utf8').catch(() => '')) === version) return
  await rm(target, { recursive: true, force: true })
  await mkdir(target, { recursive: true })
  const browser = join(source, 'dist/browser')
  // The other bundle is the same in one file; maps are five times the code.
  const isNeeded = (path: string) => !path.endsWith('.map') && basename(path) !== 'standalone.js'
  await cp(browser, target, { recursive: true, filter: isNeeded })
  for (const name of await readdir(target, { recursive: true })) {
    if (name.endsWith('.js')) await compress(join(target, name))
  }
  await writeFile(note, version)
}

/** Not as small as can be: four megabytes for a few developers are not worth ten seconds of every build. */
async function compress(path: string): Promise<void> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 6 }
  await writeFile(`${path}.br`, brotliCompressSync(await readFile(path), { params }))
}
