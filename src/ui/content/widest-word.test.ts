import { expect, test } from 'vitest'
import { measureWidestWord } from './widest-word.ts'

test.each([
  ['the longer of two words counts', 'Free shipping', measureWidestWord('shipping')],
  ['a word can break at a soft hyphen', 'Loppuun\u00admyyty', measureWidestWord('Loppuun\u00ad')],
  ['direction marks have no width', '\u2066$15\u2069 off', measureWidestWord('$15')],
  ['Chinese breaks anywhere', '全部领取', 1],
  ['an empty text is as wide as a letter', '', 1],
])('measures the widest word: %s', (_, text, ems) => {
  expect(measureWidestWord(text)).toBe(ems)
})

test('measures longer words, capitals and letter spacing as wider', () => {
  expect(measureWidestWord('Безкоштовно')).toBeGreaterThan(measureWidestWord('Gratis'))
  expect(measureWidestWord('SHIPPING')).toBeGreaterThan(measureWidestWord('shipping'))
  expect(measureWidestWord('off', 0.1)).toBeCloseTo(measureWidestWord('off') + 0.3)
})
