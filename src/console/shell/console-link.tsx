import { useRouter } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, MouseEvent } from 'react'
import { Keys } from '../ui/content/key.tsx'
import { useHint } from './use-keys.ts'

type Props = AnchorHTMLAttributes<HTMLAnchorElement> & {
  href: string
  replace?: boolean
  /** The key of the link, as shown on its key cap. */
  hint?: string
}

/** Renders a link to a console screen, which opens within the page. Other addresses load normally. */
export function ConsoleLink({ hint, ...rest }: Props) {
  return hint ? <HintedLink {...rest} hint={hint} /> : <PlainLink {...rest} />
}

function HintedLink({ hint, children, ...rest }: Props & { hint: string }) {
  return (
    <PlainLink {...rest} aria-keyshortcuts={useHint(hint).shortcut}>
      {children} <Keys of={hint} />
    </PlainLink>
  )
}

function PlainLink({ href, replace = false, onClick, ...rest }: Omit<Props, 'hint'>) {
  const router = useRouter()
  const findRoutes = () => {
    const [routes, , found] = router.getMatchedRoutes(href.split(/[?#]/)[0] ?? '/')
    return found ? routes : null
  }
  function go(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event)
    const wantsNewTab = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
    if (event.defaultPrevented || wantsNewTab || rest.target === '_blank' || !findRoutes()) return
    event.preventDefault()
    router.navigate({ href, replace })
  }
  const fetchCode = () => {
    for (const route of findRoutes() ?? []) router.loadRouteChunk(route)?.catch(() => undefined)
  }
  return <a {...rest} href={href} onClick={go} onPointerEnter={fetchCode} onFocus={fetchCode} />
}
