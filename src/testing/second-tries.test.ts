import { expect, test } from 'vitest'
import { findSecondTries, type Report } from './second-tries.ts'

const spec = (title: string, status: string) => ({ file: 'orders.spec.ts', title, tests: [{ status }] })
const report = (...flaky: string[]): Report => ({
  suites: [
    {
      specs: [spec('passes', 'expected'), ...flaky.slice(0, 1).map((title) => spec(title, 'flaky'))],
      suites: [{ specs: [spec('fails', 'unexpected'), ...flaky.slice(1).map((title) => spec(title, 'flaky'))] }],
    },
  ],
})

test('journeys that needed a second try are named, however deep they stand', () => {
  const { names } = findSecondTries(report('pays', 'reviews'))
  expect(names).toEqual(['orders.spec.ts: pays', 'orders.spec.ts: reviews'])
})

test.each([
  [[], false],
  [['a', 'b'], false],
  [['a', 'b', 'c'], true],
])('of %j it is %s that they are too many', (titles, isTooMany) => {
  expect(findSecondTries(report(...titles)).isTooMany).toBe(isTooMany)
  expect(findSecondTries({}).names).toEqual([])
})
