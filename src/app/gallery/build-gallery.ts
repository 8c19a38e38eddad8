import { globSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { buildTarget } from '#build/browsers.ts'
import { projectFolder } from '#server/project-folder.ts'

const root = fileURLToPath(projectFolder)
const target = join(root, 'dist/gallery')

/**
 * Lists the pages of one half of the gallery. A file `gallery-x.tsx` becomes a page `x.html`. The file of the frame
 * around the parts is left out.
 */
export function listGroups(half: 'shop' | 'console'): string[] {
  const folder = half === 'shop' ? 'web' : 'console'
  return globSync(`src/features/gallery/${folder}/gallery-*.tsx`, { cwd: root })
    .map((file) => basename(file, '.tsx').slice('gallery-'.length))
    .filter((name) => name !== 'page')
    .toSorted()
}

/** Builds pages that need no server. The script of a page is not a module, so it can be loaded from a folder. */
async function buildHalf(half: 'shop' | 'console', groups: string[]): Promise<void> {
  const folder = join(target, half)
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    base: './',
    plugins: [react()],
    publicDir: false,
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: buildTarget,
      cssCodeSplit: false,
      rolldownOptions: {
        input: join(root, `src/app/gallery/${half}-parts.tsx`),
        output: {
          format: 'iife',
          entryFileNames: 'parts.js',
          assetFileNames: 'assets/[name][extname]',
          codeSplitting: false,
        },
      },
    },
  })
  for (const group of groups) {
    const body = `<div id="parts" data-group="${group}"></div>\n<script src="parts.js"></script>`
    await writeFile(join(folder, `${group}.html`), writePage(`${half}: ${group}`, 'assets/style.css', body))
  }
}

function writePage(title: string, styles: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${styles}">
<body>
${body}
</html>
`
}

function writeIndex(halves: Record<string, string[]>): string {
  const lists = Object.entries(halves).map(([half, groups]) => {
    const rows = groups.map(
      (group) =>
        `<li><a href="${half}/${group}.html">${group}</a> · <a href="${half}/${group}.html?dir=rtl">right to left</a></li>`,
    )
    return `<h2>${half}</h2>\n<ul>\n${rows.join('\n')}\n</ul>`
  })
  const words = '<p>Every part in every state. Light or dark follows your system.</p>'
  return writePage(
    'Components and states',
    'shop/assets/style.css',
    `<main>\n<h1>Components and states</h1>\n${words}\n${lists.join('\n')}\n</main>`,
  )
}

if (import.meta.main) {
  const halves = { shop: listGroups('shop'), console: listGroups('console') }
  await rm(target, { recursive: true, force: true })
  await mkdir(target, { recursive: true })
  await buildHalf('shop', halves.shop)
  await buildHalf('console', halves.console)
  await writeFile(join(target, 'index.html'), writeIndex(halves))
  console.log(`The gallery is at ${join(target, 'index.html')}`)
}
