import { createHash } from 'node:crypto'
import { eq, getTableName, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listTimers } from '#app/jobs.ts'
import { dayMs } from '#contract/times/times.ts'
import { advertClicks, adverts } from '#features/adverts/server/adverts.tables.ts'
import { analyticsEvents } from '#features/analytics/server/analytics.tables.ts'
import { carts } from '#features/cart/server/cart.tables.ts'
import { priceChanges } from '#features/catalogue/server/skus/price-changes.tables.ts'
import { claimLinks, subscribers } from '#features/coupons/server/coupons.tables.ts'
import { customerNotes } from '#features/customers/server/customer-notes.tables.ts'
import { documentTasks } from '#features/documents/server/documents.tables.ts'
import { images } from '#features/images/server/images.tables.ts'
import { imports } from '#features/imports/server/imports.tables.ts'
import { orderAddresses, orderLinks, orders } from '#features/orders/server/orders.tables.ts'
import { approveReturn } from '#features/returns/server/commands/return-commands.service.ts'
import { returnItems } from '#features/returns/server/returns.tables.ts'
import { saveSetting } from '#features/settings/server/save-settings.service.ts'
import { customers, sessions } from '#features/sign-in/server/sign-in.tables.ts'
import { staffChallenges } from '#features/staff/server/staff-access.tables.ts'
import { staffJobs } from '#features/staff/server/work/staff-jobs.tables.ts'
import { chatConversations } from '#features/support/server/chat/chat.tables.ts'
import { problemTypes, tickets } from '#features/support/server/contact/contact.tables.ts'
import { webhookEvents } from '#features/webhooks/server/webhooks.tables.ts'
import { newId } from '#server/database/ids.ts'
import { idempotencyKeys } from '#server/http/idempotency.tables.ts'
import { jobFailures } from '#server/jobs/job-failures.tables.ts'
import { createLog } from '#server/log/log.ts'
import { mails } from '#server/mail/mail.tables.ts'
import { queueMail } from '#server/mail/mail.ts'
import type { Shop } from '#server/shop.ts'
import { requestReturnOf, shopWithReasons } from '#testing/shops/returned-goods.ts'
import { buy, buyAndPay, buyAndReceive, buyAndShip, goods } from '#testing/shops/stocked-shop.ts'
import type { Person } from '#testing/test-shop.ts'

const here = shopWithReasons()
const past = new Date('2025-01-01T00:00:00Z')
let ada: Person
let shop: Shop
let lines: Record<string, unknown>[] = []

beforeAll(async () => {
  ada = await here.signedIn()
  // The trigger of a bad row makes every statement and transaction fail that touches the row.
  await here.shop.db.execute(sql`create function spoil() returns trigger language plpgsql as $$ begin
    if to_jsonb(old) ->> TG_ARGV[0] = TG_ARGV[1] then raise exception 'this row is spoilt'; end if;
    if TG_OP = 'DELETE' then return old; end if;
    return new; end $$`)
})
beforeEach(async () => {
  lines = []
  shop = { ...here.shop, log: createLog('error', { write: (line) => void lines.push(JSON.parse(line)) }) }
  await shop.db.delete(jobFailures)
})

type Case = {
  timer: string
  table: PgTable
  /** The column that identifies the row. */
  id: AnyPgColumn
  /** Creates one due row and returns its id. */
  make: () => Promise<string>
  /** The condition that a processed row meets. */
  done: SQL
}

const gone = sql`false`
const make = async (table: PgTable, id: string, values: Record<string, unknown>) => {
  await shop.db.insert(table).values(values)
  return id
}

// Prices of one SKU are updated together, so each row belongs to a different SKU.
const pricedGoods = Object.values(goods)

const cases: Case[] = [
  {
    timer: 'issueDocuments',
    table: documentTasks,
    id: documentTasks.id,
    make: async () => {
      await saveSetting(shop.db, 'seller_country', 'US')
      return (await buyAndPay(shop, ada, [goods.scarf])).orderId
    },
    done: gone,
  },
  {
    timer: 'mapCountries',
    table: orderAddresses,
    id: orderAddresses.orderId,
    make: async () => {
      const { orderId } = await buy(shop, ada, [goods.scarf])
      await shop.db.update(orderAddresses).set({ country: 'Polska' }).where(eq(orderAddresses.orderId, orderId))
      return orderId
    },
    done: sql`${orderAddresses.country} = 'PL'`,
  },
  {
    timer: 'applyDuePrices',
    table: priceChanges,
    id: priceChanges.id,
    make: async () => {
      const [made] = await shop.db
        .insert(priceChanges)
        .values({
          ...{ skuId: pricedGoods.pop() ?? 0, currency: 'EUR', priceAmount: 100, fromAt: past, madeAt: past },
          ...{ state: 'planned' as const, actorName: 'Mia' },
        })
        .returning({ id: priceChanges.id })
      return String(made?.id)
    },
    done: sql`${priceChanges.state} <> 'planned'`,
  },
  {
    timer: 'expireUnpaidOrders',
    table: orders,
    id: orders.id,
    make: async () => {
      const { orderId } = await buy(shop, ada, [goods.scarf])
      await shop.db.update(orders).set({ expiresAt: past }).where(eq(orders.id, orderId))
      return orderId
    },
    done: eq(orders.statusId, 8),
  },
  {
    timer: 'releaseGuestStock',
    table: orders,
    id: orders.id,
    make: async () => {
      const { orderId } = await buy(shop, ada, [goods.scarf])
      await shop.db.update(orders).set({ stockHeldUntil: past }).where(eq(orders.id, orderId))
      return orderId
    },
    done: isNull(orders.stockHeldUntil),
  },
  {
    timer: 'autoReceiveOrders',
    table: orders,
    id: orders.id,
    make: async () => {
      const { orderId } = await buyAndShip(shop, ada, [goods.scarf])
      await shop.db.update(orders).set({ autoReceiveAt: past }).where(eq(orders.id, orderId))
      return orderId
    },
    done: eq(orders.statusId, 10),
  },
  {
    timer: 'autoCompleteOrders',
    table: orders,
    id: orders.id,
    make: async () => {
      const { orderId } = await buyAndReceive(shop, ada, [goods.scarf])
      await shop.db.update(orders).set({ autoCompleteAt: past }).where(eq(orders.id, orderId))
      return orderId
    },
    done: eq(orders.statusId, 11),
  },
  {
    timer: 'closeOverdueReturns',
    table: returnItems,
    id: returnItems.returnId,
    make: async () => {
      const { returnId } = await requestReturnOf(shop, ada, [goods.dress])
      await approveReturn(shop, { returnId })
      await shop.db.update(returnItems).set({ shipmentExpiredAt: past }).where(eq(returnItems.returnId, returnId))
      return returnId
    },
    done: eq(returnItems.status, 9),
  },
  {
    timer: 'removeUnusedImages',
    table: images,
    id: images.id,
    make: () => {
      const id = newId()
      const sha256 = createHash('sha256').update(id).digest('hex')
      const look = { mime: 'image/png', width: 1, height: 1, bytes: 1, storageKey: `images/xx/${id}.png` }
      const owner = { customerId: ada.id, kind: 'return', sha256 }
      return make(images, id, { id, ...owner, ...look, createdAt: past, expiresAt: past })
    },
    done: gone,
  },
  {
    timer: 'removeAbandonedCarts',
    table: carts,
    id: carts.id,
    make: () => {
      const id = newId()
      return make(carts, id, { id, guestTokenHash: id, createdAt: past, updatedAt: past })
    },
    done: gone,
  },
  {
    timer: 'removeOldMails',
    table: mails,
    id: mails.id,
    make: () => {
      const id = newId()
      const said = { kind: 'test', toEmail: 'a@harbor.test', subject: '', textBody: '', htmlBody: '' }
      return make(mails, id, { id, ...said, createdAt: past, sendAfter: past, sentAt: past })
    },
    done: gone,
  },
  {
    timer: 'removeOldOrderLinks',
    table: orderLinks,
    id: orderLinks.tokenHash,
    make: async () => {
      const tokenHash = newId()
      const { orderId } = await buy(shop, ada, [goods.scarf])
      return make(orderLinks, tokenHash, { tokenHash, orderId, createdAt: past, expiresAt: past })
    },
    done: gone,
  },
  {
    timer: 'removeOldClaimLinks',
    table: claimLinks,
    id: claimLinks.tokenHash,
    make: () => {
      const tokenHash = newId()
      return make(claimLinks, tokenHash, { tokenHash, email: 'a@harbor.test', createdAt: past, expiresAt: past })
    },
    done: gone,
  },
  {
    timer: 'removeOldSessions',
    table: sessions,
    id: sessions.id,
    make: () => {
      const id = newId()
      const session = { customerId: ada.id, tokenHash: id, createdAt: new Date(0), expiresAt: past }
      return make(sessions, id, { id, ...session })
    },
    done: gone,
  },
  {
    timer: 'removeOldStaffTraces',
    table: staffChallenges,
    id: staffChallenges.tokenHash,
    make: () => {
      const tokenHash = newId()
      return make(staffChallenges, tokenHash, { tokenHash, kind: 'passkey', expiresAt: past })
    },
    done: gone,
  },
  {
    timer: 'removeOldWebhooks',
    table: webhookEvents,
    id: webhookEvents.id,
    make: () => {
      const id = `evt_${newId()}`
      return make(webhookEvents, id, { id, type: 'order.paid', subject: 'orders/HB1', data: {}, at: past })
    },
    done: gone,
  },
  {
    timer: 'runStaffJobs',
    table: staffJobs,
    id: staffJobs.id,
    make: () => {
      const id = newId()
      const job = { call: 'POST /x', input: {}, numbers: ['HB1'], actorKind: 'key', actorId: '', actorName: '' }
      return make(staffJobs, id, { id, ...job, createdAt: past })
    },
    done: isNotNull(staffJobs.endedAt),
  },
  {
    timer: 'removeOldNotes',
    table: customerNotes,
    id: customerNotes.id,
    make: () => {
      const id = newId()
      const note = { customerId: ada.id, body: 'Rang her', authorId: 'tess', author: 'Tess Berg', at: past }
      return make(customerNotes, id, { id, ...note, removedAt: past })
    },
    done: gone,
  },
  {
    timer: 'removeOldJobs',
    table: staffJobs,
    id: staffJobs.id,
    make: () => {
      const id = newId()
      const job = { call: 'POST /x', input: {}, numbers: [], actorKind: 'key', actorId: '', actorName: '' }
      return make(staffJobs, id, { id, ...job, createdAt: past, endedAt: past })
    },
    done: gone,
  },
  {
    timer: 'removeOldTraces',
    table: idempotencyKeys,
    id: idempotencyKeys.key,
    make: () => {
      const key = newId()
      const row = { caller: 'somebody', call: 'POST /x', key, requestHash: '', createdAt: past, expiresAt: past }
      return make(idempotencyKeys, key, row)
    },
    done: gone,
  },
  {
    timer: 'removeOldTickets',
    table: tickets,
    id: tickets.id,
    make: async () => {
      const id = newId()
      await shop.db.insert(problemTypes).values({ id: 9, level: 1, name: 'Other' }).onConflictDoNothing()
      const ticket = { email: 'a@harbor.test', message: 'x', problemTypeId: 9, status: 'closed', contentHash: id }
      const long = new Date(0)
      return make(tickets, id, { id, ticketNo: id, ...ticket, dedupeUntil: long, replyDueAt: long, createdAt: long })
    },
    done: gone,
  },
  {
    timer: 'removeOldChats',
    table: chatConversations,
    id: chatConversations.id,
    make: () => {
      const id = newId()
      return make(chatConversations, id, { id, guestTokenHash: id, createdAt: past, lastMessageAt: past })
    },
    done: gone,
  },
  {
    timer: 'removeUnprovedAccounts',
    table: customers,
    id: customers.id,
    make: () => {
      const id = newId()
      const email = `${id}@harbor.test`.toLowerCase()
      return make(customers, id, { id, email, passwordHash: 'x', passwordChangedAt: past, createdAt: past })
    },
    done: gone,
  },
  {
    timer: 'removeOldEvents',
    table: analyticsEvents,
    id: analyticsEvents.id,
    make: async () => {
      const report = { name: 'login', at: new Date(0) }
      const [made] = await shop.db.insert(analyticsEvents).values(report).returning({ id: analyticsEvents.id })
      return String(made?.id)
    },
    done: gone,
  },
  {
    timer: 'removeOldImports',
    table: imports,
    id: imports.id,
    make: async () => {
      const id = newId()
      const row = { id, kind: 'stock', format: 'csv', currency: 'USD', status: 'done', createdBy: 'x' } as const
      await shop.db.insert(imports).values({ ...row, createdAt: past })
      return id
    },
    done: gone,
  },
  {
    timer: 'removeOldClicks',
    table: advertClicks,
    id: advertClicks.id,
    make: async () => {
      const advert = {
        id: 9,
        position: 'home',
        linkType: 'page',
        imagePath: '/a.svg',
        linkPath: '/',
        startsAt: past,
      } as const
      await shop.db.insert(adverts).values(advert).onConflictDoNothing()
      const click = { advertId: 9, at: new Date(0) }
      const [made] = await shop.db.insert(advertClicks).values(click).returning({ id: advertClicks.id })
      return String(made?.id)
    },
    done: gone,
  },
  {
    timer: 'removeOldClaims',
    table: subscribers,
    id: subscribers.email,
    make: () => {
      const email = `${newId().slice(-12)}@harbor.test`.toLowerCase()
      return make(subscribers, email, { email, subscribedAt: past, unsubscribedAt: past })
    },
    done: gone,
  },
]

describe.each(cases)('$timer', ({ timer, table, id, make: makeDue, done }) => {
  const run = async () =>
    listTimers(shop)
      .find(({ name }) => name === timer)
      ?.run()
  const isDone = async (rowId: string) => {
    const { rows } = await shop.db.execute(sql`select ${done} as done from ${table} where ${id} = ${rowId}`)
    return rows.every((row) => row.done === true)
  }
  const name = sql.identifier(getTableName(table))

  test('processes the other rows, reports the bad row and retries it later', async () => {
    const first = await makeDue()
    const bad = await makeDue()
    const last = await makeDue()
    const asText = sql.raw(`'${id.name}', '${bad}'`)
    await shop.db.execute(sql`create trigger spoil before update or delete on ${name}
      for each row execute function spoil(${asText})`)
    await run()
    expect([await isDone(first), await isDone(bad), await isDone(last)]).toEqual([true, false, true])
    const logged = lines.filter(({ rowId }) => String(rowId).includes(bad))
    expect(logged).toMatchObject([{ msg: 'a timer failed for one row', timer }])
    const readTries = async () => (await shop.db.select().from(jobFailures)).map(({ tries }) => tries)
    expect(await shop.db.select().from(jobFailures)).toMatchObject([
      { timer, tries: 1, lastError: 'this row is spoilt' },
    ])
    // The row is not retried at once, but after one minute and then after two minutes.
    await run()
    expect(await readTries()).toEqual([1])
    here.clock.advance(61_000)
    await run()
    expect(await readTries()).toEqual([2])
    here.clock.advance(61_000)
    await run()
    expect(await readTries()).toEqual([2])
    await shop.db.execute(sql`drop trigger spoil on ${name}`)
    here.clock.advance(61_000)
    await run()
    expect(await isDone(bad)).toBe(true)
    here.clock.advance(-3 * 61_000)
  })
})

test('tests every timer with a bad row, here or in the listed file', () => {
  const elsewhere = {
    // A failing row of an import is marked wrong or waits, and `imports` are processed one by one.
    workImports: 'imports.staff.http.test.ts',
    fetchImportPictures: 'import-pictures.test.ts',
    countEvents: 'growth.test.ts: it has no rows',
    countAdvertViews: 'advert-views.test.ts: it has no rows',
    fetchRates: 'exchange-rates.service.test.ts',
    deliverMails: 'send-mail.test.ts',
    deliverWebhooks: 'deliver-webhooks.test.ts',
    sendRefunds: 'send-refunds.test.ts',
  }
  const tried = [...cases.map(({ timer }) => timer), ...Object.keys(elsewhere)]
  expect(
    listTimers(shop)
      .map(({ name }) => name)
      .sort(),
  ).toEqual(tried.sort())
})

test('removes the record of a failure when its row is gone', async () => {
  await queueMail(shop.db, here.clock, { kind: 'test', to: 'a@harbor.test', subject: '', text: '', html: '' })
  const old = new Date(here.clock.now().getTime() - 3 * dayMs)
  await shop.db.insert(jobFailures).values({ timer: 'x', rowId: 'y', lastError: '', nextTryAt: old })
  await listTimers(shop)
    .find(({ name }) => name === 'removeOldTraces')
    ?.run()
  expect(await shop.db.select().from(jobFailures)).toEqual([])
})
