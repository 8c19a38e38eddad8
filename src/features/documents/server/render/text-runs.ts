import createBidi from 'bidi-js'
import LineBreaker from 'linebreak'
import { type FontSet, type FontStyle, type LoadedFont, missingCharacter } from './load-fonts.ts'

/** A part of a line in one font and one direction, in the order from left to right. */
export type Run = {
  text: string
  font: LoadedFont
  width: number
}

export type Direction = 'ltr' | 'rtl'
export type TextStyle = { font: FontStyle; size: number }

const bidi = createBidi()

/** Digits of equal width that stand on the baseline, so that figures align. */
export const features: PDFKit.Mixins.OpenTypeFeatures[] = ['kern', 'tnum', 'lnum']

/** Direction marks and variation selectors, which have no glyphs. */
const controls = /\p{Cf}|\p{Variation_Selector}/u
const rtlLetter = /[\p{Script=Arabic}\p{Script=Hebrew}]/u

/** Replaces characters that have no glyph of their own: control characters and narrow spaces. */
export const cleanText = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/[\u2007\u2009\u202f]/g, '\u00a0')

/** Lists the characters for which a text needs glyphs, including the mirrored forms of brackets. */
export function listCharacters(texts: Iterable<string>): Set<string> {
  const all = new Set<string>([' ', '?', missingCharacter])
  for (const text of texts) {
    for (const character of cleanText(text)) {
      if (controls.test(character)) continue
      all.add(character)
      const mirrored = bidi.getMirroredCharacter(character)
      if (mirrored) all.add(mirrored)
    }
  }
  return all
}

/** Arranges one line from left to right (Unicode bidirectional algorithm) and splits it by font. */
export function arrangeLine(source: string, style: TextStyle, direction: Direction, fonts: FontSet): Run[] {
  const text = cleanText(source)
  if (text === '') return []
  const levels = bidi.getEmbeddingLevels(text, direction)
  const mirrored = bidi.getMirroredCharactersMap(text, levels.levels)
  const parts: { text: string; font: LoadedFont; isRtl: boolean }[] = []
  const partAt = new Map<number, number>()
  let at = 0
  let lastLevel = -1
  for (const original of text) {
    const start = at
    at += original.length
    if (controls.test(original)) continue
    const level = levels.levels[start] ?? 0
    const character = mirrored.get(start) ?? original
    const font = findFont(fonts, style.font, character)
    if (!font) continue
    const shown = font.shown
    const last = parts.at(-1)
    // A number in a right-to-left line has a level of its own, so a new level always begins a new part.
    if (last && last.font === font.font && lastLevel === level) last.text += shown
    else parts.push({ text: shown, font: font.font, isRtl: level % 2 === 1 })
    lastLevel = level
    partAt.set(start, parts.length - 1)
  }
  const order = bidi
    .getReorderedIndices(text, levels)
    .map((index) => partAt.get(index))
    .filter((part) => part !== undefined)
  return [...new Set(order)].flatMap((index) => {
    const part = parts[index]
    if (!part) return []
    // fontkit reverses a part with right-to-left letters, but keeps the order of a part of signs.
    const isReversed = part.isRtl && !rtlLetter.test(part.text)
    const shown = isReversed ? [...part.text].reverse().join('') : part.text
    return [{ text: shown, font: part.font, width: measurePart(part.font, shown, style.size) }]
  })
}

function findFont(fonts: FontSet, style: FontStyle, character: string): { font: LoadedFont; shown: string } | null {
  for (const shown of [character, missingCharacter, '?']) {
    const font = fonts.find(style, shown)
    if (font) return { font, shown }
  }
  return null
}

function measurePart({ font }: LoadedFont, text: string, size: number): number {
  return (font.layout(text, features).advanceWidth * size) / font.unitsPerEm
}

export const widthOf = (runs: readonly Run[]): number => runs.reduce((sum, { width }) => sum + width, 0)

/** Splits a text into lines that fit a width. A single word that is too long is split between characters. */
export function wrapText(source: string, width: number, measure: (text: string) => number): string[] {
  const text = cleanText(source).trim()
  const lines: string[] = []
  let line = ''
  for (const word of listWords(text)) {
    if (line !== '' && measure((line + word).trimEnd()) > width) {
      lines.push(line.trimEnd())
      line = ''
    }
    line += word
    while (measure(line.trimEnd()) > width && [...line].length > 1) {
      const fitting = countFitting([...line], width, measure)
      lines.push([...line].slice(0, fitting).join(''))
      line = [...line].slice(fitting).join('')
    }
  }
  if (line !== '') lines.push(line.trimEnd())
  return closeIsolates(lines)
}

/** An isolated part that goes over two lines is closed at the end of the first line and opened again in the next. */
function closeIsolates(lines: string[]): string[] {
  let open: string[] = []
  return lines.map((line) => {
    const start = open.join('')
    for (const mark of line.replace(/[^\u2066-\u2069]/g, ''))
      open = mark === '\u2069' ? open.slice(0, -1) : [...open, mark]
    return start + line + '\u2069'.repeat(open.length)
  })
}

function listWords(text: string): string[] {
  const breaker = new LineBreaker(text)
  const words: string[] = []
  let last = 0
  for (let next = breaker.nextBreak(); next; next = breaker.nextBreak()) {
    words.push(text.slice(last, next.position))
    last = next.position
  }
  return words
}

function countFitting(characters: string[], width: number, measure: (text: string) => number): number {
  let count = 1
  while (count < characters.length && measure(characters.slice(0, count + 1).join('')) <= width) count++
  return count
}
