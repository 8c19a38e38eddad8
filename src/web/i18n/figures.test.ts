import { expect, test } from 'vitest'
import { showNumber } from '#contract/show-number.ts'
import { catalogueLanguages } from '#words/catalogues.ts'
import { showAverage, showDay, showPercent } from './figures.ts'

test.each([
  ['en', '4.5', '20%', 'June 16, 2026'],
  ['de', '4,5', '20\u00a0%', '16. Juni 2026'],
  ['fr', '4,5', '20\u00a0%', '16 juin 2026'],
  ['tr', '4,5', '%20', '16 Haziran 2026'],
  ['ja', '4.5', '20%', '2026年6月16日'],
])('%s writes numbers, shares and days its own way', (language, number, share, day) => {
  expect(showNumber(4.5, language)).toBe(number)
  expect(showPercent(20, language)).toBe(share)
  expect(showDay('2026-06-16', language)).toBe(day)
})

test.each(['ar', 'ar-EG', 'fa', 'he', 'th'])(
  '%s has the digits and the calendar of the rest of the shop',
  (language) => {
    expect(showNumber(1234, language)).toMatch(/^1.?234$/u)
    expect(showDay('2026-06-16', language)).toMatch(/2026/)
  },
)

test('figures that are written without the tables of numbers are the same as with them', () => {
  for (const language of catalogueLanguages) {
    const write = (value: number, options: Intl.NumberFormatOptions) =>
      new Intl.NumberFormat(`${language}-u-nu-latn`, options)
        .format(value)
        .replace(/\s/g, '\u00a0')
        .replace(/[\u061c\u200e\u200f]/g, '')
    for (const value of [0, 0.04, 0.05, 1, 4.25, 4.35, 4.95, 9.99, 12.5, 20, 33.3, 99.94, 100, 250, 998.9, 1234.5]) {
      const tenths = { minimumFractionDigits: 1, maximumFractionDigits: 1 }
      expect(showAverage(value, language), `${value} in ${language}`).toBe(write(value, tenths))
      expect(showPercent(value, language), `${value} % in ${language}`).toBe(
        write(value / 100, { style: 'percent', maximumFractionDigits: 1 }),
      )
    }
    for (const value of [0, 1, 7, 999, 1000, 12_345, -5, 1.5]) {
      expect(showNumber(value, language), `${value} in ${language}`).toBe(write(value, {}))
    }
  }
})
