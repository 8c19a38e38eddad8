import type { LucideIcon } from 'lucide-react'
import { numberPrefixes } from '#contract/text/number-prefixes.ts'

export type SearchResult = { icon: LucideIcon; name: string; detail: string; href: string }
export type PaletteSearch = {
  kind: 'all' | 'orders' | 'people' | 'commands' | 'returns' | 'products' | 'inbox'
  words: string
}

const kinds: Partial<Record<string, PaletteSearch['kind']>> = { '#': 'orders', '@': 'people', '>': 'commands' }

/** Parses the search: `#` selects orders, `@` people, and `>` commands. */
export function parsePaletteSearch(typed: string): PaletteSearch {
  const text = typed.trim()
  const kind = kinds[text.charAt(0)]
  return kind ? { kind, words: text.slice(1).trim() } : { kind: 'all', words: text }
}

/** Recognizes a pasted number, whose page can be opened directly. */
export function parseNumber(typed: string): { kind: 'order' | 'return'; number: string } | null {
  const number = typed.trim().replace(/^#/, '').toUpperCase()
  if (!/^[A-Z]{2}[0-9A-Z]{11}$/.test(number) || number.startsWith(numberPrefixes.ticket)) return null
  return { kind: number.startsWith(numberPrefixes.return) ? 'return' : 'order', number }
}

/** Returns whether every typed word begins a word of the name. */
export function matchesWords(name: string, words: string): boolean {
  const parts = name.toLowerCase().split(/\s+/)
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => parts.some((part) => part.startsWith(word)))
}

/** Splits a name so that the matching beginnings of words can be bold. */
export function markWords(name: string, words: string): { text: string; isFound: boolean; at: number }[] {
  const wantedWords = words.toLowerCase().split(/\s+/).filter(Boolean)
  const parts: { text: string; isFound: boolean; at: number }[] = []
  let at = 0
  for (const text of name.split(/(?<=\s)/)) {
    const word = wantedWords.find((one) => text.toLowerCase().startsWith(one))
    const found = word ? text.slice(0, word.length) : ''
    if (found) parts.push({ text: found, isFound: true, at })
    if (found.length < text.length)
      parts.push({ text: text.slice(found.length), isFound: false, at: at + found.length })
    at += text.length
  }
  return parts
}
