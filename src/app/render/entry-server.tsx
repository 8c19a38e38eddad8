import type { StaticDataRouteOption } from '@tanstack/react-router'
import { createRequestHandler, RouterServer, renderRouterToStream } from '@tanstack/react-router/ssr/server'
import type { Assets } from '#build/built-assets.ts'
import { type AnswerCall, createDirectCaller } from '#contract/calls/call.ts'
import { createLoad, isSignInNeeded } from '#web/data/load.ts'
import { findPageFiles } from '#web/navigation/screen.ts'
import { parseSearch, stringifySearch } from '#web/navigation/search-params.ts'
import { rootRoute, type WebContext } from '#web/root.tsx'
import { createSession } from '#web/session/session.ts'
import type { Site } from '#web/session/site.ts'
import { findCatalogueAddress } from '#words/catalogue-addresses.ts'
import { loadCatalogue } from '#words/catalogues.ts'
import { createShopRouter } from '../router.tsx'
import { Overlays } from './overlays.tsx'

export { catalogueLanguages } from '#words/catalogues.ts'

type RenderInput = {
  request: Request
  site: Site
  nonce: string
  assets: Assets
  /** Handles the calls of a page. The server passes this function in, so that nothing under web/ imports the server. */
  answerCall: AnswerCall
  /** Called with the pattern and data of the matched route. The router decides, regardless of the spelling of the address. */
  onRoute?: (pattern: string, about: StaticDataRouteOption) => void
  /** True hides the screens for developers. */
  isProduction?: boolean
  /**
   * The time at which the page's data counts as read. A repeated page is then identical to the byte as long as nothing
   * in it has changed.
   */
  readAt?: number
}
export type RenderPage = (input: RenderInput) => Promise<Response>

/** Renders a page as a stream. A part that waits, for example for code, follows the rest of the page. */
export const renderPage: RenderPage = async (input) => {
  const { request, site, nonce, assets, answerCall, onRoute, isProduction, readAt } = input
  const session = createSession(() => request.headers.get('cookie') ?? '')
  const call = createDirectCaller(answerCall)
  const catalogue = await loadCatalogue(site.language.code)
  const context = { call, load: createLoad(call), session, site, catalogue, Overlays }
  const router = createShopRouter(context, { nonce })
  const [matchedRoutes] = router.getMatchedRoutes(new URL(request.url).pathname)
  const start = {
    script: assets.scripts.start,
    entry: assets.entry,
    files: [assets.entry, ...assets.preloads, ...findPageFiles(matchedRoutes).flatMap(assets.chunksOf)],
    words: findCatalogueAddress(site.language.code),
  }
  // The member id keeps the spelling of the cookie, because the browser compares the two.
  const cookies = request.headers.get('cookie') ?? ''
  const member = session.isSignedIn() ? (/(?:^|; )member_id=([^;]*)/.exec(cookies)?.[1] ?? '') : ''
  router.update({ context: { ...context, start, guard: { script: assets.scripts.guard, member } } })
  const { load } = router
  router.load = async (options) => {
    await load(options)
    if (readAt !== undefined) for (const match of router.state.matches) match.updatedAt = readAt
  }
  const routes = { __root__: { css: assets.styles } }
  const handler = createRequestHandler({
    request,
    createRouter: () => router,
    getRouterManifest: () => ({ routes }),
  })
  const response = await handler(({ responseHeaders }) =>
    renderRouterToStream({ request, router, responseHeaders, children: <RouterServer router={router} /> }),
  )
  const { routeId, staticData: about } = router.state.matches.at(-1) ?? {
    routeId: '',
    staticData: rootRoute.options.staticData,
  }
  onRoute?.(routeId, about)
  if ((isProduction || import.meta.env.PROD) && about.isForDevelopers) {
    await response.body?.cancel()
    return new Response('Not found', { status: 404 })
  }
  // A page that needs sign-in throws to show the login dialog, which is not an error.
  const isGate = router.state.matches.some((match) => isSignInNeeded(match.error))
  return isGate ? new Response(response.body, { status: 200, headers: response.headers }) : response
}

/**
 * Returns the cache address and pattern of a page that is the same for all guests. Returns null if the page is rendered
 * for each visitor.
 */
export type FindGuestPage = (address: URL) => { address: string; pattern: string } | null

let matcher: ReturnType<typeof createShopRouter> | undefined

export const findGuestPage: FindGuestPage = ({ pathname, search }) => {
  // Only used to match routes, which needs no context.
  matcher ??= createShopRouter({} as WebContext)
  const [matched] = matcher.getMatchedRoutes(pathname)
  const { id, options } = matched.at(-1) ?? rootRoute
  const allowed = options.staticData?.guestWords
  // A path that starts with `//` would be read as another host.
  if (!allowed || pathname.startsWith('//')) return null
  const readWords = options.validateSearch as ((search: object) => Record<string, string>) | undefined
  const words = search && readWords ? readWords(parseSearch(search)) : {}
  // Only page numbers are cached, because the number of other values is unlimited.
  if (Object.entries(words).some(([word, value]) => !allowed.includes(word) || !/^[1-9]\d{0,3}$/.test(value)))
    return null
  return { address: `${pathname}${stringifySearch(words)}`, pattern: id }
}
