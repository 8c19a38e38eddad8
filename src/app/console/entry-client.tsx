import { createBrowserHistory } from '@tanstack/react-router'
import { RouterClient } from '@tanstack/react-router/ssr/client'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { createStaffLoad, isStaffSignInNeeded } from '#console/data/load.ts'
import { withReauthentication } from '#console/form/reauthentication.ts'
import type { ConsoleContext } from '#console/shell/console-context.ts'
import { findZone } from '#console/shell/use-now.ts'
import { createStaffCaller } from '#contract/calls/staff-call.ts'
import { staffZoneCookie } from '#features/staff/staff-links.ts'
import { createPageWindow } from '#ui/overlays/modal-history.ts'
import { setDraftOwner } from '#web/data/drafts.ts'
import { fetchPage, guardNavigation, reloadOnce } from '#web/navigation/code-loading.tsx'
import { createConsoleRouter } from './router.tsx'
import '#ui/themes/theme-console.css'
import '#features/staff/console/pages/staff-page.css'

const sent = JSON.parse(document.getElementById('console')?.textContent ?? '') as Pick<
  ConsoleContext,
  'me' | 'shop' | 'clock' | 'isPhone'
>
if (sent.me) setDraftOwner(`staff-${sent.me.id}`)
const call = withReauthentication(createStaffCaller((path, init) => window.fetch(path, init)))
const history = createBrowserHistory({ window: createPageWindow() })
const router = createConsoleRouter({ ...sent, call, load: createStaffLoad(call) }, { history })
guardNavigation(router)
// The next page is then rendered with times in this zone.
if (sent.clock.zone !== findZone())
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is not in every browser.
  document.cookie = `${staffZoneCookie}=${findZone()}; path=/staff; max-age=31536000; samesite=strict`
// A page from the back-forward cache shows old data, so it is reloaded in the background.
addEventListener('pageshow', (event) => {
  if (event.persisted) router.invalidate()
})

fetchPage(router, window.location.pathname).then(
  () => hydrate(router),
  () => {
    addEventListener('online', () => window.location.reload())
    reloadOnce(window.location.href)
  },
)

function hydrate(router: ReturnType<typeof createConsoleRouter>) {
  startTransition(() => {
    hydrateRoot(document, <RouterClient router={router} />, {
      onCaughtError: (error) => {
        if (!isStaffSignInNeeded(error)) console.error(error)
      },
    })
  })
}
