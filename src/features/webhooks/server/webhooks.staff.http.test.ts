import { beforeAll, beforeEach, expect, test } from 'vitest'
import { StaffProblem } from '#contract/calls/staff-call.ts'
import { dayMs } from '#contract/times/times.ts'
import { auditRows } from '#features/staff/server/staff.tables.ts'
import { addEndpoint, isSignedWith, webhookReceiver } from '#testing/outside/webhook-receiver.ts'
import { buy, goods, stockShop } from '#testing/shops/stocked-shop.ts'
import { type StaffPerson, testStaff } from '#testing/staff.ts'
import { testShop } from '#testing/test-shop.ts'
import * as calls from '../webhooks.staff.contract.ts'
import { deliverWebhooks } from './deliver-webhooks.service.ts'
import { webhookEndpoints, webhookEvents } from './webhooks.tables.ts'

const testedShop = testShop()
const staff = testStaff(testedShop)
const receiver = webhookReceiver()
let erp: StaffPerson

beforeAll(async () => {
  await stockShop(testedShop.shop.db, testedShop.clock.now())
  erp = await staff.key('keys:write', 'orders:read', 'catalogue:read')
})
beforeEach(async () => {
  await testedShop.shop.db.delete(webhookEvents)
  await testedShop.shop.db.delete(webhookEndpoints)
})

const create = async (events = ['order.created'], url = receiver.url) =>
  (await erp.call(calls.createWebhook, { url, events })).data
const place = async () => buy(testedShop.shop, await testedShop.signedIn(), [goods.dress])
const refusal = async (made: Promise<unknown>) => {
  const error = await made.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (error instanceof StaffProblem) return { code: error.problem.code, errors: error.problem.errors }
  return error
}
const list = async (input: Parameters<typeof erp.call<typeof calls.listDeliveries>>[1] = {}) =>
  (await erp.call(calls.listDeliveries, input)).data.data

test('creates a webhook whose secret is shown once and verifies its signatures', async () => {
  const made = await create(['order.*', 'order.created', 'stock.low'])
  expect(made).toMatchObject({ events: ['order.*', 'stock.low'], state: 'healthy', is_on: true, recent: 0, failed: 0 })
  expect(Buffer.from(made.secret.replace(/^whsec_/, ''), 'base64')).toHaveLength(32)
  const kept = await testedShop.shop.db.select().from(webhookEndpoints)
  const log = await testedShop.shop.db.select().from(auditRows)
  const { data: shown } = await erp.call(calls.getWebhook, { id: made.id })
  for (const place of [kept, log, shown]) expect(JSON.stringify(place)).not.toContain(made.secret.slice(6))
  await erp.call(calls.testWebhook, { id: made.id })
  await deliverWebhooks(testedShop.shop)
  const [message] = receiver.received
  expect(message?.payload).toMatchObject({ type: 'webhook.test', data: { webhook_id: made.id } })
  expect(message && isSignedWith(made.secret, message)).toBe(true)
})

test('keeps the previous secret valid for a day, and never accepts three secrets at once', async () => {
  const first = await create()
  const { data: second } = await erp.call(calls.rotateWebhookSecret, { id: first.id })
  const { data: third } = await erp.call(calls.rotateWebhookSecret, { id: first.id })
  expect(third.previous_secret_until).toBe('2026-06-16T10:00:00Z')
  await place()
  await deliverWebhooks(testedShop.shop)
  const good = [first, second, third].map(({ secret }) => receiver.received.some((one) => isSignedWith(secret, one)))
  expect(good).toEqual([false, true, true])
})

test('rejects invalid endpoints, and changes nothing', async () => {
  const url = async (address: string) => refusal(create(['order.paid'], address))
  const wrong = { code: 'invalid_input', errors: [expect.objectContaining({ field: 'url' })] }
  expect(await url('https://10.0.0.7/in')).toMatchObject(wrong)
  expect(await url('http://erp.example/in')).toMatchObject(wrong)
  expect(await url('https://me:pass@erp.example/in')).toMatchObject(wrong)
  expect(await url(`https://erp.example/${'x'.repeat(500)}`)).toMatchObject(wrong)
  expect(await refusal(create(['order.eaten']))).toMatchObject({ code: 'invalid_input' })
  expect(await refusal(create([]))).toMatchObject({ code: 'invalid_input' })
  expect(await testedShop.shop.db.select().from(webhookEndpoints)).toEqual([])
})

test('limits webhooks to twenty, even when created simultaneously', async () => {
  for (let made = 0; made < 18; made++) await addEndpoint(testedShop.shop, receiver.url, ['order.paid'])
  const tried = await Promise.allSettled([create(), create(), create(), create()])
  expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  expect(await refusal(create())).toMatchObject({ code: 'too_many_there' })
})

test('requires the current version for an edit, and parks open deliveries when switched off', async () => {
  const { id } = await create()
  const { etag } = await erp.call(calls.getWebhook, { id })
  const ifMatch = etag ?? ''
  receiver.answers((response) => response.writeHead(500).end())
  await place()
  await deliverWebhooks(testedShop.shop)
  // The state of deliveries is not part of the version.
  const { data: off } = await erp.call(calls.changeWebhook, { id, is_on: false }, { ifMatch })
  expect(off).toMatchObject({ state: 'off', is_given_up: false, failed: 1, possible: [] })
  expect(await list()).toMatchObject([{ state: 'parked', next_at: null, possible: [] }])
  expect(await refusal(erp.call(calls.changeWebhook, { id, url: 'https://b.example' }, { ifMatch }))).toMatchObject({
    code: 'changed_meanwhile',
  })
  expect(await refusal(erp.call(calls.testWebhook, { id }))).toMatchObject({ code: 'webhook_off' })
  const { data: on } = await erp.call(calls.changeWebhook, { id, is_on: true }, { ifMatch: '*' })
  expect(on).toMatchObject({ state: 'healthy', off_since: null, possible: ['test', 'retry_failed'] })
})

test('lists deliveries by state and webhook, page by page, with request and response', async () => {
  const { id } = await create()
  const other = await create(['order.created'], `${receiver.url}/other`)
  receiver.answers((response) => response.writeHead(503).end('back at 11:00'))
  const { orderNo } = await place()
  await deliverWebhooks(testedShop.shop)
  receiver.answers((response) => response.writeHead(200).end())
  for (let placed = 0; placed < 3; placed++) await place()
  await deliverWebhooks(testedShop.shop)
  await place()
  const count = async (input: Parameters<typeof list>[0]) => (await list(input)).length
  expect([await count({ state: 'failed' }), await count({ state: 'delivered' })]).toEqual([2, 6])
  expect([await count({ state: 'waiting' }), await count({ webhook_id: other.id })]).toEqual([2, 5])
  const { data: first } = await erp.call(calls.listDeliveries, { webhook_id: id, limit: 3 })
  const { data: second } = await erp.call(calls.listDeliveries, { webhook_id: id, limit: 3, after: first.next ?? '' })
  const ids = [...first.data, ...second.data].map((one) => Number(one.id))
  expect([ids.length, first.total, second.next]).toEqual([5, 5, null])
  expect(ids).toEqual([...ids].sort((a, b) => b - a))
  const [failed] = await list({ webhook_id: id, state: 'failed' })
  const { data: whole } = await erp.call(calls.getDelivery, { id: failed?.id ?? '' })
  expect(whole).toMatchObject({
    subject: `orders/${orderNo}`,
    status: 503,
    tries: 1,
    next_at: '2026-06-15T10:00:05Z',
    request: { url: receiver.url, headers: { 'webhook-id': whole.event_id } },
    answer: { status: 503, text: 'Service Unavailable', body: 'back at 11:00' },
  })
  expect(JSON.parse(whole.request.body)).toMatchObject({ type: 'order.created', data: { number: orderNo } })
  const { data: both } = await erp.call(calls.listWebhooks, {})
  expect(both.data.map((one) => one.id).sort()).toEqual([id, other.id].sort())
  expect(both.data.map(({ recent, failed: failedCount }) => [recent, failedCount])).toEqual([
    [5, 1],
    [5, 1],
  ])
})

test('sends a single delivery again, even a delivered one, and all failed deliveries at once', async () => {
  const { id } = await create()
  receiver.answers((response) => response.writeHead(500).end())
  await place()
  await deliverWebhooks(testedShop.shop)
  testedShop.clock.advance(4 * dayMs)
  await deliverWebhooks(testedShop.shop)
  await place()
  await deliverWebhooks(testedShop.shop)
  expect((await list()).map(({ state }) => state)).toEqual(['failed', 'parked'])
  receiver.answers((response) => response.writeHead(200).end())
  expect((await erp.call(calls.retryFailedDeliveries, { id })).data).toEqual({ id, retried: 2 })
  expect(await deliverWebhooks(testedShop.shop)).toBe(2)
  expect((await erp.call(calls.retryFailedDeliveries, { id })).data).toEqual({ id, retried: 0 })
  const [arrived] = await list({ state: 'delivered' })
  const before = receiver.received.length
  await erp.call(calls.retryDelivery, { id: arrived?.id ?? '' })
  await erp.call(calls.retryDelivery, { id: arrived?.id ?? '' })
  expect(await deliverWebhooks(testedShop.shop)).toBe(1)
  expect(receiver.received).toHaveLength(before + 1)
})

test('removes a webhook with its deliveries, and sends nothing to it any more', async () => {
  const { id } = await create()
  await place()
  await erp.call(calls.removeWebhook, { id }, { ifMatch: '*' })
  expect((await erp.call(calls.listWebhooks, {})).data.data).toEqual([])
  expect(await list()).toEqual([])
  expect(await refusal(erp.call(calls.getWebhook, { id }))).toMatchObject({ code: 'not_found' })
  expect(await deliverWebhooks(testedShop.shop)).toBe(0)
})

test('rejects an endpoint for events that its creator may not read, and hides their deliveries', async () => {
  const { id } = await create(['order.*'])
  await place()
  await deliverWebhooks(testedShop.shop)
  const clerk = await staff.key('keys:write', 'catalogue:read')
  const make = (...events: string[]) => refusal(clerk.call(calls.createWebhook, { url: receiver.url, events }))
  const groups = ['order.*', 'order.paid', 'return.*', 'refund.settled', 'ticket.*', 'review.*', 'customer.erased']
  for (const event of groups) expect(await make('stock.*', event)).toMatchObject({ code: 'not_allowed' })
  expect(await make('stock.*')).toBe(null)
  const change = (changes: object) => refusal(clerk.call(calls.changeWebhook, { id, ...changes }, { ifMatch: '*' }))
  expect(await change({ url: `${receiver.url}/mine` })).toMatchObject({ code: 'not_allowed' })
  expect(await change({ events: ['order.paid'] })).toMatchObject({ code: 'not_allowed' })
  expect(await change({ description: 'ERP', is_on: false })).toBe(null)
  expect(await change({ is_on: true })).toMatchObject({ code: 'not_allowed' })
  const [sent] = await list({ webhook_id: id })
  expect((await clerk.call(calls.listDeliveries, {})).data).toMatchObject({ data: [], total: 0 })
  const which = { id: sent?.id ?? '' }
  expect(await refusal(clerk.call(calls.getDelivery, which))).toMatchObject({ code: 'not_found' })
  expect(await refusal(clerk.call(calls.retryDelivery, which))).toMatchObject({ code: 'not_found' })
  expect(await refusal(erp.call(calls.getDelivery, which))).toBe(null)
})
