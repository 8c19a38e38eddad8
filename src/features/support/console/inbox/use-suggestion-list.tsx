import { type KeyboardEvent, useId, useState } from 'react'
import type { OrderHead } from '#features/orders/orders.staff.contract.ts'
import styles from './composer.module.css'
import { insertSuggestion, parseSuggestionQuery, type SuggestionQuery } from './suggestions.rules.ts'
import { type Suggestion, useSuggestions } from './use-suggestions.ts'

type SuggestionListOptions = {
  language: string | null
  orders: OrderHead[]
  isOn: boolean
  onPick: (text: string, caret: number) => void
  onTemplate: (id: string) => void
}

/** Suggests templates, orders and products while a query is typed. */
export function useSuggestionList({ language, orders, isOn, onPick, onTemplate }: SuggestionListOptions) {
  const id = useId()
  const [typed, setTyped] = useState<{ text: string; query: SuggestionQuery } | null>(null)
  const [at, setAt] = useState(0)
  const query = isOn ? (typed?.query ?? null) : null
  const suggestions = useSuggestions(query, language, orders)
  const current = suggestions[Math.min(at, suggestions.length - 1)]
  const stop = () => setTyped(null)
  const choose = (one: Suggestion) => {
    if (!typed) return
    const { text, caret } = insertSuggestion(typed.text, typed.query, one.pick)
    onPick(text, caret)
    if (typed.query.kind === 'template') onTemplate(one.id)
    stop()
  }
  const move = (step: number) =>
    setAt((Math.min(at, suggestions.length - 1) + step + suggestions.length) % suggestions.length)
  return {
    stop,
    update: (text: string, caret: number) => {
      const found = parseSuggestionQuery(text, caret)
      setTyped(found && { text, query: found })
      setAt(0)
    },
    /** Returns true if the list has handled the key. */
    press: (event: KeyboardEvent): boolean => {
      if (!query || event.nativeEvent.isComposing) return false
      const run: Record<string, (() => void) | undefined> = {
        Escape: stop,
        ...(current && {
          ArrowDown: () => move(1),
          ArrowUp: () => move(-1),
          Enter: () => choose(current),
          Tab: () => choose(current),
        }),
      }
      const handleKey = event.ctrlKey || event.metaKey || event.shiftKey ? undefined : run[event.key]
      if (!handleKey) return false
      event.preventDefault()
      handleKey()
      return true
    },
    says: {
      'aria-autocomplete': 'list' as const,
      'aria-controls': query ? id : undefined,
      'aria-activedescendant': query && current ? `${id}-${current.id}` : undefined,
    },
    list: query && (
      <SuggestionList id={id} kind={query.kind} suggestions={suggestions} current={current} onChoose={choose} />
    ),
  }
}

type ListProps = {
  id: string
  kind: SuggestionQuery['kind']
  suggestions: Suggestion[]
  current: Suggestion | undefined
  onChoose: (one: Suggestion) => void
}

function SuggestionList({ id, kind, suggestions, current, onChoose }: ListProps) {
  return (
    <div className={styles.offer}>
      <div id={id} role="listbox" aria-label={kind === 'template' ? 'Templates' : 'Orders and products'}>
        {suggestions.map((one) => (
          <div
            key={one.id}
            id={`${id}-${one.id}`}
            role="option"
            tabIndex={-1}
            aria-selected={one === current}
            className={styles.pick}
            // `pointerdown` comes before the text box loses the focus.
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
      {suggestions.length === 0 && <p className={styles.none}>No matches</p>}
    </div>
  )
}
