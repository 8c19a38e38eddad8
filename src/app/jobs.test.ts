import { expect, test } from 'vitest'
import { createLog } from '#server/log/log.ts'
import { testShop } from '#testing/test-shop.ts'
import { parseConfig } from './config.ts'
import { chooseTimers } from './jobs.ts'
import { assembleShop } from './process/assemble-shop.ts'

const here = testShop()
const namesOf = (options: Parameters<typeof chooseTimers>[1]) =>
  chooseTimers(here.shop, options).map(({ name }) => name)

test('a shop that holds back what is outgoing runs every timer but those that send or fetch', () => {
  const held = namesOf({ holdsOutgoing: true })
  expect(namesOf({}).filter((name) => !held.includes(name))).toEqual([
    'deliverMails',
    'deliverWebhooks',
    'sendRefunds',
    'fetchRates',
    'fetchImportPictures',
  ])
})

test('a shop that holds back what is outgoing neither takes money nor sends it back, whatever provider is set up', () => {
  const keys = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }
  const paymentsOf = (settings: Record<string, string>) =>
    assembleShop(parseConfig({ ...keys, ...settings }), here.shop.db, createLog('silent')).payments.name
  expect(paymentsOf({})).toBe('stripe')
  expect(paymentsOf({ HOLD_OUTGOING: 'true' })).toBe('none')
})

test('a worker beside the first runs only the timers of its own process', () => {
  expect(namesOf({ isFirst: false })).toEqual(['countEvents', 'countAdvertViews'])
})
