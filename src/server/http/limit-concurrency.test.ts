import { expect, test } from 'vitest'
import { limitConcurrency } from './limit-concurrency.ts'

test('only so many work at once, the others in their order, and a full line sends away with the time to come again', async () => {
  const pass = limitConcurrency({ atOnce: 2, waiting: 3 })
  const leave: (() => void)[] = []
  const entered: number[] = []
  const enter = (who: number) =>
    pass(() => {
      entered.push(who)
      return new Promise<number>((done) => leave.push(() => done(who)))
    })
  const inside = [0, 1, 2, 3, 4].map(enter)
  await expect(enter(5)).rejects.toMatchObject({ status: 429, retryAfter: 2 })
  expect(entered).toEqual([0, 1])
  for (let done = 0; done < 5; done++) {
    leave[done]?.()
    await inside[done]
  }
  expect(entered).toEqual([0, 1, 2, 3, 4])
})

test('work that fails makes room like any other', async () => {
  const pass = limitConcurrency({ atOnce: 1, waiting: 1 })
  await expect(pass(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await pass(async () => 'next')).toBe('next')
})
