import { expect, test } from 'vitest'
import { dayMs } from '#contract/times/times.ts'
import { signWebhook } from './server/webhook-signature.ts'
import { findNextTry, isWebhookEvent, normalizeEvents, webhookEventTypes } from './webhooks.rules.ts'

// Official test vector of Standard Webhooks.
const example = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  message: { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', at: new Date(1_614_265_330_000), body: '{"test": 2432232314}' },
  signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
}

test('signs a message as Standard Webhooks does', () => {
  expect(signWebhook(example.message, [example.secret])).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': example.signature,
  })
})

test('adds two signatures for two valid secrets, and signs another body differently', () => {
  const two = signWebhook(example.message, ['whsec_AAAA', example.secret])['webhook-signature'].split(' ')
  expect(two).toHaveLength(2)
  expect(two[1]).toBe(example.signature)
  const other = signWebhook({ ...example.message, body: '{}' }, [example.secret])
  expect(other['webhook-signature']).not.toBe(example.signature)
})

test('uses growing pauses, and stops after three days', () => {
  const at = new Date('2026-06-15T10:00:00Z')
  const pauses: number[] = []
  let now = at
  for (let tries = 1; tries < 100; tries++) {
    const next = findNextTry(tries, { now, at, days: 3 })
    if (!next) break
    pauses.push(next.getTime() - now.getTime())
    now = next
  }
  expect(pauses).toEqual([...pauses].sort((a, b) => a - b))
  expect(pauses.length).toBeGreaterThan(10)
  expect(now.getTime() - at.getTime()).toBeGreaterThan(2.5 * dayMs)
  expect(now.getTime() - at.getTime()).toBeLessThanOrEqual(3 * dayMs)
})

test('accepts known single events and whole groups', () => {
  expect(webhookEventTypes).toEqual([...new Set(webhookEventTypes)])
  expect(['order.paid', 'order.*', 'stock.low'].every(isWebhookEvent)).toBe(true)
  expect(['*', 'order', 'order.', 'order.eaten', 'webhook.test', 'toString'].some(isWebhookEvent)).toBe(false)
  expect(normalizeEvents(['refund.failed', 'order.paid', 'order.*', 'refund.failed'])).toEqual([
    'order.*',
    'refund.failed',
  ])
})
