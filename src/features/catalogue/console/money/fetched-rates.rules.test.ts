import { expect, test } from 'vitest'
import { formatFetchResult } from './fetched-rates.rules.ts'

const silence = 'The source does not respond.'

test.each([
  [{ changed: ['EUR', 'GBP'], problem: null }, 'New rates: EUR, GBP', null],
  [{ changed: [], problem: null }, 'The rates are up to date', null],
  [{ changed: [], problem: silence }, null, `No rate was changed. ${silence}`],
  [{ changed: ['EUR'], problem: 'USD jumps.' }, 'New rates: EUR', 'USD jumps.'],
])('after the fetch result %o, shows the toast %s and the problem %s', (fetched, toast, problem) => {
  expect(formatFetchResult(fetched)).toEqual({ toast, problem })
})
