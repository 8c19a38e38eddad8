import { expect, test } from 'vitest'
import { markWords, matchesWords, parseNumber, parsePaletteSearch } from './palette.rules.ts'

test.each([
  ['maren', { kind: 'all', words: 'maren' }],
  ['# HB2V8', { kind: 'orders', words: 'HB2V8' }],
  ['@maren', { kind: 'people', words: 'maren' }],
  ['> pack', { kind: 'commands', words: 'pack' }],
])('parses %s', (typed, search) => {
  expect(parsePaletteSearch(typed)).toEqual(search)
})

test.each([
  [' hb2v8c6md3xp7 ', { kind: 'order', number: 'HB2V8C6MD3XP7' }],
  ['#HB2V8C6MD3XP7', { kind: 'order', number: 'HB2V8C6MD3XP7' }],
  ['RT5K8D2W7QX4N', { kind: 'return', number: 'RT5K8D2W7QX4N' }],
  ['HB2V8', null],
])('opens the page for %s', (typed, found) => {
  expect(parseNumber(typed)).toEqual(found)
})

test.each([
  ['Settings, staff and roles', 'staff rol', true],
  ['Pack it', 'pack', true],
  ['Pack it', 'unpack', false],
  ['Orders', '', true],
])('matches %s by %s: %s', (name, words, isFound) => {
  expect(matchesWords(name, words)).toBe(isFound)
})

test('marks the beginnings of words that match, and keeps the whole name', () => {
  const marked = (name: string, words: string) =>
    markWords(name, words)
      .filter(({ isFound }) => isFound)
      .map(({ text }) => text)
  expect(marked('HB2V8C6MD3XP7, Maren Lindqvist', 'maren')).toEqual(['Maren'])
  expect(marked('Maren Lindqvist', 'mar lin')).toEqual(['Mar', 'Lin'])
  expect(marked('Maren Lindqvist', 'ren')).toEqual([])
  expect(marked('Maren', '')).toEqual([])
  for (const words of ['', 'm', 'maren l', 'q']) {
    expect(
      markWords('Maren  Lindqvist ', words)
        .map(({ text }) => text)
        .join(''),
    ).toBe('Maren  Lindqvist ')
  }
})
