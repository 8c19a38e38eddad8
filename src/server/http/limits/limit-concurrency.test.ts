import { expect, test } from 'vitest'
import { limitConcurrency } from './limit-concurrency.ts'

test('limits concurrency, queues the rest in order, and refuses with a retry time when the queue is full', async () => {
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

test('frees its slot when the work fails', async () => {
  const pass = limitConcurrency({ atOnce: 1, waiting: 1 })
  await expect(pass(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await pass(async () => 'next')).toBe('next')
})
