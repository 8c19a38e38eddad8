import { Autocomplete } from '@base-ui/react/autocomplete'
import { Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { closeOnBackdrop } from '#ui/overlays/close-on-backdrop.ts'
import { useModalEntry } from '#ui/overlays/use-modal.ts'
import { useConsole, useMe } from '../shell/console-context.ts'
import { Key, Keys } from '../ui/content/key.tsx'
import { findSearchResults } from './find-search-results.ts'
import styles from './palette.module.css'
import { markWords, parsePaletteSearch, type SearchResult } from './palette.rules.ts'
import { paletteStore } from './palette-store.ts'
import { type PaletteEntry, type PaletteGroup, usePaletteGroups } from './use-palette-groups.ts'

/** 150: fast typing sends one request. */
const waitMs = 150

/** Renders the palette (Ctrl+K): commands of the screen, search results, and pages. */
export function Palette() {
  const dialog = useRef<HTMLDialogElement>(null)
  const [typed, setTyped] = useState('')
  const { found, isLooking } = useFound(typed)
  const groups = usePaletteGroups(typed, found)
  const highlighted = useRef<PaletteEntry | undefined>(undefined)
  const close = () => dialog.current?.close()
  useEffect(() => dialog.current?.showModal(), [])
  useModalEntry(true, close)
  function choose(entry: PaletteEntry) {
    close()
    entry.run()
  }
  function press(event: KeyboardEvent) {
    const { href } = highlighted.current ?? {}
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || !href) return
    event.preventDefault()
    window.open(href, '_blank', 'noopener')
  }
  return (
    <dialog
      ref={dialog}
      className={styles.palette}
      aria-label="Search or run a command"
      {...closeOnBackdrop}
      onClose={() => paletteStore.write(false)}
    >
      <Autocomplete.Root
        open
        inline
        items={groups}
        filter={null}
        autoHighlight="always"
        keepHighlight
        value={typed}
        // Choosing an entry would write its name into the field, but the palette closes instead.
        onValueChange={(value, { reason }) => reason !== 'item-press' && setTyped(value)}
        onItemHighlighted={(entry) => {
          highlighted.current = entry
        }}
        itemToStringValue={(entry) => entry.name}
      >
        <SearchField onPress={press} onClose={close} />
        <Lines words={parsePaletteSearch(typed).words} onChoose={choose} />
        <p className={styles.none} role="status">
          {groups.length === 0 && (isLooking ? 'Searching …' : 'No matches.')}
        </p>
        <Foot />
      </Autocomplete.Root>
    </dialog>
  )
}

type SearchProps = { onPress: (event: KeyboardEvent) => void; onClose: () => void }

function SearchField({ onPress, onClose }: SearchProps) {
  return (
    <div className={styles.search}>
      <Search size={18} strokeWidth={1.75} aria-hidden />
      <Autocomplete.Input
        className={styles.input}
        aria-label="Search orders, returns, customers and products, or run a command"
        placeholder="Search or run a command …"
        maxLength={100}
        autoFocus
        onKeyDown={onPress}
      />
      <button type="button" className={styles.close} onClick={onClose} aria-label="Esc: close">
        <Key>Esc</Key>
      </button>
    </div>
  )
}

type LinesProps = { words: string; onChoose: (entry: PaletteEntry) => void }

function Lines({ words, onChoose }: LinesProps) {
  return (
    <Autocomplete.List className={styles.list}>
      {(group: PaletteGroup) => (
        <Autocomplete.Group key={group.value} items={group.items}>
          <Autocomplete.GroupLabel className={styles.group}>{group.value}</Autocomplete.GroupLabel>
          <Autocomplete.Collection>
            {(entry: PaletteEntry) => (
              <Line key={`${group.value} ${entry.name}`} entry={entry} words={words} onChoose={() => onChoose(entry)} />
            )}
          </Autocomplete.Collection>
        </Autocomplete.Group>
      )}
    </Autocomplete.List>
  )
}

type LineProps = { entry: PaletteEntry; words: string; onChoose: () => void }

/** Renders an entry of the palette, with the matching parts of its name in bold. */
function Line({ entry, words, onChoose }: LineProps) {
  return (
    <Autocomplete.Item value={entry} className={styles.item} onClick={onChoose}>
      <entry.icon size={16} strokeWidth={1.75} aria-hidden />
      <span className={styles.name}>
        {markWords(entry.name, words).map(({ text, isFound, at }) => (isFound ? <b key={at}>{text}</b> : text))}
      </span>
      {entry.detail && <bdi className={styles.detail}>{entry.detail}</bdi>}
      {entry.hint && (
        <span className={styles.keys}>
          <Keys of={entry.hint} />
        </span>
      )}
    </Autocomplete.Item>
  )
}

function Foot() {
  return (
    <footer className={styles.foot}>
      <span>
        <Key>↑</Key> <Key>↓</Key> move
      </span>
      <span>
        <Key>↵</Key> open
      </span>
      <span>
        <Key>Ctrl</Key> <Key>↵</Key> in a new tab
      </span>
      <span className={styles.marks}>Type # for orders, @ for people, &gt; for commands</span>
    </footer>
  )
}

function useFound(typed: string): { found: SearchResult[]; isLooking: boolean } {
  const { call, additions } = useConsole()
  const { scopes } = useMe()
  const [state, setState] = useState<{ found: SearchResult[]; isLooking: boolean }>({ found: [], isLooking: false })
  useEffect(() => {
    const search = parsePaletteSearch(typed)
    if (search.kind === 'commands' || search.words.length < 2) {
      setState({ found: [], isLooking: false })
      return
    }
    setState((last) => ({ ...last, isLooking: true }))
    const stop = new AbortController()
    const timer = setTimeout(async () => {
      const finders = await additions.loadFinders().catch(() => [])
      const found = await findSearchResults(finders, call, scopes, search, stop.signal)
      if (!stop.signal.aborted) setState({ found, isLooking: false })
    }, waitMs)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [typed, call, scopes, additions])
  return state
}
