import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { Badge } from '../content/badge.tsx'
import { Icon } from '../content/icon.tsx'
import { joinClasses } from '../content/join-classes.ts'
import { nextIndex } from '../fields/roving.ts'
import styles from './tabs.module.css'

export type TabItem = {
  value: string
  label: ReactNode
  count?: number
  /** Whether the count needs attention. Such a count stays highlighted while another tab is open. */
  hot?: boolean
  /** The message id, if it differs from the text. */
  msg?: string
}

type TabsProps = {
  /** The id that connects the tabs with their `TabPanel`. */
  id: string
  /** The name of the choice between the tabs. */
  label: string
  items: TabItem[]
  value: string
  onChange: (value: string) => void
  /** Whether the tabs stick below the app bar. */
  sticky?: boolean
}

export function Tabs({ id, label, items, value, onChange, sticky }: TabsProps) {
  const list = useRef<HTMLDivElement>(null)
  const even = items.length === 2
  const many = items.length > 4
  useScrollEdges(list)
  useSelectedInView(list, value)
  useRestoredFocus(list, id)

  function handleKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    const current = items.findIndex((item) => item.value === value)
    const next = nextIndex(event.key, current, items.length, {
      isRtl: getComputedStyle(event.currentTarget).direction === 'rtl',
    })
    const item = next === null ? undefined : items[next]
    if (!item) return
    event.preventDefault()
    document.getElementById(`${id}-tab-${item.value}`)?.focus()
    onChange(item.value)
  }

  return (
    <div className={joinClasses(styles.frame, even && styles.even, many && styles.many, sticky && styles.sticky)}>
      <div ref={list} role="tablist" aria-label={label} className={styles.tabs} onKeyDown={handleKeyDown}>
        {items.map((item) => {
          const selected = item.value === value
          return (
            <button
              key={item.value}
              type="button"
              role="tab"
              id={`${id}-tab-${item.value}`}
              aria-selected={selected}
              aria-controls={selected ? `${id}-panel` : undefined}
              tabIndex={selected ? 0 : -1}
              className={styles.tab}
              onClick={() => onChange(item.value)}
            >
              <span data-msg={item.msg}>{item.label}</span>
              {item.count !== undefined && (
                <Badge count={item.count} tone={selected || item.hot ? 'accent' : 'neutral'} className={styles.badge} />
              )}
            </button>
          )
        })}
      </div>
      {/* The arrow shows that there are more tabs. Swiping and arrow keys reach the hidden tabs. */}
      <span className={joinClasses(styles.edge, styles.before)} aria-hidden="true">
        <Icon of={ChevronLeft} size="s" flip />
      </span>
      <span className={joinClasses(styles.edge, styles.after)} aria-hidden="true">
        <Icon of={ChevronRight} size="s" flip />
      </span>
    </div>
  )
}

type TabPanelProps = { tabs: string; value: string; children: ReactNode; className?: string }

export function TabPanel({ tabs, value, children, className }: TabPanelProps) {
  return (
    <div role="tabpanel" id={`${tabs}-panel`} aria-labelledby={`${tabs}-tab-${value}`} className={className}>
      {children}
    </div>
  )
}

/** Marks the edges beyond which tabs are hidden. */
function useScrollEdges(list: RefObject<HTMLDivElement | null>) {
  useEffect(() => {
    const element = list.current
    if (!element) return
    const update = () => {
      const before = Math.abs(element.scrollLeft)
      element.toggleAttribute('data-before', before > 4)
      element.toggleAttribute('data-after', element.scrollWidth - element.clientWidth - before > 4)
    }
    // The observer also reports once at the start.
    const observer = new ResizeObserver(update)
    observer.observe(element)
    element.addEventListener('scroll', update, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', update)
    }
  }, [list])
}

/** Scrolls the selected tab into view and slides its underline over from the previous tab. */
function useSelectedInView(list: RefObject<HTMLDivElement | null>, value: string) {
  const last = useRef<Element | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the selected tab depends on the value.
  useLayoutEffect(() => {
    const element = list.current
    const selected = element?.querySelector<HTMLElement>('[aria-selected=true]')
    if (!element || !selected) return
    if (!last.current) {
      last.current = selected
      const observer = new ResizeObserver(() => {
        observer.disconnect()
        bringIntoView(element, selected, 'instant')
      })
      observer.observe(element)
      return () => observer.disconnect()
    }
    const from = last.current.getBoundingClientRect()
    const to = selected.getBoundingClientRect()
    const hasReducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches
    bringIntoView(element, selected, hasReducedMotion ? 'instant' : 'smooth')
    if (from.width && to.width && last.current !== selected && !hasReducedMotion) {
      const shift = from.left + from.width / 2 - (to.left + to.width / 2)
      selected.animate(
        [{ transform: `translateX(${shift}px) scaleX(${from.width / to.width})` }, { transform: 'none' }],
        { pseudoElement: '::after', duration: 200, easing: 'cubic-bezier(.2,.7,.2,1)' },
      )
    }
    last.current = selected
  }, [value])
}

function bringIntoView(list: HTMLElement, selected: HTMLElement, behavior: 'smooth' | 'instant') {
  const tab = selected.getBoundingClientRect()
  const box = list.getBoundingClientRect()
  list.scrollBy({ left: tab.left + tab.width / 2 - (box.left + box.width / 2), behavior })
}

/** The id of tabs that had the focus when they were removed from the page a moment ago. */
let focusedId = ''

/**
 * Keeps the focus on the tabs while a placeholder page replaces the page. The focus moves to the same tabs of the
 * placeholder.
 */
function useRestoredFocus(list: RefObject<HTMLDivElement | null>, id: string) {
  useLayoutEffect(() => {
    const element = list.current
    if (focusedId === id) element?.querySelector<HTMLElement>('[aria-selected=true]')?.focus({ preventScroll: true })
    return () => {
      if (!element?.contains(document.activeElement)) return
      focusedId = id
      // The replacement is rendered in the same step or not at all.
      queueMicrotask(() => {
        focusedId = ''
      })
    }
  }, [list, id])
}
