import { expect, test } from 'vitest'
import { sumLongWork } from './lighthouse.ts'

test('counts long tasks of the page after the first paint, in CPU time', () => {
  const page = { pid: 7, tid: 1 }
  const work = (ts: number, ms: number, processorMs: number, where = page) => ({
    ...where,
    name: 'ThreadControllerImpl::RunTask',
    ts,
    dur: ms * 1000,
    tdur: processorMs * 1000,
  })
  const steps = [
    work(0, 90, 90),
    { ...page, name: 'firstContentfulPaint', ts: 100_000 },
    work(100_000, 20, 20),
    work(200_000, 300, 10),
    work(500_000, 90, 90, { pid: 7, tid: 2 }),
    work(500_000, 90, 90, { pid: 8, tid: 1 }),
    { ...page, name: 'Layout', ts: 600_000, dur: 90_000, tdur: 90_000 },
    work(600_000, 60, 60),
  ]
  expect(sumLongWork(steps, 1)).toBe(10)
  expect(sumLongWork(steps, 4)).toBe(30 + 190)
  expect(sumLongWork([], 4)).toBe(0)
})
