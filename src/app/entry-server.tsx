import { createRequestHandler, RouterServer, renderRouterToStream } from '@tanstack/react-router/ssr/server'
import { createCaller } from '#contract/call.ts'
import { loadCatalogue } from '#web/i18n/catalogues.ts'
import { findCatalogueAddress } from '#web/i18n/fetch-catalogue.ts'
import { createLoad, isSignInNeeded } from '#web/load.ts'
import { createSession } from '#web/session.ts'
import type { Site } from '#web/site.ts'
import { Overlays } from './overlays.tsx'
import { createShopRouter } from './router.tsx'

export { catalogueLanguages } from '#web/i18n/catalogues.ts'

/** What the browser must load for a page: for all of them, and for one source file of a page. */
export type Assets = { entry: string; styles: string[]; preloads: string[]; chunksOf: (page: string) => string[] }

export type RenderPage = (options: {
  request: Request
  site: Site
  nonce: string
  assets: Assets
  /** How to reach the API; the server hands it in, so nothing under web/ ever imports the server. */
  fetchApi: (path: string, init: RequestInit) => Promise<Response>
  /** Told which route answers, as its pattern. */
  onRoute?: (pattern: string) => void
}) => Promise<Response>

export const renderPage: RenderPage = async ({ request, site, nonce, assets, fetchApi, onRoute }) => {
  const session = createSession(() => request.headers.get('cookie') ?? '')
  const call = createCaller({ fetch: fetchApi, token: session.token })
  const catalogue = await loadCatalogue(site.language.code)
  const router = createShopRouter({ call, load: createLoad(call), session, site, catalogue, Overlays }, nonce)
  const [matchedRoutes] = router.getMatchedRoutes(new URL(request.url).pathname)
  const pages = matchedRoutes.map(({ options }) => options.staticData?.page).filter((page) => page !== undefined)
  const start = writeStart({
    entry: assets.entry,
    code: [...assets.preloads, ...pages.flatMap(assets.chunksOf)],
    words: findCatalogueAddress(site.language.code),
  })
  const routes = {
    __root__: { css: assets.styles, scripts: [{ attrs: { nonce }, children: start }] },
  }
  const handler = createRequestHandler({
    request,
    createRouter: () => router,
    getRouterManifest: () => ({ routes }) as never,
  })
  const response = await handler(async ({ responseHeaders }) =>
    renderRouterToStream({ request, router, responseHeaders, children: <RouterServer router={router} /> }),
  )
  onRoute?.(router.state.matches.at(-1)?.routeId ?? '')
  // A page that asks for sign-in is not broken; it shows the login dialog.
  const isGate = router.state.matches.some((match) => isSignInNeeded(match.error))
  return isGate ? new Response(response.body, { status: 200, headers: response.headers }) : response
}

type Start = { entry: string; code: string[]; words: string }

/**
 * The page's code is fetched once its words and pictures are on the screen: on a slow line it would share it with them. A page that
 * nobody looks at yet paints nothing, and waits for nothing.
 */
function writeStart(files: Start): string {
  const start = ({ entry, code, words }: Start) => {
    const announce = (link: Partial<HTMLLinkElement>) =>
      document.head.append(Object.assign(document.createElement('link'), link))
    let isGone = false
    const go = () => {
      if (isGone) return
      isGone = true
      announce({ rel: 'preload', as: 'fetch', crossOrigin: 'anonymous', href: words })
      for (const href of [...code, entry]) announce({ rel: 'modulepreload', href })
      // A line that broke in between leaves a page that can be read; it comes to life when the line is back.
      import(entry).catch(() => addEventListener('online', () => location.reload()))
    }
    if (document.hidden) return go()
    new PerformanceObserver(go).observe({ type: 'paint', buffered: true })
    // For a browser that does not tell.
    addEventListener('load', () => setTimeout(go, 500))
  }
  return `(${start})(${JSON.stringify(files)})`
}
