import { type ReactNode, useEffect, useId, useRef } from 'react'
import styles from './popover.module.css'

type Props = {
  /** Renders the button with the attributes that open the box. */
  button: (opens: { popoverTarget: string }) => ReactNode
  label: string
  /** Whether the box is initially open. */
  isOpened?: boolean
  children: (close: () => void) => ReactNode
}

/**
 * Renders a small box below a button. The browser closes the box on Escape or an outside click and restores the focus.
 */
export function Popover({ button, label, isOpened = false, children }: Props) {
  const id = useId()
  const place = useRef<HTMLSpanElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const shouldOpen = useRef(isOpened)
  useEffect(() => {
    if (shouldOpen.current) box.current?.showPopover()
  }, [])
  return (
    <span ref={place} className={styles.place}>
      {button({ popoverTarget: id })}
      <div
        ref={box}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={label}
        className={styles.pop}
        onKeyDown={(event) => {
          // Safari does not pass on Escape from a search field.
          if (event.key === 'Escape') box.current?.hidePopover()
        }}
        onToggle={(event) => {
          if (event.newState !== 'open') return
          placeBelow(box.current, place.current)
          box.current?.querySelector<HTMLElement>('input, button, a')?.focus()
        }}
      >
        {children(() => box.current?.hidePopover())}
      </div>
    </span>
  )
}

const edge = 8

/** Places the box below its button. Elements in the top layer are positioned by script once they are open. */
function placeBelow(box: HTMLElement | null, place: HTMLElement | null): void {
  if (!box || !place) return
  const button = place.getBoundingClientRect()
  const { width, height } = box.getBoundingClientRect()
  const isRtl = getComputedStyle(place).direction === 'rtl'
  const start = isRtl ? button.right - width : button.left
  const left = Math.max(edge, Math.min(start, innerWidth - width - edge))
  const isRoomBelow = button.bottom + 4 + height < innerHeight
  box.style.left = `${left}px`
  box.style.top = `${isRoomBelow ? button.bottom + 4 : Math.max(edge, button.top - height - 4)}px`
}
