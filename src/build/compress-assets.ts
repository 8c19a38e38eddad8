import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { readBounds } from '#server/http/limits/bounds.ts'
import { copyApiDocs } from './copy-api-docs.ts'
import { removeOldAssets } from './old-assets.ts'

// Runs after `vite build`. Immutable files are compressed once with the strongest level, instead of for each visitor.

const webFolder = fileURLToPath(new URL('../../dist/web/', import.meta.url))
const old = await removeOldAssets(webFolder, new Date(), readBounds(process.env))
const files = await readdir(webFolder, { recursive: true })
await copyApiDocs(webFolder)
// Files of older builds were compressed with their build.
await Promise.all(
  files
    .filter((name) => /\.(?:js|css|svg|json)$/.test(name) && !old.has(name) && !/^(?:docs|\.vite)\//.test(name))
    .map(compressFile),
)

async function compressFile(name: string): Promise<void> {
  const path = join(webFolder, name)
  const bytes = await readFile(path)
  const [small, smaller] = await Promise.all([
    promisify(gzip)(bytes, { level: 9 }),
    // The default is the highest quality.
    promisify(brotliCompress)(bytes),
  ])
  await Promise.all([writeFile(`${path}.gz`, small), writeFile(`${path}.br`, smaller)])
}
