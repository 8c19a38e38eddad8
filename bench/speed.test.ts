import { expect, test, vi } from 'vitest'
import { createSpeedWatch } from './speed.ts'

test('ignores measurements for a while on a machine that has lost a fifth of its speed', async () => {
  vi.spyOn(console, 'log').mockImplementation(() => {})
  const pause = vi.fn(async () => {})
  const counts = createSpeedWatch({ max: 2, pause })
  expect(await counts(1000)).toBe(true)
  expect(await counts(801)).toBe(true)
  expect(await counts(799)).toBe(false)
  expect(await counts(1100)).toBe(true)
  expect(await counts(801)).toBe(false)
  expect(pause).toHaveBeenCalledTimes(2)
  expect(await counts(1)).toBe(true)
})
