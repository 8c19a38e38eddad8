import { expect, test } from 'vitest'
import { findWidestWord } from './widest-word.ts'

test.each([
  ['of two words the longer one counts', 'Free shipping', findWidestWord('shipping')],
  ['a soft hyphen is a place to break', 'Loppuun\u00admyyty', findWidestWord('Loppuun\u00ad')],
  ['marks of direction take no room', '\u2066$15\u2069 off', findWidestWord('$15')],
  ['Chinese breaks anywhere', '全部领取', 1],
  ['nothing is not narrower than a letter', '', 1],
])('measures the widest word: %s', (_, text, ems) => {
  expect(findWidestWord(text)).toBe(ems)
})

test('measures longer words, capitals and letter spacing as wider', () => {
  expect(findWidestWord('Безкоштовно')).toBeGreaterThan(findWidestWord('Gratis'))
  expect(findWidestWord('SHIPPING')).toBeGreaterThan(findWidestWord('shipping'))
  expect(findWidestWord('off', 0.1)).toBeCloseTo(findWidestWord('off') + 0.3)
})
