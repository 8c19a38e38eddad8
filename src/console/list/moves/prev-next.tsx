import { useRouter } from '@tanstack/react-router'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { ConsoleLink } from '#console/shell/console-link.tsx'
import { useHint, useKeys } from '#console/shell/use-keys.ts'
import { Button, buttonClass } from '#console/ui/buttons/button.tsx'
import type { PlaceInList } from '#contract/calls/staff-call.ts'
import styles from './prev-next.module.css'

type Props = { place: PlaceInList | null; hrefOf: (number: string) => string }

/** Renders links to the previous and next row's page, which J and K also open. */
export function PrevNext({ place, hrefOf }: Props) {
  const router = useRouter()
  const go = (number: string | null | undefined) => number && router.navigate({ href: hrefOf(number) })
  useKeys({
    ...(place?.next && { j: () => go(place.next) }),
    ...(place?.previous && { k: () => go(place.previous) }),
  })
  if (!place) return null
  return (
    <span className={styles.hops}>
      <PrevNextLink href={place.previous && hrefOf(place.previous)} label="Previous entry" icon={ChevronUp} hint="K" />
      <PrevNextLink href={place.next && hrefOf(place.next)} label="Next entry" icon={ChevronDown} hint="J" />
    </span>
  )
}

type PrevNextLinkProps = { href: string | null; label: string; icon: typeof ChevronUp; hint: string }

function PrevNextLink({ href, label, icon: Icon, hint }: PrevNextLinkProps) {
  const { shortcut } = useHint(hint)
  if (!href) return <Button tone="quiet" icon={Icon} aria-label={label} disabled />
  return (
    <ConsoleLink
      href={href}
      className={buttonClass({ tone: 'quiet' }, true)}
      aria-label={label}
      title={label}
      aria-keyshortcuts={shortcut}
    >
      <Icon size={16} strokeWidth={1.75} aria-hidden />
    </ConsoleLink>
  )
}
