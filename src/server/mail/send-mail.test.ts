import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { dayMs, hourMs } from '#contract/times/times.ts'
import { testShop } from '#testing/test-shop.ts'
import { createTestClock } from '../clock.ts'
import type { Shop } from '../shop.ts'
import { mails } from './mail.tables.ts'
import type { SendMail } from './mail.ts'
import { type Mail, queueMail } from './mail.ts'
import { createOutbox, deliverMails, removeOldMails } from './send-mail.ts'

const here = testShop()
const say = (to: string) =>
  queueMail(here.shop.db, here.clock, { kind: 'test', to, subject: 'Hello', text: `token ${to}`, html: `<p>${to}</p>` })
const find = async (to: string) => (await here.shop.db.select().from(mails).where(eq(mails.toEmail, to)))[0]

/** Returns the shop with another mail transport, and the mails that the transport accepted. */
function withPost(send: SendMail, bounds: Partial<Shop['bounds']> = {}) {
  const taken: Mail[] = []
  const shop: Shop = {
    ...here.shop,
    bounds: { ...here.shop.bounds, ...bounds },
    sendMail: async (mail) => {
      await send(mail)
      taken.push(mail)
    },
  }
  return { shop, taken, to: () => taken.map(({ to }) => to) }
}

const forever = new Promise<void>(() => {})

beforeEach(() => here.shop.db.delete(mails))

test('sends other mails, including new ones, while the mail server hangs on one mail', async () => {
  const { shop, to } = withPost((mail) => (mail.to === 'slow@harbor.test' ? forever : Promise.resolve()), {
    mailSeconds: 2,
  })
  await say('slow@harbor.test')
  await say('first@harbor.test')
  const round = deliverMails(shop)
  await expect.poll(to).toEqual(['first@harbor.test'])
  await say('second@harbor.test')
  await expect.poll(to).toEqual(['first@harbor.test', 'second@harbor.test'])
  expect(await round).toBe(2)
  expect(await find('slow@harbor.test')).toMatchObject({ attempts: 1, sentAt: null, claimedUntil: null })
  // The retry is due ten seconds later, not now.
  expect(await deliverMails(shop)).toBe(0)
  expect(await find('slow@harbor.test')).toMatchObject({ attempts: 1 })
})

test('holds no transaction open while it waits for a mail server', async () => {
  let idle: number | undefined
  const { shop } = withPost(async () => {
    const { rows } = await here.shop.db.execute<{ n: number }>(sql`select count(*)::int as n from pg_stat_activity
      where datname = current_database() and state like 'idle in transaction%'`)
    idle = rows[0]?.n
  })
  await say('ada@harbor.test')
  expect(await deliverMails(shop)).toBe(1)
  expect(idle).toBe(0)
})

test('sends the mail of a dead process after the claim on the mail ends, and not before', async () => {
  await say('ada@harbor.test')
  const dying = withPost(() => forever, { mailSeconds: 1 })
  const round = deliverMails(dying.shop)
  await expect.poll(async () => (await find('ada@harbor.test'))?.claimedUntil ?? null).not.toBeNull()
  const other = withPost(() => Promise.resolve(), { mailSeconds: 1 })
  expect(await deliverMails(other.shop)).toBe(0)
  here.clock.advance(2_001)
  expect(await deliverMails(other.shop)).toBe(1)
  await round
  // A late result of the first sender changes nothing.
  expect(await find('ada@harbor.test')).toMatchObject({ sentAt: here.clock.now(), lastError: null, attempts: 2 })
  expect(other.taken[0]?.id).toBe((await find('ada@harbor.test'))?.id)
})

test('gives up, counts, empties and removes a mail that fails too often, without delaying other mails', async () => {
  const { shop, to } = withPost(
    (mail) => (mail.to === 'bad@harbor.test' ? Promise.reject(new Error('550 no such user')) : Promise.resolve()),
    { mailTries: 6 },
  )
  await say('bad@harbor.test')
  for (let hour = 0; hour < 8; hour++) {
    await say(`good-${hour}@harbor.test`)
    await deliverMails(shop)
    here.clock.advance(hourMs)
  }
  expect(to()).toHaveLength(8)
  const bad = await find('bad@harbor.test')
  expect(bad).toMatchObject({ sentAt: null, parkedAt: expect.any(Date), lastError: '550 no such user' })
  expect(bad?.attempts).toBe(shop.bounds.mailTries)
  expect(bad?.textBody).not.toBe('')
  here.clock.advance(8 * dayMs)
  await removeOldMails(shop)
  expect(await find('bad@harbor.test')).toMatchObject({ textBody: '', htmlBody: '' })
  here.clock.advance(90 * dayMs)
  await say('new@harbor.test')
  expect(await removeOldMails(shop)).toBe(9)
  expect((await here.shop.db.select().from(mails)).map(({ toEmail }) => toEmail)).toEqual(['new@harbor.test'])
})

test('gives up after three days regardless of the number of tries', async () => {
  const { shop } = withPost(() => Promise.reject(new Error('away')))
  await say('ada@harbor.test')
  here.clock.advance(3 * dayMs)
  await deliverMails(shop)
  expect(await find('ada@harbor.test')).toMatchObject({ attempts: 1, parkedAt: here.clock.now() })
})

test('removes the content of a sent mail, so that no sign-in link stays in the database', async () => {
  const ada = await here.signedIn()
  await here.stranger().fetch('/ajax-web/customer/forgot', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: ada.email }),
  })
  expect((await find(ada.email))?.textBody).toContain('http')
  const [mail] = await here.mailsTo(ada.email)
  expect(mail?.text).toContain('http')
  expect(await find(ada.email)).toMatchObject({ textBody: '', htmlBody: '', sentAt: expect.any(Date) })
})

test('keeps only the latest mails in the folder of a shop without a mail server', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'harbor-outbox-'))
  const clock = createTestClock(new Date('2026-06-15T10:00:00Z'))
  const send = createOutbox(folder, clock, 10)
  for (let round = 0; round < 50; round++) {
    clock.advance(1_000)
    await send({ to: `${round}@harbor.test`, subject: 'Hello', text: 'Hello', html: 'Hello' })
  }
  expect(await readdir(folder)).toHaveLength(10)
  await send({ to: '50@harbor.test', subject: 'Hello', text: 'Hello', html: 'Hello' })
  expect(await send.prune?.()).toBe(1)
  expect((await readdir(folder)).sort()[0]).toMatch(/^2026-06-15T10-00-42/)
  await rm(folder, { recursive: true })
})
