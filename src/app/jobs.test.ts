import { expect, test } from 'vitest'
import { createLog } from '#server/log/log.ts'
import { testShop } from '#testing/test-shop.ts'
import { parseConfig } from './config.ts'
import { chooseTimers } from './jobs.ts'
import { assembleShop } from './process/assemble-shop.ts'

const here = testShop()
const namesOf = (options: Parameters<typeof chooseTimers>[1]) =>
  chooseTimers(here.shop, options).map(({ name }) => name)

test('runs every timer while outgoing connections are held, except timers that send data, fetch data or remove pictures', () => {
  const held = namesOf({ holdsOutgoing: true })
  expect(namesOf({}).filter((name) => !held.includes(name))).toEqual([
    'deliverMails',
    'deliverWebhooks',
    'sendRefunds',
    'fetchRates',
    // The bucket may be the live shop's, where the picture has been used since.
    'removeUnusedImages',
    'fetchImportPictures',
  ])
})

test('takes and refunds no money while outgoing connections are held, with any payment provider', () => {
  const keys = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }
  const paymentsOf = (settings: Record<string, string>) =>
    assembleShop(parseConfig({ ...keys, ...settings }), here.shop.db, createLog('silent')).payments.name
  expect(paymentsOf({})).toBe('stripe')
  expect(paymentsOf({ HOLD_OUTGOING: 'true' })).toBe('none')
})

test('runs only per-process timers in every worker but the first', () => {
  expect(namesOf({ isFirst: false })).toEqual(['countEvents', 'countAdvertViews'])
})
