import { createBrowserHistory } from '@tanstack/react-router'
import { RouterClient } from '@tanstack/react-router/ssr/client'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { createCaller } from '#contract/calls/call.ts'
import { createPageWindow } from '#ui/overlays/modal-history.ts'
import { showToast } from '#ui/overlays/toast-store.ts'
import { createLoad, isSignInNeeded } from '#web/data/load.ts'
import { isTranslated, tolerateTranslators } from '#web/i18n/page-translator.ts'
import { fetchPage, guardNavigation, reloadOnce } from '#web/navigation/code-loading.tsx'
import { trackHistory } from '#web/navigation/use-go-back.ts'
import { wordsOf } from '#web/root.tsx'
import { createSession, removeSession } from '#web/session/session.ts'
import { rememberShopper, retryAfterSignIn } from '#web/session/session-end.ts'
import type { Site } from '#web/session/site.ts'
import { storeTimeZone } from '#web/session/time-zone.ts'
import { fetchCatalogue } from '#words/fetch-catalogue.ts'
import { createShopRouter } from '../router.tsx'
import { Overlays } from './overlays.tsx'
import '#ui/themes/theme-shop.css'

const site = JSON.parse(document.getElementById('site')?.textContent ?? '') as Site
// Merchants' own scripts read these two settings from the window.
Object.assign(window, { open_collect: site.open_collect, reviews_switch: site.reviews_switch })

tolerateTranslators()
// Loaded only for translated pages. If it fails to load, the page stays untranslated.
if (isTranslated(site)) {
  import('#web/i18n/start-page-translator.ts').then(
    ({ startPageTranslator }) => startPageTranslator(site),
    () => undefined,
  )
}

const session = createSession(() => document.cookie)
const plainCall = createCaller({
  fetch: (path, init) => window.fetch(path, init),
  token: session.token,
  // Another tab may have signed in meanwhile, so only the ended token is removed.
  onSessionEnd: (token) => {
    if (session.token() === token) removeSession()
  },
})
const knownCall = rememberShopper(plainCall, session)
const call = retryAfterSignIn(knownCall, session)
// The page already loads the catalog, and its link element has the address.
const catalogue = await fetchCatalogue((document.getElementById('words') as HTMLLinkElement).href)
const history = createBrowserHistory({ window: createPageWindow() })
const router = createShopRouter({ call, load: createLoad(knownCall), session, site, catalogue, Overlays }, { history })
trackHistory(router.history)
guardNavigation(router, () =>
  showToast(wordsOf(router.options.context)('This did not go through. Please try again.'), { icon: 'alert' }),
)
// The next page then has the visitor's time zone from the first byte.
storeTimeZone()
// A page from the back-forward cache shows old data, so it is reloaded in the background.
addEventListener('pageshow', (event) => {
  if (event.persisted) router.invalidate()
})

// Not awaited here, because a page's code waits for this file. If it fails, the rendered page stays readable without hydration.
fetchPage(router, window.location.pathname).then(hydrate, () => {
  addEventListener('online', () => window.location.reload())
  reloadOnce(window.location.href)
})

function hydrate() {
  // Hydrates in small steps, so that a slow phone can scroll between the steps.
  startTransition(() => {
    hydrateRoot(document, <RouterClient router={router} />, {
      // A page that needs sign-in throws to show the login dialog, which is not an error to report.
      onCaughtError: (error) => {
        if (!isSignInNeeded(error)) console.error(error)
      },
    })
  })
}
