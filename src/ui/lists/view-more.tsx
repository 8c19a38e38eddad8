import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { Button } from '../buttons/button.tsx'
import { useT } from '../i18n/use-t.ts'
import { PageStrip } from '../layout/page.tsx'

type ViewMoreProps = {
  /** The element that contains the items, one child each. */
  list: RefObject<HTMLElement | null>
  /** The number of items now. */
  shown: number
  hasMore: boolean
  busy: boolean
  onMore: () => void
  /**
   * Whether the button takes the whole width, as inside a section. Without `block`, the button is centered on the
   * canvas.
   */
  block?: boolean
  children?: ReactNode
}

/**
 * Renders the button VIEW MORE. The button announces how many items were added, and the focus moves to the first new
 * item.
 */
export function ViewMore({ list, shown, hasMore, busy, onMore, block = false, children }: ViewMoreProps) {
  const t = useT()
  const button = useRef<HTMLButtonElement>(null)
  const before = useRef<number | null>(null)
  const [addedCount, setAddedCount] = useState(0)

  useEffect(() => {
    const from = before.current
    if (from === null || busy) return
    before.current = null
    if (shown <= from) return
    setAddedCount(shown - from)
    // If the focus has moved elsewhere meanwhile, the focus stays there.
    const { activeElement: active, body } = document
    if (active === button.current || active === body || active === null) focusItem(list.current?.children[from])
  }, [list, shown, busy])

  function ask() {
    before.current = shown
    setAddedCount(0)
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
        {addedCount > 0 &&
          t('{amount, plural, one {# more was added} other {# more were added}}', { amount: addedCount })}
      </p>
    </>
  )
}

/** The new items start where the button was, so no scrolling is needed. */
function focusItem(item: Element | undefined): void {
  const reachable = 'a[href]:not([tabindex="-1"]), button:not([tabindex="-1"])'
  const target = item?.matches(reachable) ? item : item?.querySelector(reachable)
  if (target instanceof HTMLElement) target.focus({ preventScroll: true })
  else if (item instanceof HTMLElement) {
    item.tabIndex = -1
    item.focus({ preventScroll: true })
  }
}
