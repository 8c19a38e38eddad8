import { expect, test } from 'vitest'
import { findNumber, matchesWords, readSearch } from './palette.rules.ts'

test.each([
  ['maren', { kind: 'all', words: 'maren' }],
  ['# HB2V8', { kind: 'orders', words: 'HB2V8' }],
  ['@maren', { kind: 'people', words: 'maren' }],
  ['> pack', { kind: 'commands', words: 'pack' }],
])('%s is understood', (typed, search) => {
  expect(readSearch(typed)).toEqual(search)
})

test.each([
  [' hb2v8c6md3xp7 ', { kind: 'order', number: 'HB2V8C6MD3XP7' }],
  ['#HB2V8C6MD3XP7', { kind: 'order', number: 'HB2V8C6MD3XP7' }],
  ['RT5K8D2W7QX4N', { kind: 'return', number: 'RT5K8D2W7QX4N' }],
  ['HB2V8', null],
])('%s leads to its page', (typed, found) => {
  expect(findNumber(typed)).toEqual(found)
})

test.each([
  ['Settings, staff and roles', 'staff rol', true],
  ['Pack it', 'pack', true],
  ['Pack it', 'unpack', false],
  ['Orders', '', true],
])('%s for %s: %s', (name, words, isFound) => {
  expect(matchesWords(name, words)).toBe(isFound)
})
