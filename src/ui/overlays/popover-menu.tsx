import ChevronDown from 'lucide-react/icons/chevron-down'
import {
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  type ToggleEvent,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { SideLink } from '#ui/layout/side-link.tsx'
import { Icon } from '../content/icon.tsx'
import { joinClasses } from '../content/join-classes.ts'
import { moveFocus } from '../fields/roving.ts'
import styles from './popover-menu.module.css'

const GAP = 4
const MARGIN = 8

type PopoverMenuProps = { label: ReactNode; children: ReactNode; className?: string }

/**
 * Renders a button with a short menu. The browser opens the menu, and closes it on Escape and outside taps. The
 * component also closes the menu on scroll and choice.
 */
export function PopoverMenu({ label, children, className }: PopoverMenuProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)

  useEffect(() => {
    if (!open) return
    const close = () => menu.current?.hidePopover()
    addEventListener('scroll', close, { capture: true, passive: true })
    addEventListener('resize', close)
    return () => {
      removeEventListener('scroll', close, { capture: true })
      removeEventListener('resize', close)
    }
  }, [open])

  function handleToggle(event: ToggleEvent<HTMLDivElement>) {
    const isOpen = event.newState === 'open'
    setOpen(isOpen)
    if (!isOpen || !button.current || !menu.current) return
    placeMenu(menu.current, button.current)
    menu.current.querySelector<HTMLElement>('[role=menuitem]')?.focus({ preventScroll: true })
  }

  function handleKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    if (event.key === 'Tab') menu.current?.hidePopover()
    else moveFocus(event, '[role=menuitem]')
  }

  return (
    <>
      <button
        ref={button}
        type="button"
        id={`${id}-button`}
        popoverTarget={id}
        aria-haspopup="menu"
        className={joinClasses(styles.button, className)}
      >
        <span>{label}</span>
        <Icon of={ChevronDown} size="s" />
      </button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        role="menu"
        aria-labelledby={`${id}-button`}
        tabIndex={-1}
        className={styles.menu}
        onToggle={handleToggle}
        onKeyDown={handleKeyDown}
        onClick={() => menu.current?.hidePopover()}
      >
        {children}
      </div>
    </>
  )
}

export function MenuItem({ className, ...button }: ComponentProps<'button'>) {
  return (
    <button type="button" role="menuitem" tabIndex={-1} {...button} className={joinClasses(styles.row, className)} />
  )
}

export function MenuItemLink({ className, ...anchor }: ComponentProps<typeof SideLink>) {
  return <SideLink role="menuitem" tabIndex={-1} {...anchor} className={joinClasses(styles.row, className)} />
}

/**
 * Places the menu below the button at its start edge. At the edge of the window, the menu is placed above the button or
 * shifted.
 */
function placeMenu(menu: HTMLElement, button: HTMLElement) {
  const at = button.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = menu
  const isRtl = getComputedStyle(button).direction === 'rtl'
  const below = at.bottom + GAP
  const isAbove = below + height > innerHeight - MARGIN && at.top - GAP - height > MARGIN
  const left = isRtl ? at.right - width : at.left
  menu.style.top = `${isAbove ? at.top - GAP - height : below}px`
  menu.style.left = `${Math.min(Math.max(left, MARGIN), Math.max(innerWidth - width - MARGIN, MARGIN))}px`
  menu.style.transformOrigin = `${isRtl ? 'right' : 'left'} ${isAbove ? 'bottom' : 'top'}`
}
