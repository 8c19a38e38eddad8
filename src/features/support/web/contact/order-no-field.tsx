import { useRouter } from '@tanstack/react-router'
import Search from 'lucide-react/icons/search'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { formatTotal } from '#contract/money/money.ts'
import { type ContactOrder, findContactOrders } from '#features/support/contact.contract.ts'
import { contactOrderNoMaxLength } from '#features/support/contact.rules.ts'
import { Icon } from '#ui/content/icon.tsx'
import { joinClasses } from '#ui/content/join-classes.ts'
import { Literal } from '#ui/content/literal.tsx'
import { Field } from '#ui/fields/field.tsx'
import { useT } from '#ui/i18n/use-t.ts'
import { LocalTime } from '#ui/time/local-time.tsx'
import styles from './order-no-field.module.css'

const searchDebounceMs = 300

type Props = {
  value: string
  required: boolean
  /** False for guests, who have no orders to choose from and type the number. */
  canSearch: boolean
  error?: ReactNode
  onChange: (value: string) => void
}

/** Edits an order number, with the shopper's own orders as suggestions. */
export function OrderNoField({ value, required, canSearch, error, onChange }: Props) {
  const t = useT()
  const { listId, combobox, orders, active, isShown, type, choose } = useOrderChoice(value, canSearch, onChange)
  return (
    <div className={styles.holder}>
      <Field
        label={t('Order No.')}
        name="order_no"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        dir="ltr"
        maxLength={contactOrderNoMaxLength}
        required={required}
        value={value}
        error={error}
        end={canSearch && <Icon of={Search} className={styles.icon} />}
        {...(canSearch && combobox)}
        onChange={(event) => type(event.target.value)}
      />
      {canSearch && (
        <div
          id={listId}
          role="listbox"
          aria-label={t('My Orders')}
          tabIndex={-1}
          hidden={!isShown}
          className={styles.list}
          // The field keeps the focus, so that the list does not close before the tap is handled.
          onPointerDown={(event) => event.preventDefault()}
        >
          {orders.map((order, index) => (
            <OrderOption
              key={order.id}
              id={`${listId}-${order.id}`}
              order={order}
              isActive={index === active}
              onChoose={() => choose(order)}
            />
          ))}
        </div>
      )}
    </div>
  )
}

/** Manages the list of orders below the field. Arrow keys move the active order, and Enter chooses that order. */
function useOrderChoice(value: string, canSearch: boolean, onChange: Props['onChange']) {
  const listId = useId()
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const orders = useOrderSearch(value, canSearch && isOpen)
  const isShown = isOpen && orders.length > 0
  const chosen = isShown ? orders[active] : undefined

  function choose(order: ContactOrder) {
    onChange(order.order_no)
    setOpen(false)
    setActive(-1)
  }

  function type(text: string) {
    onChange(text)
    setOpen(true)
    setActive(-1)
  }

  function handleKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape' && isShown) {
      event.preventDefault()
      setOpen(false)
    } else if (event.key === 'Enter' && chosen) {
      event.preventDefault()
      choose(chosen)
    } else if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && orders.length > 0) {
      event.preventDefault()
      setOpen(true)
      const step = event.key === 'ArrowDown' ? 1 : -1
      setActive((active + step + orders.length) % orders.length)
    }
  }

  const combobox = {
    role: 'combobox',
    'aria-expanded': isShown,
    'aria-controls': listId,
    'aria-autocomplete': 'list' as const,
    ...(chosen && { 'aria-activedescendant': `${listId}-${chosen.id}` }),
    onKeyDown: handleKeyDown,
    onFocus: () => setOpen(true),
    onBlur: () => setOpen(false),
  }
  return { listId, combobox, orders, active, isShown, type, choose }
}

type OrderOptionProps = { id: string; order: ContactOrder; isActive: boolean; onChoose: () => void }

function OrderOption({ id, order, isActive, onChoose }: OrderOptionProps) {
  const t = useT()
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the focused field handles the keys for its options.
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the active option.
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      className={joinClasses(styles.option, isActive && styles.active)}
      onClick={onChoose}
    >
      <span className={styles.no}>
        <Literal>{order.order_no}</Literal>
      </span>
      <span className={styles.total}>
        <Literal>{formatTotal(order.total)}</Literal>
      </span>
      <span className={styles.note}>
        <LocalTime>{order.order_time}</LocalTime>
      </span>
      <span className={styles.note}>
        {t('{count, plural, one {# item} other {# items}}', { count: order.item_quantity })}
      </span>
    </div>
  )
}

/** Finds the shopper's orders that match the typed text, after a pause in typing. */
function useOrderSearch(keyword: string, isOn: boolean): ContactOrder[] {
  const { call } = useRouter().options.context
  const [orders, setOrders] = useState<ContactOrder[]>([])
  const isFirst = useRef(true)
  useEffect(() => {
    if (!isOn) return
    const stop = new AbortController()
    const ask = async () => {
      // If the search fails, the shopper types the number.
      const found = await call(findContactOrders, { keyword }, { signal: stop.signal }).catch(() => [])
      if (!stop.signal.aborted) setOrders(found)
    }
    const timer = setTimeout(ask, isFirst.current ? 0 : searchDebounceMs)
    isFirst.current = false
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [call, keyword, isOn])
  return orders
}
