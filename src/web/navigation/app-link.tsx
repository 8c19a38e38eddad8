import { useRouter } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import { accountLink } from '#links/account.links.ts'
import type { SideLinkProps } from '#ui/layout/side-link.tsx'
import { fetchLoginDialog, openLoginDialog } from '../session/login-dialog.ts'
import { useGoUp } from './use-go-back.ts'

const loginDelayMs = 100

/** Renders a link to any address of the shop. Screens open within the page, and other addresses load normally. */
export function AppLink({ href, needsSignIn, replace, onClick, ...rest }: SideLinkProps) {
  const router = useRouter()
  const goHome = useGoUp(accountLink)
  // Addresses without a screen, such as files and other sites, are left to the browser.
  const findRoutes = () => {
    const [routes, , found] = router.getMatchedRoutes(href.split(/[?#]/)[0] ?? '/')
    return href.startsWith('/') && !href.startsWith('//') && found ? routes : null
  }

  const isGate = () => needsSignIn && !router.options.context.session.isSignedIn()

  function go(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event)
    const wantsNewTab = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
    if (event.defaultPrevented || wantsNewTab || rest.target === '_blank' || !findRoutes()) return
    event.preventDefault()
    if (!isGate()) return void router.navigate({ href, replace: replace ?? false })
    const onSuccess = () => {
      // The account summary is reloaded, and the requested page opens.
      router.invalidate()
      router.navigate({ href })
    }
    const onCancel = () => {
      if (router.latestLocation.pathname !== accountLink) goHome()
    }
    setTimeout(() => openLoginDialog({ onSuccess, onCancel }), loginDelayMs)
  }

  /**
   * Loads the code of the screen when the pointer or the focus reaches the link. The data of the screen loads on the
   * tap.
   */
  function fetchCode() {
    if (isGate()) fetchLoginDialog()
    const routes = findRoutes()
    for (const route of routes ?? []) router.loadRouteChunk(route)?.catch(() => undefined)
  }

  // A link to another site gives that site no access to this window.
  const rel = href.startsWith('https:') ? { rel: 'noopener' } : {}
  return <a {...rel} {...rest} href={href} onClick={go} onPointerEnter={fetchCode} onFocus={fetchCode} />
}
