import {
  createRootRouteWithContext,
  HeadContent,
  isNotFound,
  Outlet,
  Scripts,
  useLocation,
  useRouter,
} from '@tanstack/react-router'
import { type ComponentType, useEffect, useMemo } from 'react'
import type { MakeCall } from '#contract/calls/call.ts'
import { msg } from '#contract/text/translate.ts'
import { type Catalogue, createTranslate, type Translate, useT, WordsContext } from '#ui/i18n/use-t.ts'
import { SideLinkContext } from '#ui/layout/side-link.tsx'
import { showToast, Toaster } from '#ui/overlays/toast.tsx'
import { TimeZone } from '#ui/time/local-time.tsx'
import { AppLink } from './navigation/app-link.tsx'
import { ErrorPage, NotFoundPage } from './navigation/error-pages.tsx'
import { popStoredToast } from './navigation/one-time-toast.ts'
import { PagePreloads } from './navigation/page-preloads.tsx'
import { usePageFocus } from './navigation/use-page-focus.ts'
import type { Session } from './session/session.ts'
import type { Site } from './session/site.ts'

/** The context of every loader and screen. */
export type WebContext = {
  /** Makes a call from a form. */
  call: MakeCall
  /** Makes a call from a loader. Refusals become pages. */
  load: MakeCall
  session: Session
  site: Site
  catalogue: Catalogue
  /** Dialogs that any page may open. The dialogs belong to features, so the app passes this component in. */
  Overlays: ComponentType
  /** The start script, the code files and the address of the messages. Set on the server only. */
  start?: { script: string; entry: string; files: string[]; words: string | undefined }
  /** The script that hides a page written for another visitor. Set on the server only. */
  guard?: { script: string; member: string }
}

type Load = (...given: never[]) => unknown

/** The input of a function that returns the head of a page. */
export type HeadInput<L extends Load = Load> = {
  match: { context: WebContext }
  loaderData?: Awaited<ReturnType<L>> | undefined
}

/** Returns the merchant's description of the shop for search engines, or a neutral sentence. */
export function describeSite(context: WebContext): string {
  const { description, name } = context.site
  return description || wordsOf(context)(msg('Welcome to {site_name}'), { site_name: name })
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /**
     * Whether search engines may index the page. Every route sets this value. Pages of one shopper, searches and forms
     * are excluded.
     */
    isForSearchEngines: boolean
    /**
     * True for pages with a token in the address or with payments. Such pages are never cached, not even for the
     * browser's Back.
     */
    isNeverKept?: true
    /**
     * The search parameters that change the page for guests. Without these parameters, every guest gets the same cached
     * page.
     */
    guestWords?: readonly string[]
    /** True for pages that are not for shoppers. */
    isForDevelopers?: true
  }
}

export const rootRoute = createRootRouteWithContext<WebContext>()({
  // The default description is the description of the shop.
  head: ({ match, match: { context }, matches }) => ({
    meta: [
      {
        title: isMissing(match, matches)
          ? `${wordsOf(context)(msg('Not found'))} · ${context.site.name}`
          : context.site.name,
      },
      {
        name: 'description',
        content: describeSite(context),
      },
    ],
  }),
  // An address without a screen.
  staticData: { isForSearchEngines: false },
  component: Root,
  errorComponent: ErrorPage,
  notFoundComponent: NotFoundPage,
  shellComponent: Shell,
})

/**
 * Returns whether no screen matches the address, or the screen found nothing. Without a matching screen, the root is
 * the only match.
 */
function isMissing(root: { error: unknown }, matches: readonly object[]): boolean {
  return matches.length === 1 || isNotFound(root.error)
}

/** Returns the translation function, for texts formatted before a component renders. */
export function wordsOf({ site, catalogue }: WebContext): Translate {
  return createTranslate({ language: site.language.code, catalogue })
}

/** Returns the title of a page in the visitor's language, such as `Order Details · Harbor`. */
export function pageTitle(context: WebContext, title: string): { meta: { title: string }[] } {
  return { meta: [{ title: `${wordsOf(context)(title)} · ${context.site.name}` }] }
}

function Shell({ children }: { children: React.ReactNode }) {
  const { context, ssr } = useRouter().options
  const { site, catalogue, start, guard } = context
  const words = useMemo(() => ({ language: site.language.code, catalogue }), [site, catalogue])
  return (
    <html lang={site.language.code} dir={site.language.direction} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#0F3640" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0E2A32" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <script
          nonce={ssr?.nonce}
          data-member={guard?.member}
          data-zone={site.time_zone}
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: a built script without visitor input.
          dangerouslySetInnerHTML={{ __html: guard?.script ?? '' }}
        />
        <PagePreloads files={start?.files} />
        {start?.words && <link id="words" rel="preload" as="fetch" crossOrigin="anonymous" href={start.words} />}
        <HeadContent />
      </head>
      <body>
        <WordsContext value={words}>
          <TimeZone value={site.time_zone}>
            <SideLinkContext value={AppLink}>{children}</SideLinkContext>
          </TimeZone>
        </WordsContext>
        {/* A JSON data block, which the browser does not run. The client entry reads the data. */}
        <script
          id="site"
          type="application/json"
          // biome-ignore lint/security/noDangerouslySetInnerHtml: settings of the shop, in which every < is escaped.
          dangerouslySetInnerHTML={{ __html: JSON.stringify(site).replaceAll('<', '\\u003c') }}
        />
        {/* The browser has already run this script, so React must not compare it. */}
        <script
          nonce={ssr?.nonce}
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
  const { Overlays } = useRouter().options.context
  const t = useT()
  // Marks the page as hydrated. From now on taps are handled, and scripts and tests can wait for this mark.
  useEffect(() => {
    document.documentElement.setAttribute('data-hydrated', '')
    dispatchEvent(new Event('hydrated'))
  }, [])
  const title = usePageFocus()
  const { href } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a message is stored for the next page, so each new address checks for a message.
  useEffect(() => {
    const kept = popStoredToast()
    if (kept) showToast(t(kept), { icon: 'ok' })
  }, [href])
  return (
    <>
      <Outlet />
      <Overlays />
      <Toaster />
      <div className="visually-hidden" aria-live="polite">
        {title}
      </div>
    </>
  )
}
