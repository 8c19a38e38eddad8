import { execFile } from 'node:child_process'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { eq, sql } from 'drizzle-orm'
import { PgBoss } from 'pg-boss'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hooks } from '#app/hooks.ts'
import { giveCoupon } from '#features/coupons/server/bind.service.ts'
import { couponClaims } from '#features/coupons/server/coupons.tables.ts'
import { images } from '#features/images/server/images.tables.ts'
import { hashPassword } from '#features/sign-in/server/password.ts'
import { openSession } from '#features/sign-in/server/session.service.ts'
import { customers } from '#features/sign-in/server/sign-in.tables.ts'
import { systemClock } from '#server/clock.ts'
import { type Database, openDatabase } from '#server/database/database.ts'
import { newId } from '#server/database/ids.ts'
import { borrowEmbeddedPostgres, type EmbeddedPostgres, startEmbeddedPostgres } from '#server/embedded-postgres.ts'
import { readBackupCommands } from '#testing/processes/backup-commands.ts'
import { makeDataFolder, removeDataFolder } from '#testing/processes/data-folder.ts'
import { sendUntilClosed } from '#testing/processes/keep-alive.ts'
import { startHarbor } from '#testing/processes/started-server.ts'
import { sessionCookie } from '#testing/session-cookie.ts'
import { reasons, receive, stockReasons, toRequest } from '#testing/shops/returned-goods.ts'
import { buy, goods, stockShop, testAddress } from '#testing/shops/stocked-shop.ts'
import { saveTestCoupon } from '#testing/shops/test-offers.ts'

const minutes = 3 * 60_000
const password = 'Harbor2026'

type Harbor = ReturnType<typeof startHarbor>
type Shopper = { id: string; email: string; token: string }
type Answer = { path: string; status: number; ms: number; text: string; retryAfter: string | null }

const folders: string[] = []
const started: Harbor[] = []
const world = {} as {
  dataDir: string
  postgres: EmbeddedPostgres
  database: ReturnType<typeof openDatabase>
  first: { harbor: Harbor; address: string }
  second: { harbor: Harbor; address: string }
}

async function newFolder(): Promise<string> {
  const folder = await makeDataFolder()
  folders.push(folder)
  return folder
}

/** Opens a server on the tests' PostgreSQL with the limits of production. */
async function open(program?: string, limits = {}, bounds = {}): Promise<{ harbor: Harbor; address: string }> {
  const environment = {
    DATABASE_URL: world.postgres.url,
    DATA_DIR: world.dataDir,
    NODE_ENV: 'production',
    PAYMENTS: 'test',
  }
  const harbor = startHarbor({ ...environment, TRUST_PROXY: '1', ...bounds }, program, limits)
  started.push(harbor)
  return { harbor, address: await harbor.opened() }
}

/** Replaces the reference data with the products, currencies and reasons of these tests. */
async function restockShop(db: Database): Promise<void> {
  await db.execute(sql`truncate currencies, categories, shoe_sizes, shipping_methods, return_reasons cascade`)
  await stockShop(db, systemClock.now())
  await stockReasons(db)
}

beforeAll(async () => {
  world.dataDir = await newFolder()
  world.postgres = await startEmbeddedPostgres({ dataDir: await newFolder(), durable: false })
  world.database = openDatabase(world.postgres.url)
  // The first start creates the tables, and builds the pages if these are missing.
  world.first = await open()
  world.second = await open('dist/server/main.js', { maxBlocks: 256 })
  const { db } = world.database
  await restockShop(db)
}, minutes)

afterAll(async () => {
  await Promise.all(started.map((one) => one.stop()))
  await world.database.close()
  await world.postgres.stop()
  for (const folder of folders) await removeDataFolder(folder)
})

let hashed: Promise<string> | undefined

async function createShopper(db = world.database.db): Promise<Shopper> {
  hashed ??= hashPassword(password)
  const id = newId()
  const email = `${id.slice(0, 10)}@harbor.test`
  const now = systemClock.now()
  const moments = { createdAt: now, passwordChangedAt: now, emailConfirmedAt: now }
  await db.insert(customers).values({ id, email, passwordHash: await hashed, ...moments })
  return { id, email, token: (await openSession(db, systemClock, id)).token }
}

/** Sends a request as a shopper's page does. Returns the status 0 for a broken connection. */
async function ask(address: string, path: string, shopper: Shopper | null, body?: object | FormData): Promise<Answer> {
  const startedAt = performance.now()
  const isForm = body instanceof FormData
  try {
    const response = await fetch(address + path, {
      method: body ? 'POST' : 'GET',
      headers: {
        ...(shopper && { authorization: `Bearer ${shopper.token}`, cookie: sessionCookie(shopper.token) }),
        ...(body && !isForm && { 'content-type': 'application/json' }),
        'x-forwarded-for': `10.0.${Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}`,
      },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    const ms = performance.now() - startedAt
    return { path, status: response.status, ms, text, retryAfter: response.headers.get('retry-after') }
  } catch (error) {
    return { path, status: 0, ms: performance.now() - startedAt, text: String(error), retryAfter: null }
  }
}

const readData = (answer: Answer) => JSON.parse(answer.text).data
const readState = async (address: string) => (await ask(address, '/readyz', null)).status

async function openLiveStream(address: string, topic: string, { token }: Shopper) {
  const leaving = new AbortController()
  const init = { headers: { cookie: sessionCookie(token) }, signal: leaving.signal }
  let streamText = ''
  const read = async () => {
    const response = await fetch(`${address}/ajax-web/live?topic=${topic}`, init)
    for await (const chunk of response.body ?? []) streamText += new TextDecoder().decode(chunk)
  }
  const reading = (async () => {
    // A stream that ends is opened again, as browsers do. A stream can end because the database could not identify the
    // listener.
    while (!leaving.signal.aborted) {
      await read().catch(() => undefined)
      await sleep(300)
    }
  })()
  const stop = () => {
    leaving.abort()
    return reading
  }
  return { streamText: () => streamText, stop }
}

/** Opens streams and closes each at once, after its first event, or a moment later. */
async function openAndCloseStreams(address: string, topic: string, { token }: Shopper, times: number) {
  const odd: number[] = []
  let dropped = 0
  async function visit() {
    const leaving = new AbortController()
    const init = { headers: { cookie: sessionCookie(token) }, signal: leaving.signal }
    setTimeout(() => leaving.abort(), Math.random() * 400)
    try {
      const response = await fetch(`${address}/ajax-web/live?topic=${topic}`, init)
      // 429: more tabs than a shopper may open. 503: the database is away.
      if (![200, 429, 503].includes(response.status)) odd.push(response.status)
      for await (const _ of response.body ?? []) if (Math.random() < 0.3) break
    } catch {
      // The stream was closed here or cut off by the restart.
    }
    leaving.abort()
    dropped++
  }
  for (let startedAt = 0; startedAt < times; startedAt += 10) {
    await Promise.all(Array.from({ length: 10 }, visit))
    // The pause spreads the visits over the time of the restart.
    await sleep(50)
  }
  return { dropped, odd }
}

async function sendChatMessage(address: string, shopper: Shopper, body: string) {
  return ask(address, '/ajax-web/chat/message', shopper, { body, client_key: crypto.randomUUID() })
}

const patient = { timeout: 60_000, interval: 100 }

test('answers clearly during restarts of PostgreSQL under load, and recovers by itself', {
  timeout: minutes,
}, async () => {
  const { harbor, address } = world.first
  const { db } = world.database
  const shoppers = await Promise.all(Array.from({ length: 6 }, () => createShopper()))
  const [ada] = shoppers as [Shopper]
  const { conversation_id: conversation } = readData(await sendChatMessage(address, ada, 'Hello'))
  const page = await openLiveStream(address, `chat:${conversation}`, ada)
  await expect.poll(page.streamText, patient).toContain('event: ready')

  const answers: Answer[] = []
  let isLoaded = true
  const load = shoppers.map(async (shopper, at) => {
    for (let round = 0; isLoaded; round++) {
      const kind = (round + at) % 4
      if (kind === 0) answers.push(await ask(address, '/rest/cart', shopper, { sku_id: goods.dress, quantity: 1 }))
      else
        answers.push(
          await ask(address, ['/rest/order', '/ajax-web/account/user', '/account'][kind - 1] ?? '/', shopper),
        )
    }
  })
  const count = (status: number) => answers.filter((one) => one.status === status).length
  await expect.poll(() => count(200), patient).toBeGreaterThan(30)
  const shortStreams = openAndCloseStreams(address, `chat:${conversation}`, ada, 500)

  await world.postgres.stop()
  await expect.poll(() => readState(address), patient).toBe(503)
  expect((await ask(address, '/healthz', null)).status).toBe(200)
  // Streams that open between two restarts use database connections that are about to break.
  for (let restart = 0; restart < 2; restart++) {
    world.postgres = await startEmbeddedPostgres({ dataDir: folders[1] ?? '', durable: false })
    await expect.poll(() => readState(address), patient).toBe(200)
    await world.postgres.stop()
  }
  const before = count(503)
  await expect.poll(() => count(503) - before, patient).toBeGreaterThan(20)
  world.postgres = await startEmbeddedPostgres({ dataDir: folders[1] ?? '', durable: false })
  await expect.poll(() => readState(address), patient).toBe(200)
  const well = count(200)
  await expect.poll(() => count(200) - well, patient).toBeGreaterThan(30)
  isLoaded = false
  await Promise.all(load)

  expect(await shortStreams).toEqual({ dropped: 500, odd: [] })
  expect(harbor.child.exitCode).toBe(null)
  expect(harbor.output()).not.toContain('an error occurred outside of a request')
  const odd = answers.filter(({ status }) => status !== 200 && status !== 503)
  expect(odd.map(({ path, status, text }) => `${path} ${status} ${text.slice(0, 300)}`)).toEqual([])
  const away = answers.filter(({ status }) => status === 503)
  for (const { path, text, retryAfter, ms } of away) {
    expect(text).toContain('Something went wrong')
    expect(text).not.toMatch(/\n\s+at |postgres|ECONN|terminat/i)
    if (path.startsWith('/rest')) expect(JSON.parse(text)).toMatchObject({ status_code: 503, reason: 'unavailable' })
    expect([retryAfter, ms < 20_000]).toEqual(['5', true])
  }
  // Every acknowledged write exists. A write without an acknowledgment may exist too, but there are never more writes
  // than requests.
  const cart = answers.filter(({ path }) => path === '/rest/cart')
  const { rows } = await db.execute<{ pieces: number }>(
    sql`select coalesce(sum(quantity), 0)::int as pieces from cart_items`,
  )
  expect(rows[0]?.pieces).toBeGreaterThanOrEqual(cart.filter(({ status }) => status === 200).length)
  expect(rows[0]?.pieces).toBeLessThanOrEqual(cart.length)

  // Live updates, mails and the queue of timers work again.
  await expect.poll(page.streamText, patient).toContain('event: resync')
  const sendAndReadStream = async () => {
    await sendChatMessage(address, ada, 'Still there?')
    return page.streamText()
  }
  await expect.poll(sendAndReadStream, { ...patient, interval: 1000 }).toContain('event: changed')
  await page.stop()
  await ask(address, '/ajax-web/customer/forgot', null, { email: ada.email })
  const outbox = join(world.dataDir, 'outbox')
  await expect.poll(async () => (await readdir(outbox).catch(() => [])).length, patient).toBeGreaterThan(0)
  const boss = new PgBoss({ connectionString: world.postgres.url, schema: 'pgboss', supervise: false, schedule: false })
  await boss.start()
  // The priority puts this job before the jobs that have waited since the start.
  const jobId = await boss.send('timers', { timer: 'removeOldTraces' }, { singletonKey: newId(), priority: 10 })
  const findState = async () =>
    (await db.execute<{ state: string }>(sql`select state from pgboss.job where id = ${jobId}`)).rows[0]?.state
  await expect.poll(findState, patient).toBe('completed')
  await boss.stop({ graceful: false })
})

test('shares sessions, limits, chat and live updates between two instances on one database', {
  timeout: minutes,
}, async () => {
  const [here, there] = [world.first.address, world.second.address]
  const ada = await createShopper()
  const signedIn = readData(await ask(here, '/ajax-web/customer/login', null, { email: ada.email, password }))
  const known = { ...ada, token: signedIn.token }
  expect(readData(await ask(there, '/ajax-web/customer/email', known))).toEqual({ email: ada.email })
  expect((await ask(there, '/ajax-web/customer/logout', known, {})).status).toBe(200)
  expect((await ask(here, '/rest/order', known)).status).toBe(401)

  const { conversation_id: conversation } = readData(await sendChatMessage(here, ada, 'Hello'))
  const page = await openLiveStream(there, `chat:${conversation}`, ada)
  await expect.poll(page.streamText, patient).toContain('event: ready')
  await sendChatMessage(here, ada, 'From the other one')
  await expect.poll(page.streamText, patient).toContain('event: changed')
  await page.stop()
  const bodies = readData(await ask(there, '/ajax-web/chat', ada)).messages.map(({ body }: { body: string }) => body)
  expect(bodies).toContain('From the other one')

  const tryPassword = (address: string) =>
    ask(address, `/rest/order/tracking?email=${ada.email}&order_no=HB23456789ABC`, null)
  const tries = await Promise.all(Array.from({ length: 12 }, (_, round) => tryPassword(round % 2 ? here : there)))
  expect(new Set(tries.map(({ status }) => status))).toEqual(new Set([422]))
  expect([(await tryPassword(here)).status, (await tryPassword(there)).status]).toEqual([429, 429])
})

test.each([
  '/gallery',
  '/Gallery',
  '//gallery',
  '/gallery/',
  '/%67allery',
  '/GALLERY?dir=rtl',
  '/./gallery',
  '//GALLERY//',
])('hides the gallery of components from visitors, also as %s', async (path) => {
  const answer = await ask(world.first.address, path, null)
  expect([answer.status, answer.text.includes('Button')]).toEqual([404, false])
})

async function drawNoise(side: number): Promise<Buffer> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 }
  return sharp({ create: { width: side, height: side, channels: 3, background: 'white', noise } })
    .png()
    .toBuffer()
}

test('reports a full disk to an upload, leaves no partial file, and accepts the next upload', {
  timeout: minutes,
}, async () => {
  const { address } = world.second
  const ada = await createShopper()
  const upload = async (bytes: Buffer) => {
    const form = new FormData()
    form.append('image', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'me.png')
    return ask(address, '/rest/after_sale/image', ada, form)
  }
  const listFiles = async () =>
    (await readdir(join(world.dataDir, 'files'), { recursive: true, withFileTypes: true }).catch(() => []))
      .filter((one) => one.isFile())
      .map(({ name }) => name)
  const photo = await drawNoise(600)
  expect(photo.length).toBeGreaterThan(300_000)
  const refused = await upload(photo)
  expect([refused.status, JSON.parse(refused.text)]).toMatchObject([503, { reason: 'unavailable' }])
  expect(refused.text).not.toMatch(/EFBIG|ENOSPC|files\//)
  expect(await listFiles()).toEqual([])
  const { db } = world.database
  expect(await db.select().from(images).where(eq(images.customerId, ada.id))).toEqual([])
  const { image } = JSON.parse((await upload(await drawNoise(40))).text)
  expect((await ask(address, image.url, ada)).status).toBe(200)
  expect(await listFiles()).toHaveLength(1)
})

type Ordered = { order_id: string; order_no: string }

/** Places one order after the other, with a coupon if one is available, until the server ends. */
async function buyUntilStopped(address: string, shopper: Shopper, placed: Ordered[]): Promise<void> {
  const { address1: address_1, address2: address_2 = '', ...rest } = testAddress
  for (;;) {
    const added = await ask(address, '/rest/cart', shopper, { sku_id: goods.scarf, quantity: 1 })
    if (added.status === 0) return
    const quoted = await ask(address, '/rest/checkout', shopper)
    if (quoted.status === 0) return
    const { shipping_method, claim_id, currency, lines, total } = readData(quoted)
    const seen = lines.map(({ sku_id, quantity }: { sku_id: number; quantity: number }) => ({ sku_id, quantity }))
    const order = { shipping_method, claim_id, currency, lines: seen, total: total.price_value }
    const answer = await ask(address, '/rest/checkout', shopper, {
      ...order,
      address: { ...rest, address_1, address_2, house_num: '' },
    })
    if (answer.status === 0) return
    expect(answer.status, answer.text).toBe(200)
    placed.push(readData(answer))
  }
}

test('keeps every acknowledged order and return complete when the server is killed during writes', {
  timeout: minutes,
}, async () => {
  const { harbor, address } = await open('dist/server/main.js')
  const { db } = world.database
  const desk = { db, clock: systemClock, publicUrl: address, hooks }
  const shoppers = await Promise.all(Array.from({ length: 6 }, () => createShopper()))
  const couponId = await saveTestCoupon(db, { useConditionTxt: '' })
  const received = await Promise.all(
    shoppers.map(async (shopper) => {
      await giveCoupon(
        { ...desk } as Parameters<typeof giveCoupon>[0],
        { customerId: shopper.id, email: shopper.email },
        couponId,
      )
      const skuIds = Array.from({ length: 8 }, () => goods.dress)
      return receive(desk as Parameters<typeof receive>[0], { ...shopper } as Parameters<typeof receive>[1], skuIds)
    }),
  )
  const placed: Ordered[] = []
  const returned: string[] = []
  const sending = shoppers.map(async (shopper, at) => {
    const { orderNo = '', lineIds = [] } = received[at] ?? {}
    for (const lineId of lineIds) {
      const request = toRequest({ orderNo, lineIds: [lineId] }, [reasons.changedMind])
      const answer = await ask(address, '/rest/after_sale', shopper, request)
      if (answer.status === 200) returned.push(JSON.parse(answer.text).id)
      // The writes are spread out, so that the kill interrupts some of them.
      await sleep(40)
    }
  })
  const buying = shoppers.map((shopper) => buyUntilStopped(address, shopper, placed))
  await expect.poll(() => placed.length > 12 && returned.length > 6, patient).toBe(true)
  harbor.child.kill('SIGKILL')
  await Promise.all([...buying, ...sending])

  const list = async (query: ReturnType<typeof sql>) =>
    (await db.execute<{ id: string }>(query)).rows.map(({ id }) => id)
  // A connection of the killed server may still be open. PostgreSQL rolls back its uncommitted writes when the
  // connection ends.
  const unfinished = sql`select pid::text as id from pg_stat_activity where application_name = 'harbor' and state like 'idle in%'`
  await expect.poll(() => list(unfinished), patient).toEqual([])
  const orderIds = await list(sql`select id from orders`)
  expect(placed.map(({ order_id }) => order_id).filter((id) => !orderIds.includes(id))).toEqual([])
  const returnIds = await list(sql`select id from returns`)
  expect(returned.filter((id) => !returnIds.includes(id))).toEqual([])
  expect(
    await list(sql`select id from orders o where
      not exists (select from order_lines l where l.order_id = o.id)
      or not exists (select from order_totals t where t.order_id = o.id)
      or not exists (select from order_addresses a where a.order_id = o.id)
      or not exists (select from order_events e where e.order_id = o.id and e.command = 'placeOrder')`),
  ).toEqual([])
  expect(
    await list(sql`select id from returns r where
      not exists (select from return_items i where i.return_id = r.id)
      or not exists (select from return_events e where e.return_id = r.id)`),
  ).toEqual([])
  expect(
    await list(sql`select s.id::text as id from skus s where s.id in (${goods.scarf}, ${goods.dress})
      and s.inventory <> 1000 - (select count(*) from order_lines l where l.sku_id = s.id)`),
  ).toEqual([])
  const claims = await db.select().from(couponClaims).where(eq(couponClaims.couponId, couponId))
  const discounted = await list(sql`select id from orders where discount_amount > 0`)
  expect(claims.flatMap(({ orderId }) => orderId ?? []).sort()).toEqual(discounted.sort())

  expect(await readState((await open('dist/server/main.js')).address)).toBe(200)
})

test('answers all running requests when it is stopped under load', { timeout: minutes }, async () => {
  // On a busy machine, a client's next request may take longer than half a second.
  const { harbor, address } = await open('dist/server/main.js', {}, { BOUND_DRAIN_IDLE_MS: '2000' })
  const ada = await createShopper()
  const { conversation_id: conversation } = readData(await sendChatMessage(address, ada, 'Hello'))
  const page = await openLiveStream(address, `chat:${conversation}`, ada)
  await expect.poll(page.streamText, patient).toContain('event: ready')
  const sending = sendUntilClosed(Number(new URL(address).port), {
    connections: 20,
    requests: 1_000,
    path: '/rest/cart/remove',
    headers: `authorization: Bearer ${ada.token}\r\n`,
  })
  await expect.poll(() => sending.tally.answered, patient).toBeGreaterThan(300)
  expect(await harbor.stop()).toBe(0)
  await sending.ended
  await page.stop()
  // The status 422 proves that the server read and refused each request individually, which takes a database query.
  const { lost, statuses } = sending.tally
  expect([lost, Object.keys(statuses)]).toEqual([0, ['422']])
})

const run = promisify(execFile)

/** Creates an order and a picture, and returns a function that reads both again. */
async function createTestRecords(address: string, url: string) {
  const { db, close } = openDatabase(url)
  await restockShop(db)
  const ada = await createShopper(db)
  const { orderNo } = await buy({ db, clock: systemClock, publicUrl: address, hooks }, ada, [goods.dress])
  await close()
  const form = new FormData()
  form.append('image', new Blob([new Uint8Array(await drawNoise(30))], { type: 'image/png' }), 'me.png')
  const { image } = JSON.parse((await ask(address, '/rest/after_sale/image', ada, form)).text)
  return async (restored: string) => {
    const { data } = JSON.parse((await ask(restored, '/rest/order', ada)).text)
    expect(data).toMatchObject([{ order_no: orderNo }])
    expect((await ask(restored, image.url, ada)).status).toBe(200)
  }
}

async function openWith(environment: Record<string, string>) {
  const harbor = startHarbor({ DEMO: 'false', POSTGRES_DURABLE: 'false', ...environment }, 'dist/server/main.js')
  started.push(harbor)
  return { harbor, address: await harbor.opened() }
}

test('restores orders and images from a backup with the documented commands', { timeout: minutes }, async () => {
  const [pack = '', unpack = ''] = await readBackupCommands()
  expect([pack, unpack]).toEqual([expect.stringContaining('tar -c'), expect.stringContaining('tar -x')])
  const [dataDir, restoredDir, cwd] = [await newFolder(), await newFolder(), await newFolder()]
  const before = await openWith({ DATA_DIR: dataDir })
  const postgres = await borrowEmbeddedPostgres({ dataDir })
  const expectTestRecords = await createTestRecords(before.address, postgres.url)
  expect(await before.harbor.stop()).toBe(0)
  await run('sh', ['-ec', pack], { cwd, env: { ...process.env, DATA_DIR: dataDir } })
  await removeDataFolder(dataDir)
  await rm(restoredDir, { recursive: true })
  await run('sh', ['-ec', unpack], { cwd, env: { ...process.env, DATA_DIR: restoredDir } })
  const after = await openWith({ DATA_DIR: restoredDir })
  await expectTestRecords(after.address)
})
