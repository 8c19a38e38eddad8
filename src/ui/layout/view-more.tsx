import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { Button } from '../buttons/button.tsx'
import { useT } from '../i18n/use-t.ts'
import { PageStrip } from './page.tsx'

type ViewMoreProps = {
  /** Holds what is listed, one child each. */
  list: RefObject<HTMLElement | null>
  /** How many of them there are now. */
  shown: number
  hasMore: boolean
  busy: boolean
  onMore: () => void
  /** Inside a section it takes the whole width; on the canvas it stands in the middle. */
  block?: boolean
  children?: ReactNode
}

/** VIEW MORE for eyes and ears: it says how many came, and whoever pressed it goes on at the first of them. */
export function ViewMore({ list, shown, hasMore, busy, onMore, block = false, children }: ViewMoreProps) {
  const t = useT()
  const button = useRef<HTMLButtonElement>(null)
  const before = useRef<number | null>(null)
  const [came, setCame] = useState(0)

  useEffect(() => {
    const from = before.current
    if (from === null || busy) return
    before.current = null
    if (shown <= from) return
    setCame(shown - from)
    // If the focus has moved elsewhere meanwhile, it stays there.
    const { activeElement: active, body } = document
    if (active === button.current || active === body || active === null) focusItem(list.current?.children[from])
  }, [list, shown, busy])

  function ask() {
    before.current = shown
    setCame(0)
    onMore()
  }

  const view = (
    <>
      <Button ref={button} tone="secondary" block={block} busy={busy} onClick={ask}>
        {t('VIEW MORE')}
      </Button>
      {children}
    </>
  )
  return (
    <>
      {hasMore && (block ? view : <PageStrip centred>{view}</PageStrip>)}
      <p role="status" className="visually-hidden">
        {came > 0 && t('{amount, plural, one {# more was added} other {# more were added}}', { amount: came })}
      </p>
    </>
  )
}

/** The new ones begin where the button was: nothing need scroll. */
function focusItem(item: Element | undefined): void {
  const reachable = 'a[href]:not([tabindex="-1"]), button:not([tabindex="-1"])'
  const target = item?.matches(reachable) ? item : item?.querySelector(reachable)
  if (target instanceof HTMLElement) target.focus({ preventScroll: true })
  else if (item instanceof HTMLElement) {
    item.tabIndex = -1
    item.focus({ preventScroll: true })
  }
}
