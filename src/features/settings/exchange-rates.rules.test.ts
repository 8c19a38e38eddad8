import { expect, test } from 'vitest'
import { checkRate, convertRates, findWrongDay, isFetchDue } from './exchange-rates.rules.ts'

const at = (time: string) => new Date(`2026-11-${time}:00Z`)

test.each([
  ['never tried', '16T09:00', null, null, true],
  ['after the day’s rates were published', '16T16:10', '15T16:10', '15T16:10', true],
  ['before the day’s rates are published', '16T15:50', '15T16:10', '15T16:10', false],
  ['tried after the publication', '16T23:00', '16T16:10', '16T16:10', false],
  ['less than an hour after a failure', '16T16:50', '16T16:10', '15T16:10', false],
  ['more than an hour after a failure', '16T17:11', '16T16:10', '15T16:10', true],
  ['times in the future, stored by a wrong clock', '16T09:00', '20T09:00', '20T09:00', true],
])("decides whether to fetch the day's rates: %s", (_, now, tried, fetched, expected) => {
  const times = { triedAt: tried ? at(tried) : null, fetchedAt: fetched ? at(fetched) : null }
  expect(isFetchDue(at(now), times)).toBe(expected)
})

test('converts rates to another base currency', () => {
  const fetched = {
    base: 'EUR',
    asOf: at('13T13:00'),
    rates: new Map([
      ['USD', 1.25],
      ['GBP', 0.8],
    ]),
  }
  expect(Object.fromEntries(convertRates(fetched, 'USD') ?? [])).toEqual({ USD: 1, GBP: 0.64, EUR: 0.8 })
  expect(convertRates(fetched, 'CHF')).toBeNull()
})

test.each([
  ['changes slightly', 1.05, '13T13:00', 'take'],
  ['falls by a fifth', 1 / 1.2, '13T13:00', 'take'],
  ['rises by more than a fifth', 1.21, '13T13:00', 'too far'],
  ['has a misplaced decimal point', 10, '13T13:00', 'too far'],
  ['has the same time as the known rate', 1.05, '12T13:00', 'older'],
  ['is older than the known rate', 1.05, '11T13:00', 'older'],
])('judges a rate that %s as "%s"', (_, rate, day, expected) => {
  expect(checkRate({ rate: 1, asOf: at('12T13:00') }, { rate, asOf: at(day) })).toBe(expected)
})

test('allows a larger change of a rate that is months old', () => {
  const known = { rate: 1, asOf: new Date('2026-06-15T00:00:00Z') }
  expect(checkRate(known, { rate: 1.4, asOf: at('13T13:00') })).toBe('take')
  expect(checkRate(known, { rate: 1.6, asOf: at('13T13:00') })).toBe('too far')
})

test('rejects rates from the future and rates that are older than a week', () => {
  expect(findWrongDay(at('16T16:00'), at('13T13:00'))).toBeNull()
  expect(findWrongDay(at('16T16:00'), at('18T13:00'))).toMatch(/in the future/)
  expect(findWrongDay(at('16T16:00'), at('01T13:00'))).toMatch(/no new rates/)
})
