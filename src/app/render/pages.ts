import { readFile } from 'node:fs/promises'
import type { ViteDevServer } from 'vite'
import { type Assets, readAssets } from '#build/built-assets.ts'
import { projectFolder } from '#server/project-folder.ts'
import type { RenderConsole, RenderStaffPage } from '../console/entry-server.tsx'
import type { FindGuestPage, RenderPage } from './entry-server.tsx'

export type Pages = {
  load: () => Promise<{
    renderPage: RenderPage
    findGuestPage: FindGuestPage
    catalogueLanguages: ReadonlySet<string>
    assets: Assets
  }>
  isDevelopment: boolean
  /** Absent in tests of the shop alone. */
  console?: ConsolePages
}

/** The screens of staff. The code of the screens is loaded at the first request. */
export type ConsolePages = {
  load: () => Promise<{ renderConsole: RenderConsole; renderStaffPage: RenderStaffPage; assets: Assets }>
  isDevelopment: boolean
}

/** Returns the pages that `npm run build` built. */
export async function builtPages(): Promise<Pages> {
  const manifest = JSON.parse(await readFile(new URL('dist/web/.vite/manifest.json', projectFolder), 'utf8'))
  const module = await import(new URL('dist/ssr/entry-server.js', projectFolder).href)
  const assets = { ...readAssets(manifest, 'src/app/render/entry-client.tsx'), scripts: await readInlineScripts() }
  const loaded = { ...module, assets }
  return { load: async () => loaded, isDevelopment: false, console: builtConsole() }
}

function builtConsole(): ConsolePages {
  let loading: ReturnType<ConsolePages['load']> | undefined
  const load = async () => {
    const manifest = JSON.parse(await readFile(new URL('dist/web/.vite/console-manifest.json', projectFolder), 'utf8'))
    const module = await import(new URL('dist/console-ssr/entry-server.js', projectFolder).href)
    const assets = { ...readAssets(manifest, 'src/app/console/entry-client.tsx'), scripts: await readInlineScripts() }
    return { ...module, assets }
  }
  return {
    isDevelopment: false,
    load: () => {
      loading ??= load()
      return loading
    },
  }
}

async function readInlineScripts(): Promise<Assets['scripts']> {
  const read = (name: string) => readFile(new URL(`dist/inline/${name}.js`, projectFolder), 'utf8')
  const [guard, start] = await Promise.all([read('guard'), read('start')])
  return { guard, start }
}

/** Reads an inline script from its source and removes the types. */
async function transformInlineScript(name: string): Promise<string> {
  const { transformWithOxc } = await import('vite')
  const file = `src/app/render/inline/${name}.ts`
  const { code } = await transformWithOxc(await readFile(new URL(file, projectFolder), 'utf8'), file)
  return code
}

/** Returns pages from source, which are reloaded on every change. */
export async function sourcePages(vite: ViteDevServer): Promise<Pages> {
  const [guard, start] = await Promise.all([transformInlineScript('guard'), transformInlineScript('start')])
  const assets: Assets = {
    scripts: { guard, start },
    entry: '/src/app/render/entry-dev.ts',
    styles: ['/src/ui/themes/theme-shop.css?direct'],
    preloads: [],
    chunksOf: () => [],
  }
  return {
    isDevelopment: true,
    load: async () => {
      const { renderPage, catalogueLanguages } = await vite.ssrLoadModule('/src/app/render/entry-server.tsx')
      // During development a page is never cached.
      return { renderPage, catalogueLanguages, findGuestPage: () => null, assets }
    },
    console: {
      isDevelopment: true,
      load: async () => {
        const { renderConsole, renderStaffPage } = await vite.ssrLoadModule('/src/app/console/entry-server.tsx')
        const entry = '/src/app/console/entry-dev.ts'
        const sheets = ['ui/themes/theme-console.css', 'features/staff/console/pages/staff-page.css']
        const styles = sheets.map((sheet) => `/src/${sheet}?direct`)
        return { renderConsole, renderStaffPage, assets: { ...assets, entry, styles } }
      },
    },
  }
}
