import { readFile } from 'node:fs/promises'
import type { ViteDevServer } from 'vite'
import type { Assets, RenderPage } from './entry-server.tsx'

export type Pages = {
  load: () => Promise<{ renderPage: RenderPage; catalogueLanguages: string[]; assets: Assets }>
  isDevelopment: boolean
}

type Chunk = { file: string; css?: string[]; imports?: string[]; isEntry?: boolean; src?: string }
type ViteManifest = Record<string, Chunk>

const root = new URL('../../', import.meta.url)

/** Pages as built by `npm run build`. */
export async function builtPages(): Promise<Pages> {
  const manifest = JSON.parse(await readFile(new URL('dist/web/.vite/manifest.json', root), 'utf8')) as ViteManifest
  const module = await import(new URL('dist/ssr/entry-server.js', root).href)
  const loaded = { ...module, assets: readAssets(manifest) }
  return { load: async () => loaded, isDevelopment: false }
}

export function readAssets(manifest: ViteManifest): Assets {
  const entry = manifest['src/app/entry-client.tsx']
  if (!entry) throw new Error('The build has no entry: run `npm run build`.')
  const shared = collectFiles(manifest, 'src/app/entry-client.tsx')
  const styles = Object.values(manifest).flatMap((chunk) =>
    chunk.file.endsWith('.css') ? [chunk.file] : (chunk.css ?? []),
  )
  const chunks = new Map<string, string[]>()
  return {
    entry: `/${entry.file}`,
    styles: [...new Set(styles)].map((file) => `/${file}`),
    preloads: [...shared].filter((file) => file !== entry.file).map((file) => `/${file}`),
    // Every page asks this about every page, and a build never changes.
    chunksOf: (page) => {
      const files = chunks.get(page) ?? [...collectFiles(manifest, page)].filter((file) => !shared.has(file))
      chunks.set(page, files)
      return files.map((file) => `/${file}`)
    },
  }
}

function collectFiles(manifest: ViteManifest, key: string, files = new Set<string>()): Set<string> {
  const chunk = manifest[key]
  if (!chunk || files.has(chunk.file)) return files
  files.add(chunk.file)
  for (const imported of chunk.imports ?? []) collectFiles(manifest, imported, files)
  return files
}

/** Pages straight from source, reloaded on every change. */
export function sourcePages(vite: ViteDevServer): Pages {
  const assets: Assets = {
    entry: '/src/app/entry-dev.ts',
    styles: ['/src/web/styles/index.css?direct'],
    preloads: [],
    chunksOf: () => [],
  }
  return {
    isDevelopment: true,
    load: async () => {
      const module = await vite.ssrLoadModule('/src/app/entry-server.tsx')
      return { renderPage: module.renderPage, catalogueLanguages: module.catalogueLanguages, assets }
    },
  }
}
