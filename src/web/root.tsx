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
import { TimeZone } from '#ui/content/local-time.tsx'
import { type Catalogue, createTranslate, type Translate, useT, WordsContext } from '#ui/i18n/use-t.ts'
import { SideLinkContext } from '#ui/layout/side-link.tsx'
import { showToast, Toaster } from '#ui/overlays/toast.tsx'
import { AppLink } from './navigation/app-link.tsx'
import { ErrorPage, NotFoundPage } from './navigation/error-pages.tsx'
import { takeKeptToast } from './navigation/one-time-toast.ts'
import { PagePreloads } from './navigation/page-preloads.tsx'
import { usePageFocus } from './navigation/use-page-focus.ts'
import type { Session } from './session/session.ts'
import type { Site } from './session/site.ts'

/** What every loader and screen is handed. */
export type WebContext = {
  /** A call, as a form makes it. */
  call: MakeCall
  /** A call, as a loader makes it: refusals become pages. */
  load: MakeCall
  session: Session
  site: Site
  catalogue: Catalogue
  /** Dialogs that any page may open; they belong to features, so the app hands them in. */
  Overlays: ComponentType
  /** The script that starts a page, the files of its code and the address of its words; only the server writes them. */
  start?: { script: string; entry: string; files: string[]; words: string | undefined }
  /** The script that keeps a page from whoever it was not written for; only the server writes it. */
  guard?: { script: string; member: string }
}

type Load = (...given: never[]) => unknown

/** What the head of a page is written from. */
export type HeadInput<L extends Load = Load> = {
  match: { context: WebContext }
  loaderData?: Awaited<ReturnType<L>> | undefined
}

/** What search engines are told about the shop, in English for every language. */
export const shopDescription = 'Clothes for ordinary days near water: new arrivals, coupons and every category.'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Whether search engines may show it: not what belongs to one shopper, nor searches and forms. Every screen says so itself. */
    isForSearchEngines: boolean
    /** It has a token in its address, or money moves on it: no copy is kept, not even for the browser's Back. */
    isNeverKept?: true
    /**
     * Every guest is shown the same page, whatever else is in the address, unless it has other words for this route than these:
     * it is kept ready for the next one.
     */
    guestWords?: readonly string[]
    /** It is not there for shoppers. */
    isForDevelopers?: true
  }
}

export const rootRoute = createRootRouteWithContext<WebContext>()({
  // A page that says nothing of its own is described as the shop is.
  head: ({ match, match: { context }, matches }) => ({
    meta: [
      {
        title: isMissing(match, matches)
          ? `${wordsOf(context)(msg('Not found'))} · ${context.site.name}`
          : context.site.name,
      },
      {
        name: 'description',
        content: shopDescription,
      },
    ],
  }),
  // An address that no screen answers.
  staticData: { isForSearchEngines: false },
  component: Root,
  errorComponent: ErrorPage,
  notFoundComponent: NotFoundPage,
  shellComponent: Shell,
})

/** Whether no screen has the address, which leaves the root alone, or the screen found nothing for it. */
function isMissing(root: { error: unknown }, matches: readonly object[]): boolean {
  return matches.length === 1 || isNotFound(root.error)
}

/** For what is worded before a component runs. */
export function wordsOf({ site, catalogue }: WebContext): Translate {
  return createTranslate({ language: site.language.code, catalogue })
}

/** `Order Details · Harbor`, in the visitor's language. */
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
        {/* A JSON data block: the browser does not run it, the client entry reads it. */}
        <script
          id="site"
          type="application/json"
          // biome-ignore lint/security/noDangerouslySetInnerHtml: our own settings, with every < escaped.
          dangerouslySetInnerHTML={{ __html: JSON.stringify(site).replaceAll('<', '\\u003c') }}
        />
        {/* The browser has already run this script; React must not compare it. */}
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
  // Marks the page as hydrated: from here on taps are handled; scripts and tests can wait for it.
  useEffect(() => {
    document.documentElement.setAttribute('data-hydrated', '')
    dispatchEvent(new Event('hydrated'))
  }, [])
  const title = usePageFocus()
  const { href } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a message is kept for the next page, so each new address looks for one.
  useEffect(() => {
    const kept = takeKeptToast()
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
