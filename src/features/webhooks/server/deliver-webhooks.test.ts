import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { asc, eq } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { removeDue } from '#app/retention.ts'
import { dayMs, hourMs } from '#contract/times/times.ts'
import { createLog } from '#server/log/log.ts'
import { allowLoopback, createSendOutside } from '#server/outside/send-outside.ts'
import type { Shop } from '#server/shop.ts'
import { addEndpoint, isSignedWith, webhookReceiver } from '#testing/outside/webhook-receiver.ts'
import { buy, buyAndReceive, goods, pay, stockShop } from '#testing/shops/stocked-shop.ts'
import { testStaff } from '#testing/staff.ts'
import { type Person, testShop } from '#testing/test-shop.ts'
import { deliverWebhooks } from './deliver-webhooks.service.ts'
import { sealSecret } from './webhook-secrets.service.ts'
import { newWebhookSecret } from './webhook-signature.ts'
import { webhookDeliveries, webhookEndpoints, webhookEvents } from './webhooks.tables.ts'

const testedShop = testShop()
const staff = testStaff(testedShop)
const receiver = webhookReceiver()
let ada: Person

beforeAll(async () => {
  await stockShop(testedShop.shop.db, testedShop.clock.now())
  ada = await testedShop.signedIn()
})
beforeEach(async () => {
  await testedShop.shop.db.delete(webhookEvents)
  await testedShop.shop.db.delete(webhookEndpoints)
})

const deliveries = () => testedShop.shop.db.select().from(webhookDeliveries).orderBy(asc(webhookDeliveries.id))
const states = async () => (await deliveries()).map(({ state }) => state)
const endpoint = async () => (await testedShop.shop.db.select().from(webhookEndpoints))[0]
const place = () => buy(testedShop.shop, ada, [goods.dress])

test('delivers an event once, signed, with its data', async () => {
  const { secret } = await addEndpoint(testedShop.shop, receiver.url, ['order.created'])
  const { orderNo } = await place()
  expect(await deliverWebhooks(testedShop.shop)).toBe(1)
  expect(await deliverWebhooks(testedShop.shop)).toBe(0)
  expect(receiver.received).toHaveLength(1)
  const [message] = receiver.received
  if (!message) throw new Error('Nothing came')
  expect(isSignedWith(secret, message)).toBe(true)
  expect(isSignedWith(newWebhookSecret(), message)).toBe(false)
  expect(message.payload).toMatchObject({
    type: 'order.created',
    subject: `orders/${orderNo}`,
    data: { number: orderNo },
  })
  expect(message.headers).toMatchObject({
    'webhook-id': message.payload.id,
    'webhook-timestamp': String(testedShop.clock.now().getTime() / 1000),
    'content-type': 'application/json',
  })
  expect(await deliveries()).toMatchObject([{ state: 'delivered', status: 204, tries: 1, failure: null }])
})

test('accepts both secrets while a secret is rotated', async () => {
  const { id, secret } = await addEndpoint(testedShop.shop, receiver.url, ['order.created'])
  const next = newWebhookSecret()
  await testedShop.shop.db
    .update(webhookEndpoints)
    .set({
      sealedSecret: await sealSecret(testedShop.shop, next),
      sealedPrevious: await sealSecret(testedShop.shop, secret),
      previousUntil: new Date(testedShop.clock.now().getTime() + dayMs),
    })
    .where(eq(webhookEndpoints.id, id))
  await place()
  await deliverWebhooks(testedShop.shop)
  testedShop.clock.advance(dayMs)
  await place()
  await deliverWebhooks(testedShop.shop)
  const [first, second] = receiver.received
  if (!first || !second) throw new Error('Too little came')
  expect([secret, next].map((one) => isSignedWith(one, first))).toEqual([true, true])
  expect([secret, next].map((one) => isSignedWith(one, second))).toEqual([false, true])
})

test('retries after a 500 with a pause and the same id', async () => {
  await addEndpoint(testedShop.shop, receiver.url, ['order.created'])
  receiver.answers((response) => response.writeHead(500).end('x'.repeat(5_000)))
  await place()
  await deliverWebhooks(testedShop.shop)
  const [failed] = await deliveries()
  expect(failed).toMatchObject({ state: 'failed', status: 500, tries: 1, failure: 'responded with status 500' })
  expect(failed?.answer).toHaveLength(1024)
  expect((await endpoint())?.failingSince).toEqual(testedShop.clock.now())
  expect(await deliverWebhooks(testedShop.shop)).toBe(0)
  expect(receiver.received).toHaveLength(1)
  receiver.answers((response) => response.writeHead(200).end('thanks'))
  testedShop.clock.advance(5_000)
  expect(await deliverWebhooks(testedShop.shop)).toBe(1)
  expect(await deliveries()).toMatchObject([{ state: 'delivered', tries: 2, answer: 'thanks', failure: null }])
  expect((await endpoint())?.failingSince).toBeNull()
  const [first, second] = receiver.received
  expect(first?.headers['webhook-id']).toBe(second?.headers['webhook-id'])
  expect(first?.body).toBe(second?.body)
})

test('delivers the events of one subject in order, independent of other subjects', async () => {
  await addEndpoint(testedShop.shop, receiver.url, ['order.*'])
  const first = await place()
  receiver.answers((response, payload) =>
    response.writeHead(payload.subject.endsWith(first.orderNo) ? 503 : 200).end('maintenance'),
  )
  await pay(testedShop.shop, first)
  const second = await buyAndReceive(testedShop.shop, ada, [goods.scarf])
  await deliverWebhooks(testedShop.shop)
  // After a failure, the endpoint is paused until the next run of the timer.
  await deliverWebhooks(testedShop.shop)
  const typesSentFor = (orderNo: string) =>
    receiver.received
      .filter(({ payload }) => payload.subject === `orders/${orderNo}`)
      .map(({ payload }) => payload.type)
  expect(typesSentFor(first.orderNo)).toEqual(['order.created'])
  expect(typesSentFor(second.orderNo)).toEqual([
    'order.created',
    'order.paid',
    'order.preparing',
    'order.packed',
    'order.shipped',
    'order.delivered',
  ])
  receiver.answers((response) => response.writeHead(200).end())
  testedShop.clock.advance(5_000)
  await deliverWebhooks(testedShop.shop)
  expect(typesSentFor(first.orderNo)).toEqual(['order.created', 'order.created', 'order.paid'])
  expect(new Set(await states())).toEqual(new Set(['delivered']))
})

test.each(['resets', 'refuses'])(
  'fails, retries with growing pauses and parks a delivery when the receiver %s the connection',
  async (how) => {
    const closed = createServer().listen(0, '127.0.0.1')
    await once(closed, 'listening')
    const refusing = `http://127.0.0.1:${(closed.address() as AddressInfo).port}/harbor`
    closed.close()
    receiver.answers((response) => response.socket?.resetAndDestroy())
    await addEndpoint(testedShop.shop, how === 'resets' ? receiver.url : refusing, ['order.created'])
    await place()
    const placed = testedShop.clock.now().getTime()
    const tried: number[] = []
    for (let round = 0; round < 40 && (await states())[0] !== 'parked'; round++) {
      expect(await deliverWebhooks(testedShop.shop)).toBe(0)
      const [delivery] = await deliveries()
      expect(delivery).toMatchObject({
        failure: 'does not respond',
        status: null,
        tries: round + 1,
        claimedUntil: null,
      })
      tried.push((delivery?.triedAt?.getTime() ?? 0) - placed)
      testedShop.clock.advance((delivery?.nextAt.getTime() ?? 0) - testedShop.clock.now().getTime())
    }
    expect(await states()).toEqual(['parked'])
    expect(tried.slice(0, 5)).toEqual([0, 5_000, 35_000, 155_000, 755_000])
    expect((await endpoint())?.failingSince).not.toBeNull()
  },
)

test('fails a delivery to a receiver that does not respond in time', async () => {
  await addEndpoint(testedShop.shop, receiver.url, ['order.created'])
  receiver.answers(() => {})
  await place()
  const impatientShop: Shop = { ...testedShop.shop, bounds: { ...testedShop.shop.bounds, webhookSeconds: 0.2 } }
  await deliverWebhooks(impatientShop)
  expect(await deliveries()).toMatchObject([{ state: 'failed', status: null, failure: 'timeout' }])
})

test('follows no redirects, and reports a redirect as a failure', async () => {
  await addEndpoint(testedShop.shop, receiver.url, ['order.created'])
  receiver.answers((response) => response.writeHead(307, { location: receiver.url }).end())
  await place()
  await deliverWebhooks(testedShop.shop)
  expect(receiver.received).toHaveLength(1)
  expect(await deliveries()).toMatchObject([
    { state: 'failed', status: 307, failure: 'responded with status 307: redirects are not followed' },
  ])
})

test('sends nothing into a private network, by address or by name', async () => {
  const outside = createSendOutside({ resolve: (_, found) => found(null, [{ address: '169.254.169.254', family: 4 }]) })
  await addEndpoint(testedShop.shop, 'https://metadata.example/in', ['order.created'])
  await place()
  await deliverWebhooks({ ...testedShop.shop, sendOutside: outside })
  expect(await deliveries()).toMatchObject([{ state: 'failed', failure: 'is in a private network' }])
  const refused = ['https://10.0.0.1/in', 'https://[fd00::1]/in', 'http://erp.example/in', receiver.url, 'ftp://x']
  for (const url of refused) expect(() => outside.check(url)).toThrow()
  for (const testedShop of [
    'http://localhost:4000/in',
    'https://localhost/in',
    'https://127.0.0.1/in',
    'https://[::1]/in',
  ]) {
    expect(() => outside.check(testedShop)).toThrow('points to the server of the shop')
  }
  const developers = createSendOutside(allowLoopback)
  expect(developers.check('http://localhost:4000/in')).toBeUndefined()
  expect(() => developers.check('http://erp.example/in')).toThrow('is not an https URL')
  expect(() => developers.check('https://192.168.0.1/in')).toThrow('is in a private network')
  expect(developers.check('http://localhost:9/in')).toBeUndefined()
})

test('parks a delivery after three days, and then sends the next delivery of the same subject', async () => {
  await addEndpoint(testedShop.shop, receiver.url, ['order.*'])
  const order = await place()
  receiver.answers((response, payload) => response.writeHead(payload.type === 'order.created' ? 500 : 200).end())
  await deliverWebhooks(testedShop.shop)
  testedShop.clock.advance(2 * dayMs)
  await pay(testedShop.shop, order)
  await deliverWebhooks(testedShop.shop)
  expect(await states()).toEqual(['failed', 'waiting'])
  testedShop.clock.advance(dayMs)
  await deliverWebhooks(testedShop.shop)
  await deliverWebhooks(testedShop.shop)
  expect(await states()).toEqual(['parked', 'delivered'])
  testedShop.clock.advance(8 * hourMs)
  await deliverWebhooks(testedShop.shop)
  expect(receiver.types().filter((type) => type === 'order.created')).toHaveLength(3)
})

test('delivers each event once with two instances', async () => {
  await addEndpoint(testedShop.shop, receiver.url, ['order.created'])
  for (let placed = 0; placed < 12; placed++) await place()
  const sent = await Promise.all([
    deliverWebhooks(testedShop.shop),
    deliverWebhooks(testedShop.shop),
    deliverWebhooks(testedShop.shop),
  ])
  expect(sent.reduce((sum, one) => sum + one, 0)).toBe(12)
  expect(new Set(receiver.received.map(({ payload }) => payload.id)).size).toBe(12)
  expect(receiver.received).toHaveLength(12)
})

test('switches an endpoint off after a week of failures, once, with a mail to staff who may see it', async () => {
  const owner = await staff.member('owner')
  const support = await staff.member('support')
  await addEndpoint(testedShop.shop, receiver.url, ['order.created'])
  receiver.answers((response) => response.writeHead(500).end())
  await place()
  await deliverWebhooks(testedShop.shop)
  testedShop.clock.advance(7 * dayMs - 1)
  await place()
  await deliverWebhooks(testedShop.shop)
  expect((await endpoint())?.isOn).toBe(true)
  testedShop.clock.advance(hourMs)
  await place()
  await Promise.all([deliverWebhooks(testedShop.shop), deliverWebhooks(testedShop.shop)])
  expect(await endpoint()).toMatchObject({ isOn: false, isGivenUp: true, offSince: testedShop.clock.now() })
  expect(new Set(await states())).toEqual(new Set(['parked']))
  const mails = await testedShop.mailsTo(`${owner.id}@harbor.test`)
  expect(mails.map(({ subject }) => subject)).toEqual(
    ['A webhook was switched off: 127.0.0.1'].map((start) => expect.stringContaining(start)),
  )
  expect(await testedShop.mailsTo(`${support.id}@harbor.test`)).toEqual([])
})

test('reports and retries a delivery that cannot be signed, without delaying other endpoints', async () => {
  const { id } = await addEndpoint(testedShop.shop, receiver.url, ['order.created'])
  await testedShop.shop.db.update(webhookEndpoints).set({ sealedSecret: 'x' }).where(eq(webhookEndpoints.id, id))
  const well = await addEndpoint(testedShop.shop, receiver.url, ['order.created'])
  const lines: string[] = []
  await place()
  await deliverWebhooks({ ...testedShop.shop, log: createLog('error', { write: (line) => void lines.push(line) }) })
  expect(lines).toEqual([expect.stringContaining('a webhook could not be sent')])
  const of = async (endpointId: string) => (await deliveries()).filter((one) => one.endpointId === endpointId)
  expect(await of(id)).toMatchObject([
    { state: 'failed', tries: 1, failure: expect.stringContaining('the server log') },
  ])
  expect(await of(well.id)).toMatchObject([{ state: 'delivered' }])
  expect(receiver.received).toHaveLength(1)
})

test('takes over the delivery of a process that died', async () => {
  await addEndpoint(testedShop.shop, receiver.url, ['order.created'])
  await place()
  const claimedUntil = new Date(testedShop.clock.now().getTime() + 20_000)
  await testedShop.shop.db.update(webhookDeliveries).set({ claimedUntil, tries: 1 })
  expect(await deliverWebhooks(testedShop.shop)).toBe(0)
  testedShop.clock.advance(20_000)
  expect(await deliverWebhooks(testedShop.shop)).toBe(1)
})

test('removes events with their deliveries after a month, and deliveries of removed endpoints at once', async () => {
  const { id } = await addEndpoint(testedShop.shop, receiver.url, ['order.created'])
  await place()
  testedShop.clock.advance(29 * dayMs)
  await place()
  expect(await removeDue(testedShop.shop, 'removeOldWebhooks')).toBe(0)
  testedShop.clock.advance(2 * dayMs)
  expect(await removeDue(testedShop.shop, 'removeOldWebhooks')).toBe(1)
  expect(await deliveries()).toHaveLength(1)
  await testedShop.shop.db
    .update(webhookEndpoints)
    .set({ removedAt: testedShop.clock.now() })
    .where(eq(webhookEndpoints.id, id))
  expect(await removeDue(testedShop.shop, 'removeOldWebhooks')).toBe(2)
  expect(await endpoint()).toBeUndefined()
})
