import { createRequestHandler, RouterServer, renderRouterToStream } from '@tanstack/react-router/ssr/server'
import type { Assets } from '#build/built-assets.ts'
import { createStaffLoad, readNotAllowed } from '#console/data/load.ts'
import type { ConsoleContext } from '#console/shell/console-context.ts'
import { renderStaffPage } from '#features/staff/console/pages/staff-page.tsx'
import { findPageFiles } from '#web/navigation/screen.ts'
import { createConsoleRouter } from './router.tsx'

export type RenderConsole = (options: {
  request: Request
  nonce: string
  assets: Assets
  context: Pick<ConsoleContext, 'call' | 'me' | 'shop' | 'clock' | 'isPhone'>
}) => Promise<Response>

export type RenderStaffPage = typeof renderStaffPage
export { renderStaffPage }

export const renderConsole: RenderConsole = async ({ request, nonce, assets, context }) => {
  const router = createConsoleRouter({ ...context, load: createStaffLoad(context.call) }, { nonce })
  const [matchedRoutes] = router.getMatchedRoutes(new URL(request.url).pathname)
  const start = {
    script: assets.scripts.start,
    entry: assets.entry,
    files: [assets.entry, ...assets.preloads, ...findPageFiles(matchedRoutes).flatMap(assets.chunksOf)],
  }
  router.update({ context: { ...router.options.context, start } })
  const handler = createRequestHandler({
    request,
    createRouter: () => router,
    getRouterManifest: () => ({ routes: { __root__: { css: assets.styles } } }),
  })
  const response = await handler(async ({ responseHeaders }) =>
    renderRouterToStream({ request, router, responseHeaders, children: <RouterServer router={router} /> }),
  )
  const isRefused = router.state.matches.some(({ error }) => readNotAllowed(error) !== null)
  return isRefused ? new Response(response.body, { status: 403, headers: response.headers }) : response
}
