import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { projectFolder } from '#server/project-folder.ts'
import { newWebhookSecret, signWebhook } from './server/webhook-signature.ts'
import { testEventType, webhookEventTypes } from './webhooks.rules.ts'

const page = readFileSync(new URL('docs/webhooks.md', projectFolder), 'utf8')

test('documents exactly the events that exist', () => {
  const rows = page.split('\n').filter((line) => line.startsWith('| `'))
  const told = rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([\w.]+)`/g)].map(([, type]) => type))
  expect(told.sort()).toEqual([...webhookEventTypes, testEventType].sort())
})

test("verifies the shop's signatures with the documented Node example, and rejects others", async () => {
  const code = /```js\n([\s\S]+?)```/.exec(page)?.[1] ?? ''
  const shown = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as {
    isFromHarbor: (secret: string, headers: object, body: string) => boolean
  }
  const [secret, other] = [newWebhookSecret(), newWebhookSecret()]
  const sign = (at: Date, secrets: string[]) => signWebhook({ id: 'evt_1', at, body: '{"type":"order.paid"}' }, secrets)
  const now = new Date()
  const isTaken = (headers: object, body = '{"type":"order.paid"}') => shown.isFromHarbor(secret, headers, body)
  expect(isTaken(sign(now, [secret]))).toBe(true)
  expect(isTaken(sign(now, [other, secret]))).toBe(true)
  expect(isTaken(sign(now, [other]))).toBe(false)
  expect(isTaken(sign(now, [secret]), '{"type":"order.cancelled"}')).toBe(false)
  expect(isTaken(sign(new Date(now.getTime() - 600_000), [secret]))).toBe(false)
  expect(isTaken({ ...sign(now, [secret]), 'webhook-timestamp': 'soon' })).toBe(false)
})
