import { expect, test } from 'vitest'
import { findExcessive, findUneven } from './promises.ts'

test('reports memory and start time above their limits', () => {
  expect(findExcessive({ idle: 150, peak: 300, startMs: 1200 })).toEqual([])
  expect(findExcessive({ idle: 151, peak: 342, startMs: 1201 })).toEqual([
    'Idle it takes 151 MB; 150 is the most',
    'Under load it takes 342 MB; 300 is the most',
    'It starts within 1201 ms; 1200 is the most',
  ])
})

test('limits the spread of response times for calls at the usual concurrency', () => {
  const uneven = { p50: 10, p99: 99 }
  expect(findUneven('Parcel events', { p50: 10, p99: 40 })).toEqual([])
  expect(findUneven('Order list of 5, uncompressed, c = 32', uneven, true)).toEqual([])
  expect(findUneven('Page: home, guest', uneven)).toEqual([])
  expect(findUneven('Parcel events', uneven)).toEqual(['Parcel events: p99 is 9.9 times p50; 4 is the most'])
})
