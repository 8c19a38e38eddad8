import { expect, test } from 'vitest'
import { findBroken, findTooMuch } from './promises.ts'

const good = { perSecond: 1700, processorMs: 0.9, p50: 10, p99: 39 }

test('a row that keeps what was promised is not told, nor one of which nothing was', () => {
  expect(findBroken('Account summary', good)).toEqual([])
  expect(findBroken('Staff: orders', { perSecond: 1, processorMs: 99, p50: 10, p99: 99 })).toEqual([])
})

test('too few a second, too much of the processor and too uneven are each told', () => {
  expect(findBroken('Account summary', { perSecond: 1499, processorMs: 1.01, p50: 10, p99: 41 })).toEqual([
    'Account summary answers 1499 a second; 1500 is the least',
    'Account summary takes 1.01 ms of processor; 1 was promised',
    'Account summary: p99 is 4.1 times p50; 4 is the most',
  ])
})

test('memory and the start are told when they are beyond what was promised', () => {
  expect(findTooMuch({ idle: 150, peak: 300, startMs: 1200 })).toEqual([])
  expect(findTooMuch({ idle: 151, peak: 342, startMs: 1201 })).toEqual([
    'Idle it takes 151 MB; 150 is the most',
    'Under load it takes 342 MB; 300 is the most',
    'It starts within 1201 ms; 1200 is the most',
  ])
})

test('evenness is promised of calls, while no more than usual ask at once', () => {
  const uneven = { ...good, perSecond: 9000, processorMs: 0.1, p99: 99 }
  expect(findBroken('Order list of 5, uncompressed, c = 32', uneven, true)).toEqual([])
  expect(findBroken('Page: home, guest', uneven)).toEqual([])
  expect(findBroken('Parcel events', uneven)).toEqual(['Parcel events: p99 is 9.9 times p50; 4 is the most'])
})
