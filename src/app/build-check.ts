import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { readAssets } from './pages.ts'

// Runs after `vite build`: compresses the assets once, and holds the page weights to their budgets.

const webFolder = new URL('../../dist/web/', import.meta.url).pathname
const kilobyte = 1000
const budgets = { screenJavaScript: 130 * kilobyte, css: 20 * kilobyte, widgetJavaScript: 20 * kilobyte }

const sizes = new Map<string, number>()
const built = (await readdir(join(webFolder, 'assets'))).map((name) => `assets/${name}`)
for (const name of ['widget.js', ...built]) {
  if (!/\.(?:js|css|svg|json)$/.test(name)) continue
  const path = join(webFolder, name)
  const bytes = await readFile(path)
  const brotli = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })
  await writeFile(`${path}.br`, brotli)
  await writeFile(`${path}.gz`, gzipSync(bytes, { level: 9 }))
  sizes.set(`/${name}`, brotli.length)
}

const manifest = JSON.parse(await readFile(join(webFolder, '.vite/manifest.json'), 'utf8'))
const assets = readAssets(manifest)
const total = (files: string[]) => files.reduce((sum, file) => sum + (sizes.get(file) ?? 0), 0)
const shell = [assets.entry, ...assets.preloads]
// The gallery is for developers and shows everything at once.
const pages = Object.keys(manifest).filter((key) => key.endsWith('-page.tsx') && !key.includes('/gallery/'))

const problems: string[] = []
const rows: [name: string, bytes: number, budget: number][] = [
  ['style sheet', total(assets.styles), budgets.css],
  ['shell JavaScript', total(shell), budgets.screenJavaScript],
  ['widget.js', total(['/widget.js']), budgets.widgetJavaScript],
]
for (const page of pages) {
  rows.push([
    page.replace(/^src\/features\//, ''),
    total([...shell, ...assets.chunksOf(page)]),
    budgets.screenJavaScript,
  ])
}
for (const [name, bytes, budget] of rows) {
  console.log(`${(bytes / kilobyte).toFixed(1).padStart(7)} kB of ${budget / kilobyte}  ${name}`)
  if (bytes > budget) problems.push(`${name} is over its budget`)
}
if (pages.length === 0) problems.push('no page was found in the build')
if (problems.length > 0) {
  console.error(problems.join('\n'))
  process.exit(1)
}
