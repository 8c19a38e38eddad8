import { Autocomplete } from '@base-ui/react/autocomplete'
import { useRouter } from '@tanstack/react-router'
import { ArrowRight, type LucideIcon, Search, Settings } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { closeBeside } from '#ui/overlays/close-beside.ts'
import { useModalEntry } from '#ui/overlays/use-modal.ts'
import { findSettingsPlaces } from '../settings/settings-places.ts'
import { useConsole, useMe } from '../shell/console-context.ts'
import { staffOrderLink, staffReturnLink } from '../shell/console-links.ts'
import { findPlaces } from '../shell/places.ts'
import { Key, Keys } from '../ui/key.tsx'
import { findThings } from './find-things.ts'
import styles from './palette.module.css'
import { type FoundThing, findNumber, markWords, matchesWords, readSearch } from './palette.rules.ts'
import { listOffers, paletteStore } from './palette-store.ts'

type Entry = { name: string; icon: LucideIcon; detail?: string; hint?: string; href?: string; run: () => void }
type Group = { value: string; items: Entry[] }

/** Somebody who types fast asks once. */
const waitMs = 150

/** Ctrl K: what can be done here, what is found, where to go. */
export function Palette() {
  const dialog = useRef<HTMLDialogElement>(null)
  const [typed, setTyped] = useState('')
  const { found, isLooking } = useFound(typed)
  const groups = useGroups(typed, found)
  const highlighted = useRef<Entry | undefined>(undefined)
  const close = () => dialog.current?.close()
  useEffect(() => dialog.current?.showModal(), [])
  useModalEntry(true, close)
  function choose(entry: Entry) {
    close()
    entry.run()
  }
  return (
    <dialog
      ref={dialog}
      className={styles.palette}
      aria-label="Find or do"
      {...closeBeside}
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
        // Choosing a line would write its name into the field: the palette closes instead.
        onValueChange={(value, { reason }) => reason !== 'item-press' && setTyped(value)}
        onItemHighlighted={(entry) => {
          highlighted.current = entry as Entry | undefined
        }}
        itemToStringValue={(entry: Entry) => entry.name}
      >
        <div className={styles.search}>
          <Search size={18} strokeWidth={1.75} aria-hidden />
          <Autocomplete.Input
            className={styles.input}
            aria-label="Find an order, return, customer or product, or do something"
            placeholder="Find or do …"
            maxLength={100}
            autoFocus
            onKeyDown={(event) => {
              const { href } = highlighted.current ?? {}
              if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || !href) return
              event.preventDefault()
              window.open(href, '_blank', 'noopener')
            }}
          />
          <button
            type="button"
            className={styles.close}
            onClick={() => dialog.current?.close()}
            aria-label="Esc: close"
          >
            <Key>Esc</Key>
          </button>
        </div>
        <Autocomplete.List className={styles.list}>
          {(group: Group) => (
            <Autocomplete.Group key={group.value} items={group.items}>
              <Autocomplete.GroupLabel className={styles.group}>{group.value}</Autocomplete.GroupLabel>
              <Autocomplete.Collection>
                {(entry: Entry) => (
                  <Autocomplete.Item
                    key={`${group.value} ${entry.name}`}
                    value={entry}
                    className={styles.item}
                    onClick={() => choose(entry)}
                  >
                    <entry.icon size={16} strokeWidth={1.75} aria-hidden />
                    <span className={styles.name}>
                      {markWords(entry.name, readSearch(typed).words).map(({ text, isFound, at }) =>
                        isFound ? <b key={at}>{text}</b> : text,
                      )}
                    </span>
                    {entry.detail && <bdi className={styles.detail}>{entry.detail}</bdi>}
                    {entry.hint && (
                      <span className={styles.keys}>
                        <Keys of={entry.hint} />
                      </span>
                    )}
                  </Autocomplete.Item>
                )}
              </Autocomplete.Collection>
            </Autocomplete.Group>
          )}
        </Autocomplete.List>
        <p className={styles.none} role="status">
          {groups.length === 0 && (isLooking ? 'Looking …' : 'Nothing like that.')}
        </p>
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
      </Autocomplete.Root>
    </dialog>
  )
}

function useFound(typed: string): { found: FoundThing[]; isLooking: boolean } {
  const { call, additions } = useConsole()
  const { scopes } = useMe()
  const [state, setState] = useState<{ found: FoundThing[]; isLooking: boolean }>({ found: [], isLooking: false })
  useEffect(() => {
    const search = readSearch(typed)
    if (search.kind === 'commands' || search.words.length < 2) {
      setState({ found: [], isLooking: false })
      return
    }
    setState((last) => ({ ...last, isLooking: true }))
    const stop = new AbortController()
    const timer = setTimeout(async () => {
      const finders = await additions.loadFinders().catch(() => [])
      const found = await findThings(finders, call, scopes, search, stop.signal)
      if (!stop.signal.aborted) setState({ found, isLooking: false })
    }, waitMs)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [typed, call, scopes, additions])
  return state
}

function useGroups(typed: string, found: FoundThing[]): Group[] {
  const router = useRouter()
  const { scopes } = useMe()
  const { kind, words } = readSearch(typed)
  const go = (href: string) => router.navigate({ href })
  const groups: Group[] = []
  const pasted = findNumber(typed)
  if (pasted) {
    const { number } = pasted
    const href = pasted.kind === 'order' ? staffOrderLink(number) : staffReturnLink(number)
    groups.push({
      value: 'Go straight to',
      items: [
        {
          name: `${pasted.kind === 'order' ? 'Order' : 'Return'} ${number}`,
          icon: ArrowRight,
          href,
          run: () => go(href),
        },
      ],
    })
  }
  if (kind === 'all' || kind === 'commands') {
    for (const { about, commands } of listOffers()) {
      const items = commands
        .filter(({ name }) => matchesWords(name, words))
        .map((one) => ({ icon: ArrowRight, ...one }))
      // What can be done here is offered first, and whatever was typed: it may be a name that is about to be found.
      if (items.length > 0) groups.push({ value: about, items })
    }
  }
  if (found.length > 0) {
    groups.push({ value: 'Found', items: found.map((one) => ({ ...one, run: () => go(one.href) })) })
  }
  if (kind === 'all' || kind === 'commands') {
    const places = findPlaces(scopes)
      .filter(({ name }) => matchesWords(name, words))
      .map(({ name, icon, href, key }) => ({ name, icon, href, hint: `G ${key}`, run: () => void go(href) }))
    // Pages of the settings are looked for by name; all of them at once would be a second navigation.
    const settings = words.length < 2 ? [] : findSettingsPlaces(scopes).filter(({ name }) => matchesWords(name, words))
    const pages = settings.map(({ name, href }) => ({
      name: `Settings, ${name[0]?.toLowerCase()}${name.slice(1)}`,
      icon: Settings,
      href,
      run: () => void go(href),
    }))
    if (places.length + pages.length > 0) groups.push({ value: 'Go to', items: [...places, ...pages] })
  }
  return groups
}
