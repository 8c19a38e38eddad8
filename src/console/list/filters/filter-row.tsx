import { Plus, Search, X } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { useHint, useKeys } from '#console/shell/use-keys.ts'
import { Button } from '#console/ui/buttons/button.tsx'
import { joinClasses } from '#ui/content/join-classes.ts'
import styles from './filter-row.module.css'
import { Popover } from './popover.tsx'

type Choice = { value: string; name: string }
/** A filter, stored in the address under its name. The kind `many` joins its values with commas. */
export type Filter = {
  name: string
  label: string
  /** True for a filter behind `More` until it is needed. */
  isRare?: boolean
} & ({ kind: 'many' | 'one'; choices: Choice[] } | { kind: 'text'; placeholder: string } | { kind: 'day' })

type Props = {
  /** The accessible name of the search, with the fields it searches. */
  searchLabel: string
  search: Record<string, string | undefined>
  filters: Filter[]
  change: (change: Record<string, string | undefined>) => void
  /** Controls at the end of the row, such as columns and sorting. */
  children?: ReactNode
}

/** Renders the search and the filters of a list, all stored in the address. */
export function FilterRow({ searchLabel, search, filters, change, children }: Props) {
  const field = useRef<HTMLInputElement>(null)
  const [added, setAdded] = useState<string[]>([])
  const isShown = ({ name, isRare }: Filter) => !isRare || search[name] || added.includes(name)
  const rest = filters.filter((filter) => !isShown(filter))
  const { shortcut } = useHint('/')
  useKeys({ '/': () => field.current?.focus() })
  function find(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const q = String(new FormData(event.currentTarget).get('q') ?? '').trim()
    change({ q: q || undefined })
  }
  const dropLast = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Escape') event.currentTarget.blur()
    if (event.key !== 'Backspace' || event.currentTarget.value !== '') return
    const last = filters.findLast(({ name }) => search[name])
    if (last) change({ [last.name]: undefined })
  }
  return (
    <div className={styles.row}>
      <search>
        <form className={styles.search} onSubmit={find}>
          <Search size={16} strokeWidth={1.75} aria-hidden />
          <input
            key={search.q}
            ref={field}
            name="q"
            type="search"
            defaultValue={search.q}
            placeholder={searchLabel}
            aria-label={searchLabel}
            aria-keyshortcuts={shortcut}
            maxLength={100}
            onKeyDown={dropLast}
            onChange={(event) => event.target.value === '' && search.q && change({ q: undefined })}
          />
        </form>
      </search>
      {filters.filter(isShown).map((filter) => (
        <FilterChip
          key={filter.name}
          filter={filter}
          value={search[filter.name]}
          change={change}
          isOpened={filter.isRare === true && !search[filter.name]}
        />
      ))}
      {rest.length > 0 && <MoreFilters filters={rest} add={(name) => setAdded((now) => [...now, name])} />}
      {children && <div className={styles.tools}>{children}</div>}
    </div>
  )
}

function MoreFilters({ filters, add }: { filters: Filter[]; add: (name: string) => void }) {
  return (
    <span className={styles.chip}>
      <Popover
        label="More filters"
        button={(opens) => (
          <button type="button" className={styles.open} {...opens}>
            <Plus size={14} strokeWidth={1.9} aria-hidden />
            More
          </button>
        )}
      >
        {(close) => (
          <ul className={styles.choices}>
            {filters.map(({ name, label }) => (
              <li key={name}>
                <button
                  type="button"
                  className={styles.choice}
                  onClick={() => {
                    close()
                    add(name)
                  }}
                >
                  {label}
                </button>
              </li>
            ))}
          </ul>
        )}
      </Popover>
    </span>
  )
}

type ChipProps = {
  filter: Filter
  value: string | undefined
  change: Props['change']
  /** True for a filter that was just added. */
  isOpened?: boolean
}

/** Renders a single filter, for a list without search. */
export function FilterChip({ filter, value, change, isOpened = false }: ChipProps) {
  const { name, label } = filter
  const shown = value && showValue(filter, value)
  return (
    <span className={joinClasses(styles.chip, shown && styles.on)}>
      <Popover
        label={label}
        isOpened={isOpened}
        button={(opens) => (
          <button type="button" className={styles.open} {...opens}>
            {!shown && <Plus size={14} strokeWidth={1.9} aria-hidden />}
            {label} {shown && <b>{shown}</b>}
          </button>
        )}
      >
        {(close) => (
          <Choices filter={filter} value={value ?? ''} change={(to) => change({ [name]: to })} close={close} />
        )}
      </Popover>
      {shown && (
        <button
          type="button"
          className={styles.clear}
          aria-label={`Clear ${label}`}
          onClick={() => change({ [name]: undefined })}
        >
          <X size={14} strokeWidth={1.9} aria-hidden />
        </button>
      )}
    </span>
  )
}

function showValue(filter: Filter, value: string): string {
  if (filter.kind === 'text' || filter.kind === 'day') return value
  const values = filter.kind === 'many' ? value.split(',') : [value]
  return values.map((one) => filter.choices.find((choice) => choice.value === one)?.name ?? one).join(', ')
}

type ChoicesProps = {
  filter: Filter
  value: string
  change: (value: string | undefined) => void
  close: () => void
}
/** 9: the number of choices from which the filter has a search. */
const searchedFrom = 9

function Choices({ filter, value, change, close }: ChoicesProps) {
  const [typed, setTyped] = useState('')
  if (filter.kind === 'text' || filter.kind === 'day')
    return <Words filter={filter} value={value} change={change} close={close} />
  const { kind, choices, label } = filter
  const isMany = kind === 'many'
  const values = value === '' ? [] : isMany ? value.split(',') : [value]
  const found = choices.filter((choice) => choice.name.toLowerCase().includes(typed.toLowerCase()))
  function choose(one: string) {
    if (!isMany) {
      change(values.includes(one) ? undefined : one)
      return close()
    }
    const next = values.includes(one) ? values.filter((other) => other !== one) : [...values, one]
    // The values follow the order of the choices, so that the same filter has one address.
    change(choices.flatMap((choice) => (next.includes(choice.value) ? choice.value : [])).join() || undefined)
  }
  return (
    <fieldset className={styles.choices} aria-label={label}>
      {choices.length >= searchedFrom && (
        <input
          className={styles.find}
          type="search"
          value={typed}
          aria-label={`Find in ${label}`}
          placeholder="Find"
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
      {found.map((choice) => (
        <label key={choice.value} className={styles.choice}>
          <input
            type={isMany ? 'checkbox' : 'radio'}
            name={filter.name}
            checked={values.includes(choice.value)}
            onChange={() => choose(choice.value)}
          />
          {choice.name}
        </label>
      ))}
      {found.length === 0 && <p className={styles.none}>No matches</p>}
    </fieldset>
  )
}

function Words({ filter, value, change, close }: ChoicesProps) {
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const text = String(new FormData(event.currentTarget).get('value') ?? '').trim()
    change(text || undefined)
    close()
  }
  return (
    <form className={styles.words} onSubmit={send}>
      <input
        key={value}
        className={styles.find}
        type={filter.kind === 'day' ? 'date' : 'text'}
        name="value"
        defaultValue={value}
        maxLength={100}
        aria-label={filter.label}
        placeholder={filter.kind === 'text' ? filter.placeholder : undefined}
      />
      <Button type="submit" tone="primary">
        Filter
      </Button>
    </form>
  )
}
