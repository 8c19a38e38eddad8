import { type KeyboardEvent, useId, useState } from 'react'
import type { OrderHead } from '#features/orders/orders.staff.contract.ts'
import styles from './composer.module.css'
import { putPick, readWish, type Wish } from './picks.rules.ts'
import { type Pick, usePicks } from './use-picks.ts'

type OfferProps = {
  language: string | null
  orders: OrderHead[]
  isOn: boolean
  onPick: (text: string, caret: number) => void
  onTemplate: (id: string) => void
}

/** Suggests templates, orders and products while a request is typed. */
export function useOffer({ language, orders, isOn, onPick, onTemplate }: OfferProps) {
  const id = useId()
  const [typed, setTyped] = useState<{ text: string; wish: Wish } | null>(null)
  const [at, setAt] = useState(0)
  const wish = isOn ? (typed?.wish ?? null) : null
  const picks = usePicks(wish, language, orders)
  const current = picks[Math.min(at, picks.length - 1)]
  const stop = () => setTyped(null)
  const choose = (one: Pick) => {
    if (!typed) return
    const { text, caret } = putPick(typed.text, typed.wish, one.pick)
    onPick(text, caret)
    if (typed.wish.kind === 'template') onTemplate(one.id)
    stop()
  }
  const move = (step: number) => setAt((Math.min(at, picks.length - 1) + step + picks.length) % picks.length)
  return {
    stop,
    look: (text: string, caret: number) => {
      const found = readWish(text, caret)
      setTyped(found && { text, wish: found })
      setAt(0)
    },
    /** Returns true if the list has handled the key. */
    press: (event: KeyboardEvent): boolean => {
      if (!wish || event.nativeEvent.isComposing) return false
      const run: Record<string, (() => void) | undefined> = {
        Escape: stop,
        ...(current && {
          ArrowDown: () => move(1),
          ArrowUp: () => move(-1),
          Enter: () => choose(current),
          Tab: () => choose(current),
        }),
      }
      const does = event.ctrlKey || event.metaKey || event.shiftKey ? undefined : run[event.key]
      if (!does) return false
      event.preventDefault()
      does()
      return true
    },
    says: {
      'aria-autocomplete': 'list' as const,
      'aria-controls': wish ? id : undefined,
      'aria-activedescendant': wish && current ? `${id}-${current.id}` : undefined,
    },
    list: wish && <OfferList id={id} kind={wish.kind} picks={picks} current={current} onChoose={choose} />,
  }
}

type ListProps = {
  id: string
  kind: Wish['kind']
  picks: Pick[]
  current: Pick | undefined
  onChoose: (one: Pick) => void
}

function OfferList({ id, kind, picks, current, onChoose }: ListProps) {
  return (
    <div className={styles.offer}>
      <div id={id} role="listbox" aria-label={kind === 'template' ? 'Templates' : 'Orders and products'}>
        {picks.map((one) => (
          <div
            key={one.id}
            id={`${id}-${one.id}`}
            role="option"
            tabIndex={-1}
            aria-selected={one === current}
            className={styles.pick}
            // Before the text box loses the focus.
            onPointerDown={(event) => {
              event.preventDefault()
              onChoose(one)
            }}
          >
            <b>{one.name}</b>
            <span>{one.text}</span>
          </div>
        ))}
      </div>
      {picks.length === 0 && <p className={styles.none}>No matches</p>}
    </div>
  )
}
