import { readFile } from 'node:fs/promises'
import type { ViteDevServer } from 'vite'
import { type Assets, readAssets } from '#build/built-assets.ts'
import { projectFolder } from '#server/project-folder.ts'
import type { FindGuestPage, RenderPage } from './entry-server.tsx'

export type Pages = {
  load: () => Promise<{
    renderPage: RenderPage
    findGuestPage: FindGuestPage
    catalogueLanguages: string[]
    assets: Assets
  }>
  isDevelopment: boolean
}

/** Pages as built by `npm run build`. */
export async function builtPages(): Promise<Pages> {
  const manifest = JSON.parse(await readFile(new URL('dist/web/.vite/manifest.json', projectFolder), 'utf8'))
  const module = await import(new URL('dist/ssr/entry-server.js', projectFolder).href)
  const loaded = { ...module, assets: readAssets(manifest) }
  return { load: async () => loaded, isDevelopment: false }
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
      const { renderPage, catalogueLanguages } = await vite.ssrLoadModule('/src/app/entry-server.tsx')
      // Whoever works on a page wants to see it as it is now.
      return { renderPage, catalogueLanguages, findGuestPage: () => null, assets }
    },
  }
}
