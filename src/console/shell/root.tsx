import { createRootRouteWithContext, HeadContent, Outlet, Scripts, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { PagePreloads } from '#web/navigation/page-preloads.tsx'
import { usePageFocus } from '#web/navigation/use-page-focus.ts'
import { ReauthenticationDialog } from '../form/reauthentication-dialog.tsx'
import { Toaster } from '../ui/overlays/toaster.tsx'
import { type ConsoleContext, ConsoleReact } from './console-context.ts'
import { ConsoleErrorPage, ConsoleNotFoundPage } from './error-pages.tsx'

export const consoleRoot = createRootRouteWithContext<ConsoleContext>()({
  head: () => ({ meta: [{ title: 'Harbor' }, { name: 'robots', content: 'noindex' }] }),
  staticData: { isForSearchEngines: false },
  shellComponent: Shell,
  component: Root,
  errorComponent: ConsoleErrorPage,
  notFoundComponent: ConsoleNotFoundPage,
})

/** Returns the title of a page, such as `Orders · Harbor`. */
export function consoleTitle({ shop }: Pick<ConsoleContext, 'shop'>, title: string): { meta: { title: string }[] } {
  return { meta: [{ title: `${title} · ${shop.name}` }] }
}

// The registered router is the shop's, so the console's context is cast here.
function useContextOfRouter() {
  const { context, ssr } = useRouter().options as unknown as { context: ConsoleContext; ssr?: { nonce?: string } }
  return { context, nonce: ssr?.nonce }
}

function Shell({ children }: { children: ReactNode }) {
  const { context, nonce } = useContextOfRouter()
  const { me, shop, clock, isPhone, start } = context
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" content="#0F3640" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <PagePreloads files={start?.files} />
        <HeadContent />
      </head>
      <body>
        <ConsoleReact value={context}>{children}</ConsoleReact>
        {/* A JSON data block. The browser does not run it, and the client entry reads it. */}
        <script
          id="console"
          type="application/json"
          // biome-ignore lint/security/noDangerouslySetInnerHtml: data of the shop, in which every < is escaped.
          dangerouslySetInnerHTML={{ __html: JSON.stringify({ me, shop, clock, isPhone }).replaceAll('<', '\\u003c') }}
        />
        <script
          nonce={nonce}
          data-entry={start?.entry}
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: a built script without visitor input.
          dangerouslySetInnerHTML={{ __html: start?.script ?? '' }}
        />
        <Scripts />
      </body>
    </html>
  )
}

function Root() {
  const title = usePageFocus()
  return (
    <>
      <Outlet />
      <Toaster />
      <ReauthenticationDialog />
      <div className="visually-hidden" aria-live="polite">
        {title}
      </div>
    </>
  )
}
