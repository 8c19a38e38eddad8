import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import sharp from 'sharp'
import { afterEach, expect, test } from 'vitest'
import { createCaller, type MakeCall } from '#contract/calls/call.ts'
import { addToCart } from '#features/cart/cart.contract.ts'
import { checkOut, quoteCheckout } from '#features/checkout/checkout.contract.ts'
import { listOrders } from '#features/orders/orders.contract.ts'
import { uploadReturnImage } from '#features/returns/returns.contract.ts'
import { register, signIn } from '#features/sign-in/sign-in.contract.ts'
import { listTickets, sendTicket } from '#features/support/contact.contract.ts'
import { type Database, openDatabase } from '#server/database/database.ts'
import { readBackupCommands } from '#testing/processes/backup-commands.ts'
import { makeDataFolder, removeDataFolder } from '#testing/processes/data-folder.ts'
import { findInstalledPostgres, startInstalledPostgres } from '#testing/processes/own-postgres.ts'
import { startHarbor } from '#testing/processes/started-server.ts'
import { sessionCookie } from '#testing/session-cookie.ts'
import { testAddress } from '#testing/shops/stocked-shop.ts'

const run = promisify(execFile)
const shopper = { email: 'dumped@harbor.test', password: 'Harbor2026' }
const patient = { timeout: 60_000, interval: 100 }

/** The clean-up functions of a test, which run in reverse order. */
const cleanUps: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
}, patient.timeout)

async function newFolder(): Promise<string> {
  const folder = await makeDataFolder()
  cleanUps.push(() => removeDataFolder(folder))
  return folder
}

type Place = { DATABASE_URL: string; DATA_DIR: string }

async function open(place: Place, isDemo: boolean): Promise<string> {
  const harbor = startHarbor({ ...place, DEMO: String(isDemo), PAYMENTS: 'test', NODE_ENV: 'production' })
  cleanUps.push(() => harbor.stop())
  return harbor.opened()
}

/**
 * Returns a caller that acts as one browser. The browser keeps its cart cookie, because the cart belongs to the cookie
 * until the address is verified.
 */
function callAt(address: string, token: string | null = null): MakeCall {
  let cart = ''
  return createCaller({
    token: () => token,
    fetch: async (path, init) => {
      const headers = new Headers(init.headers)
      if (cart) headers.set('cookie', cart)
      const answer = await fetch(address + path, { ...init, headers })
      cart = /^cart=[^;]*/.exec(answer.headers.getSetCookie().find((one) => one.startsWith('cart=')) ?? '')?.[0] ?? cart
      return answer
    },
  })
}

/**
 * Prepares two databases on a temporary server, each owned by a user without further rights. Returns the reason as text
 * if PostgreSQL is not installed.
 */
async function prepareDatabases(): Promise<{ from: Place; to: Place; tools: string; version: number } | string> {
  const installed = await findInstalledPostgres()
  if (!installed) return 'no PostgreSQL from 15 on is installed with all its programs in one version.'
  const { version, folder: tools } = installed
  const postgres = await startInstalledPostgres(installed)
  cleanUps.push(postgres.stop)
  const client = new Client({ connectionString: postgres.toUrl('postgres', 'postgres') })
  await client.connect()
  try {
    const wanted = `select from pg_available_extensions where name in ('pg_trgm', 'btree_gist')`
    if ((await client.query(wanted)).rowCount !== 2) return `the PostgreSQL in ${tools} has no pg_trgm or btree_gist.`
    for (const name of ['dumped', 'restored']) {
      await client.query(`create role ${name} login`)
      await client.query(`create database ${name} owner ${name}`)
    }
  } finally {
    await client.end()
  }
  const from = { DATABASE_URL: postgres.toUrl('dumped', 'dumped'), DATA_DIR: await newFolder() }
  const to = { DATABASE_URL: postgres.toUrl('restored', 'restored'), DATA_DIR: await newFolder() }
  return { from, to, tools, version }
}

async function order(call: MakeCall, skuId: number): Promise<string> {
  await call(addToCart, { sku_id: skuId })
  const { address1: address_1, address2: address_2 = '', ...rest } = testAddress
  const { lines, shipping_method, claim_id, currency, total } = await call(quoteCheckout, {})
  const seen = lines.map(({ sku_id, quantity }) => ({ sku_id, quantity }))
  const money = { shipping_method, claim_id, currency, lines: seen, total: total.price_value }
  return (await call(checkOut, { ...money, address: { ...rest, address_1, address_2, house_num: '' } })).order_no
}

/**
 * Creates a new shopper with an order, a message and a picture, and returns a function that reads all of these again.
 */
async function createTestRecords(address: string, skuId: number) {
  const { token } = await callAt(address)(register, shopper)
  const call = callAt(address, token)
  const orderNo = await order(call, skuId)
  const message = 'Wo ist es? “Hier” 🧵'
  const { ticket_no } = await call(sendTicket, { email: shopper.email, message, problem_type: 6 })
  const photo = sharp({ create: { width: 40, height: 30, channels: 3, background: 'teal' } }).png()
  const image = new File([new Uint8Array(await photo.toBuffer())], 'me.png', { type: 'image/png' })
  const { image: kept } = await call(uploadReturnImage, { image })
  return async (restored: string) => {
    const again = await callAt(restored)(signIn, shopper)
    const recall = callAt(restored, again.token)
    expect((await recall(listOrders, {})).data).toMatchObject([{ order_no: orderNo }])
    expect((await recall(listTickets, {})).data).toMatchObject([{ ticket_no, message }])
    const picture = await fetch(restored + kept.url, { headers: { cookie: sessionCookie(again.token) } })
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png'])
    const next = await order(recall, skuId)
    expect((await recall(listOrders, {})).data.map((one) => one.order_no)).toEqual([next, orderNo])
  }
}

/**
 * Returns all rows, sequences and constraints. Parentheses are removed, because PostgreSQL omits some parentheses when
 * it parses the text of its own conditions.
 */
async function snapshotOf(db: Database): Promise<Record<string, string>> {
  const { rows: tables } = await db.execute<{ space: string; name: string }>(sql`
    select n.nspname as space, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname not like 'pg\_%' and n.nspname <> 'information_schema' order by 1, 2`)
  const contents = tables.map(
    ({ space, name }) => sql`select ${`${space}.${name}`} as name,
      count(*) || ' rows ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as content
      from ${sql.identifier(space)}.${sql.identifier(name)} t`,
  )
  const rules = sql`
    select 'sequence ' || schemaname || '.' || sequencename, coalesce(last_value::text, 'unused') from pg_sequences
    union all select 'index ' || schemaname || '.' || indexname, indexdef from pg_indexes
      where schemaname not in ('pg_catalog', 'pg_toast')
    union all select 'constraint ' || conrelid::regclass || '.' || conname, translate(pg_get_constraintdef(oid), '()', '')
      from pg_constraint where conrelid <> 0
    union all select 'trigger ' || tgrelid::regclass || '.' || tgname, pg_get_triggerdef(oid)
      from pg_trigger where not tgisinternal`
  const { rows } = await db.execute<{ name: string; content: string }>(sql.join([...contents, rules], sql` union all `))
  return Object.fromEntries(rows.map(({ name, content }) => [name, content]))
}

test('restores a complete dump with the documented commands, if PostgreSQL is installed with its tools', {
  timeout: 4 * 60_000,
}, async ({ annotate }) => {
  const [, , dump = '', restore = ''] = await readBackupCommands()
  expect([dump, restore]).toEqual([expect.stringContaining('pg_dump'), expect.stringContaining('pg_restore')])
  const prepared = await prepareDatabases()
  if (typeof prepared === 'string')
    return void (await annotate(`The commands could not be tried: ${prepared}`, 'warning'))
  const { from, to, tools, version } = prepared
  await annotate(`Tried with PostgreSQL ${version} in ${tools}.`)
  const before = openDatabase(from.DATABASE_URL, { max: 2 })
  const after = openDatabase(to.DATABASE_URL, { max: 2 })
  cleanUps.push(before.close, after.close)
  const ask = async (query: ReturnType<typeof sql>) => (await before.db.execute<{ n: number }>(query)).rows[0]?.n ?? 0

  // A demo shop with data of every feature, and a new shopper.
  const address = await open(from, true)
  const skuId = await ask(sql`select min(s.id) as n from skus s join products p on p.id = s.product_id
    where s.inventory > 9 and p.status = 1`)
  const expectTestRecords = await createTestRecords(address, skuId)
  await expect.poll(() => ask(sql`select count(*)::int as n from mails where sent_at is null`), patient).toBe(0)

  // The dump runs while Harbor runs, as the documentation says. The dump is repeated if Harbor wrote to any table
  // except the queue of its timers.
  const cwd = await newFolder()
  const runCommand = (command: string, place: Place) =>
    run('sh', ['-ec', command], { cwd, env: { PATH: `${tools}:${process.env.PATH}`, ...place } })
  let seen: Record<string, string> = {}
  const dumpWithoutErrors = async () => {
    const earlier = await snapshotOf(before.db)
    await runCommand(dump, from)
    const later = await snapshotOf(before.db)
    seen = Object.fromEntries(Object.entries(earlier).filter(([name, content]) => later[name] === content))
    return Object.keys(later).filter((name) => !(name in seen || name.includes('pgboss')))
  }
  await expect.poll(dumpWithoutErrors, patient).toEqual([])
  await runCommand(restore, to)
  expect(Object.keys(seen).filter((name) => /^(?:public|drizzle)\./.test(name)).length).toBeGreaterThan(60)
  expect(await snapshotOf(after.db)).toMatchObject(seen)
  await expectTestRecords(await open(to, false))
})
