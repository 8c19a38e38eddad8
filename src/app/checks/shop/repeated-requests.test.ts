import { eq, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { handlers } from '#app/api.ts'
import { createShopApi } from '#app/shop-api.ts'
import type { Call } from '#contract/calls/call.ts'
import { addAddress, listAddresses } from '#features/addresses/addresses.contract.ts'
import { addToCart, getCartCount } from '#features/cart/cart.contract.ts'
import { sendTicket } from '#features/support/contact.contract.ts'
import { idempotencyKeys } from '#server/http/idempotency.tables.ts'
import { createAnswerOnce } from '#server/http/idempotency.ts'
import { createSampleData, populateShop, sampleInputs, toRequestInit } from '#testing/shops/populated-shop.ts'
import { goods } from '#testing/shops/stocked-shop.ts'
import { json, type Person, testPassword, testShop } from '#testing/test-shop.ts'

const shop = testShop()
const writes = handlers.map(({ call }) => call).filter(({ method }) => method === 'POST')
const nameOf = ({ method, path }: Call) => `${method} ${path}`
const readKeys = () => shop.shop.db.select().from(idempotencyKeys)

const home = {
  firstname: 'Ada',
  lastname: 'Lind',
  telephone: '+1 207 555 0142',
  address_1: '1 Quay',
  city: 'Bath',
  state: 'Maine',
  country: 'United States',
  postcode: '04101',
}
const saveHome = (person: Person, key: string) => person.fetch(addAddress.path, json(home, { 'idempotency-key': key }))
const countHomes = async (person: Person) => (await person.call(listAddresses, {})).length

beforeAll(() => populateShop(shop))
beforeEach(() => shop.shop.db.delete(idempotencyKeys))

describe('every write', () => {
  test('declares carriesSecret if its input or response contains a password or token', () => {
    const isSecret = /password|token|secret/i
    const suspicious = writes.filter((call) => {
      const shapes = [call.input, call.output].map((schema) => z.toJSONSchema(schema, { unrepresentable: 'any' }))
      return isSecret.test(JSON.stringify(shapes)) || /customer\/(?:forgot|confirm)$/.test(call.path)
    })
    expect(suspicious.length).toBeGreaterThan(4)
    expect(suspicious.filter((call) => !call.carriesSecret).map(nameOf)).toEqual([])
  })

  test('repeats its response for the same key, unless the response contains a secret, which is never stored', async () => {
    // Calls that end the session or the order come last.
    const last = ['POST /rest/order/cancel/:orderId', 'POST /rest/address/:id/delete', 'POST /ajax-web/customer/logout']
    const rank = (call: Call) => (call.path === '/rest/checkout' ? -2 : last.indexOf(nameOf(call)))
    const sampleData = await createSampleData(shop, await shop.signedIn())
    const samples = await sampleInputs(sampleData)
    const repeated = writes.filter((call) => !call.carriesSecret).sort((a, b) => rank(a) - rank(b))
    const withCookie = new Set<string>()
    for (const call of repeated) {
      const [path, init] = toRequestInit(call, samples[nameOf(call)] ?? {})
      const ask = async () => {
        const headers = new Headers(init.headers)
        headers.set('idempotency-key', 'again')
        headers.set('cookie', `order_link=${sampleData.guestOrder.token}`)
        const answer = await sampleData.person.fetch(path, { ...init, headers })
        if (answer.headers.has('set-cookie')) withCookie.add(nameOf(call))
        return { call: nameOf(call), status: answer.status, text: await answer.text() }
      }
      const first = await ask()
      expect(first).toMatchObject({ status: expect.toBeOneOf([200, 204]) })
      // After sign-out, the owner of the key is no longer known.
      if (call.path !== '/ajax-web/customer/logout') expect(await ask()).toEqual(first)
    }
    const kept = (await readKeys()).map(({ call }) => call)
    expect(repeated.map(nameOf).filter((name) => !kept.includes(name) && !withCookie.has(name))).toEqual([])
    for (const { responseBody } of await readKeys()) expect(responseBody?.length ?? 0).toBeLessThan(16_384)
  })

  test('ignores the key if the call carries a secret', async () => {
    const sampleData = await createSampleData(shop, await shop.signedIn())
    const samples = await sampleInputs(sampleData)
    const secrets = writes.filter((call) => call.carriesSecret)
    for (const call of secrets) {
      const [path, init] = toRequestInit(call, samples[nameOf(call)] ?? {})
      const headers = new Headers(init.headers)
      headers.set('idempotency-key', 'mine')
      const answer = await sampleData.person.fetch(path, { ...init, headers })
      expect([nameOf(call), answer.status]).not.toContain(409)
    }
    expect(secrets.length).toBeGreaterThan(4)
    expect(await readKeys()).toEqual([])
    const ask = { email: sampleData.person.email, password: testPassword }
    const signIn = () => shop.stranger().fetch('/ajax-web/customer/login', json(ask, { 'idempotency-key': 'in' }))
    const tokens = new Set<string>()
    for (let round = 0; round < 2; round++) tokens.add(await (await signIn()).text())
    expect(tokens.size).toBe(2)
  })
})

test('frees the key of a dead request after a minute', async () => {
  const ada = await shop.signedIn()
  const now = shop.clock.now()
  const died = { caller: ada.id, call: nameOf(addAddress), key: 'died', requestHash: 'unknown', createdAt: now }
  await shop.shop.db.insert(idempotencyKeys).values({ ...died, expiresAt: new Date(now.getTime() + 60_000) })
  await shop.shop.db.update(idempotencyKeys).set({ requestHash: await hashOf(ada) })
  expect((await saveHome(ada, 'died')).status).toBe(409)
  shop.clock.advance(61_000)
  expect((await saveHome(ada, 'died')).status).toBe(200)
  expect(await countHomes(ada)).toBe(1)
})

/** Returns the hash of the request above, taken from the same request of another shopper. */
async function hashOf(person: Person): Promise<string> {
  const other = await shop.signedIn('other')
  await saveHome(other, 'hash')
  const [kept] = await shop.shop.db.select().from(idempotencyKeys).where(eq(idempotencyKeys.caller, other.id))
  await shop.shop.db.delete(idempotencyKeys).where(eq(idempotencyKeys.caller, other.id))
  expect(kept?.caller).not.toBe(person.id)
  return kept?.requestHash ?? ''
}

test('rolls back a write whose response cannot be saved, and runs it once when repeated', async () => {
  const ada = await shop.signedIn()
  const { db } = shop.shop
  await db.execute(sql`create function refuse_answers() returns trigger language plpgsql as
    $$ begin raise exception 'disk full'; end $$`)
  await db.execute(sql`create trigger refuse_answers before update on idempotency_keys
    for each row execute function refuse_answers()`)
  const api = createShopApi(shop.shop)
  api.onError((_, c) => c.text('fault', 500))
  const headers = { authorization: `Bearer ${ada.token}`, 'idempotency-key': 'unsaved' }
  expect((await api.request(addAddress.path, json(home, headers), { visitorIp: '10.9.9.9' })).status).toBe(500)
  await db.execute(sql`drop trigger refuse_answers on idempotency_keys`)
  expect(await countHomes(ada)).toBe(0)
  expect((await saveHome(ada, 'unsaved')).status).toBe(200)
  expect((await saveHome(ada, 'unsaved')).status).toBe(200)
  expect(await countHomes(ada)).toBe(1)
})

test('rolls back a slow request after a repetition has started', async () => {
  const answerOnce = createAnswerOnce(shop.shop)
  const request = { key: 'slow', caller: 'somebody', call: addAddress, sent: { a: 1 } }
  const rowsOf = async () =>
    (await shop.shop.db.execute<{ n: number }>(sql`select count(*)::int as n from settings where key like 'slow-%'`))
      .rows[0]
  const write = (db: typeof shop.shop.db, name: string) =>
    db.execute(sql`insert into settings (key, value) values (${`slow-${name}`}, '')`)
  const slow = answerOnce(request, async (inside) => {
    await write(inside.db, 'first')
    shop.clock.advance(61_000)
    const second = await answerOnce(request, async (other) => {
      await write(other.db, 'second')
      return { status: 200, body: 'second', isStored: true }
    })
    expect(second.body).toBe('second')
    return { status: 200, body: 'first', isStored: true }
  })
  await expect(slow).rejects.toMatchObject({ status: 409 })
  expect(await rowsOf()).toEqual({ n: 1 })
  expect(await answerOnce(request, () => Promise.reject(new Error('not again')))).toMatchObject({ body: 'second' })
})

test('remembers that a long response was sent, without storing the response', async () => {
  const ada = await shop.signedIn()
  const small = createShopApi({ ...shop.shop, bounds: { ...shop.shop.bounds, keptAnswerBytes: 10 } })
  const headers = { authorization: `Bearer ${ada.token}`, 'idempotency-key': 'long' }
  const ask = () => small.request(addAddress.path, json(home, headers), { visitorIp: '10.9.9.8' })
  expect((await ask()).status).toBe(200)
  const again = await ask()
  expect([again.status, await again.json()]).toMatchObject([409, { reason: 'done_already' }])
  expect(await countHomes(ada)).toBe(1)
})

describe('a guest', () => {
  const put = (guest: Person, cookie: string, sku_id: number = goods.scarf) =>
    guest.fetch(addToCart.path, json({ sku_id }, { cookie, 'idempotency-key': 'k' }))
  const cartOf = async (guest: Person) => {
    const answer = await guest.fetch(addToCart.path, json({ sku_id: goods.dress }))
    return answer.headers.get('set-cookie')?.split(';')[0] ?? ''
  }

  test('ties the key to the cart across networks, and not to other guests in the network', async () => {
    const guest = shop.stranger()
    const mine = await cartOf(guest)
    expect((await put(guest, mine)).status).toBe(200)
    expect((await put(shop.stranger(), mine)).status).toBe(200)
    const count = await guest.fetch(getCartCount.path, { headers: { cookie: mine } })
    expect(await count.json()).toMatchObject({ data: { count: 2 } })
    const neighbour = await cartOf(guest)
    // The same key for another request would be an error for the same caller.
    expect((await put(guest, neighbour, goods.dress)).status).toBe(200)
    for (const { caller } of await readKeys()) expect(caller).not.toContain(mine.split('=')[1])
  })

  test('gets a new cart if the first response was lost with its cookie', async () => {
    const guest = shop.stranger()
    await put(guest, '')
    const again = await put(guest, '')
    expect(again.headers.get('set-cookie')).toMatch(/^cart=/)
  })
})

test('serves many requests with a key that need a second connection, without a deadlock', async () => {
  const crowd = await Promise.all(Array.from({ length: 24 }, () => shop.signedIn('crowd')))
  const answers = await Promise.all(
    crowd.map((one) =>
      one.fetch(
        sendTicket.path,
        json({ email: one.email, message: 'Where is it?', problem_type: 6 }, { 'idempotency-key': 'crowd' }),
      ),
    ),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
})
