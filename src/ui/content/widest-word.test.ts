import { expect, test } from 'vitest'
import { measureWidestWord } from './widest-word.ts'

test.each([
  ['of two words the longer one counts', 'Free shipping', measureWidestWord('shipping')],
  ['a soft hyphen is a place to break', 'Loppuun\u00admyyty', measureWidestWord('Loppuun\u00ad')],
  ['marks of direction take no room', '\u2066$15\u2069 off', measureWidestWord('$15')],
  ['Chinese breaks anywhere', '全部领取', 1],
  ['nothing is not narrower than a letter', '', 1],
])('measures the widest word: %s', (_, text, ems) => {
  expect(measureWidestWord(text)).toBe(ems)
})

test('measures longer words, capitals and letter spacing as wider', () => {
  expect(measureWidestWord('Безкоштовно')).toBeGreaterThan(measureWidestWord('Gratis'))
  expect(measureWidestWord('SHIPPING')).toBeGreaterThan(measureWidestWord('shipping'))
  expect(measureWidestWord('off', 0.1)).toBeCloseTo(measureWidestWord('off') + 0.3)
})
