import { useRouter } from '@tanstack/react-router'
import { ArrowRight, type LucideIcon, Settings } from 'lucide-react'
import { listSettingsMenu } from '../settings/settings-menu.ts'
import { useMe } from '../shell/console-context.ts'
import { staffOrderLink, staffReturnLink } from '../shell/console-links.ts'
import { listMenuEntries } from '../shell/main-menu.ts'
import { matchesWords, parseNumber, parsePaletteSearch, type SearchResult } from './palette.rules.ts'
import { listCommandGroups } from './palette-store.ts'

export type PaletteEntry = {
  name: string
  icon: LucideIcon
  detail?: string
  hint?: string
  href?: string
  run: () => void
}
export type PaletteGroup = { value: string; items: PaletteEntry[] }
type Go = (href: string) => void

/**
 * Returns the groups of the palette for the typed text. Commands come first, because the text may also be a name still
 * being searched.
 */
export function usePaletteGroups(typed: string, found: SearchResult[]): PaletteGroup[] {
  const router = useRouter()
  const { scopes } = useMe()
  const { kind, words } = parsePaletteSearch(typed)
  const go: Go = (href) => void router.navigate({ href })
  const isForCommands = kind === 'all' || kind === 'commands'
  const groups = [
    { value: 'Open', items: listPasted(typed, go) },
    ...(isForCommands ? listCommands(words) : []),
    { value: 'Results', items: found.map((one) => ({ ...one, run: () => go(one.href) })) },
    { value: 'Go to', items: isForCommands ? [...listPlaces(scopes, words, go), ...listPages(scopes, words, go)] : [] },
  ]
  return groups.filter(({ items }) => items.length > 0)
}

/** Returns the order or return with the typed or pasted number. */
function listPasted(typed: string, go: Go): PaletteEntry[] {
  const pasted = parseNumber(typed)
  if (!pasted) return []
  const { number } = pasted
  const isOrder = pasted.kind === 'order'
  const href = isOrder ? staffOrderLink(number) : staffReturnLink(number)
  return [{ name: `${isOrder ? 'Order' : 'Return'} ${number}`, icon: ArrowRight, href, run: () => go(href) }]
}

const listCommands = (words: string): PaletteGroup[] =>
  listCommandGroups().map(({ about, commands }) => ({
    value: about,
    items: commands.filter(({ name }) => matchesWords(name, words)).map((one) => ({ icon: ArrowRight, ...one })),
  }))

type Scopes = ReturnType<typeof useMe>['scopes']

const listPlaces = (scopes: Scopes, words: string, go: Go): PaletteEntry[] =>
  listMenuEntries(scopes)
    .filter(({ name }) => matchesWords(name, words))
    .map(({ name, icon, href, key }) => ({ name, icon, href, hint: `G ${key}`, run: () => go(href) }))

/**
 * Returns matching settings pages. Without a search no pages are returned, because the whole list would be a second
 * navigation.
 */
function listPages(scopes: Scopes, words: string, go: Go): PaletteEntry[] {
  if (words.length < 2) return []
  return listSettingsMenu(scopes)
    .filter(({ name }) => matchesWords(name, words))
    .map(({ name, href }) => ({
      // An abbreviation such as API stays in capitals.
      name: `Settings, ${name.replace(/^[A-Z](?![A-Z])/, (first) => first.toLowerCase())}`,
      icon: Settings,
      href,
      run: () => go(href),
    }))
}
