import { and, asc, eq, inArray } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { orderLines } from '#features/orders/server/order-lines.tables.ts'
import { orders } from '#features/orders/server/orders.tables.ts'
import { refunds } from '#features/payments/server/payments.tables.ts'
import * as calls from '#features/returns/returns.contract.ts'
import { returnMoves } from '#features/returns/returns.rules.ts'
import { openDatabase } from '#server/database/database.ts'
import { Refused } from '#server/http/refuse.ts'
import type { Shop } from '#server/shop.ts'
import { readOrder } from '#testing/shops/order-records.ts'
import { receive, requestReturnOf, shopWithReasons, toRequest } from '#testing/shops/returned-goods.ts'
import { goods } from '#testing/shops/stocked-shop.ts'
import type { Person } from '#testing/test-shop.ts'
import { returnEvents, returnItems, returns } from '../returns.tables.ts'
import { requestReturn } from './request-return.service.ts'
import * as commands from './return-commands.service.ts'
import { giveParcel } from './return-parcels.service.ts'

const shop = shopWithReasons()
const day = 24 * 60 * 60 * 1000
let ada: Person

beforeEach(async () => {
  ada = await shop.signedIn()
})

const parcel = { deliveryCompany: 'PostNord', trackingNumber: 'LX482917306SE' }
const get = (returnId: string) => ada.call(calls.getReturn, { returnId })

async function listEvents(returnId: string) {
  return shop.shop.db
    .select()
    .from(returnEvents)
    .where(eq(returnEvents.returnId, returnId))
    .orderBy(asc(returnEvents.id))
}

describe('the lifecycle of a return', () => {
  test('runs from request to refund with an event and a mail at each required step, and closes its order', async () => {
    const { returnId, orderId, lineIds } = await requestReturnOf(shop.shop, ada, [goods.dress])
    await commands.approveReturn(shop.shop, { returnId })
    await giveParcel(shop.shop, { customerId: ada.id, lineIds, ...parcel })
    await commands.scanParcel(shop.shop, { returnId })
    await commands.receiveReturn(shop.shop, { returnId })
    expect(await get(returnId)).toMatchObject({ status: 4, refund_total: { price: '$0.00' } })
    shop.clock.advance(day)
    await commands.refundReturn(shop.shop, { returnId })
    const done = await get(returnId)
    expect(done).toMatchObject({
      status: 5,
      refund_total: { price: '$150.00' },
      expected_refund_total: { price: '$150.00' },
    })
    expect(done.products[0]).toMatchObject({ refund: { price: '$150.00' }, status_en_name: 'Refund Successful' })
    expect(done.products[0]?.refund_at).not.toBe(null)
    expect((await listEvents(returnId)).map((one) => [one.command, one.fromStatus, one.toStatus, one.actor])).toEqual([
      ['requestReturn', null, 1, 'shopper'],
      ['approveReturn', 1, 2, 'staff'],
      ['giveParcel', 2, 2, 'shopper'],
      ['scanParcel', 2, 2, 'carrier'],
      ['receiveReturn', 2, 3, 'staff'],
      ['beginRefund', 3, 4, 'staff'],
      ['refundReturn', 4, 5, 'provider'],
    ])
    expect(await readOrder(shop.shop.db, orderId)).toMatchObject({ statusId: 9, refundedAmount: 15_000 })
    const subjects = (await shop.mailsTo(ada.email)).map((mail) => mail.subject)
    expect(subjects.filter((one) => /return|refund/i.test(one))).toEqual([
      `Please send your return ${done.return_no}`,
      `Your refund for ${done.return_no}`,
    ])
  })

  test('includes an inspection before the refund', async () => {
    const { returnId } = await requestReturnOf(shop.shop, ada, [goods.dress])
    await commands.approveReturn(shop.shop, { returnId })
    await commands.receiveReturn(shop.shop, { returnId, isInspected: true })
    expect((await get(returnId)).status).toBe(3)
    await expect(commands.refundReturn(shop.shop, { returnId })).rejects.toMatchObject({ status: 409 })
    await commands.beginRefund(shop.shop, { returnId })
    await commands.refundReturn(shop.shop, { returnId })
    expect((await get(returnId)).refund_total.price).toBe('$150.00')
  })

  test('skips the parcel if the shopper keeps the item', async () => {
    const { returnId, orderId } = await requestReturnOf(shop.shop, ada, [goods.dress, goods.scarf])
    await commands.keepItReturn(shop.shop, { returnId })
    expect((await get(returnId)).status).toBe(4)
    await commands.refundReturn(shop.shop, { returnId })
    expect((await get(returnId)).refund_total.price).toBe('$210.00')
    expect((await readOrder(shop.shop.db, orderId))?.statusId).toBe(9)
  })

  test('can differ for each item, and leaves the order open until every item is refunded', async () => {
    const { returnId, orderId } = await requestReturnOf(shop.shop, ada, [goods.dress, goods.scarf])
    const [dress = '', scarf = ''] = (await get(returnId)).products.map(({ id }) => id)
    await commands.approveReturn(shop.shop, { returnId })
    await commands.receiveReturn(shop.shop, { returnId, itemIds: [dress] })
    expect((await get(returnId)).status).toBe(2)
    await commands.rejectReturn(shop.shop, { returnId, itemIds: [scarf], text: 'The scarf was worn.' })
    await commands.refundReturn(shop.shop, { returnId })
    const done = await get(returnId)
    expect(done).toMatchObject({
      status: 5,
      refund_total: { price: '$150.00' },
      system_comment: ['The scarf was worn.'],
    })
    expect(done.products.map((one) => [one.status, one.system_comment])).toEqual([
      [5, null],
      [6, 'The scarf was worn.'],
    ])
    expect((await readOrder(shop.shop.db, orderId))?.statusId).toBe(10)
  })

  test('retries a failed refund once, without creating another refund', async () => {
    const { returnId, orderId } = await requestReturnOf(shop.shop, ada, [goods.dress])
    await commands.keepItReturn(shop.shop, { returnId })
    await commands.failRefund(shop.shop, { returnId, text: 'The bank turned the refund down.' })
    expect(await get(returnId)).toMatchObject({ status: 7, system_comment: ['The bank turned the refund down.'] })
    await commands.retryRefund(shop.shop, { returnId })
    expect((await get(returnId)).status).toBe(4)
    await commands.refundReturn(shop.shop, { returnId })
    expect((await get(returnId)).status).toBe(5)
    const rows = await shop.shop.db.select().from(refunds).where(eq(refunds.orderId, orderId))
    expect(rows.map((one) => [one.kind, one.status, one.amount, one.attempts])).toEqual([
      ['item', 'succeeded', 15_000, 2],
    ])
  })

  test('requires a text for a rejection', async () => {
    const { returnId } = await requestReturnOf(shop.shop, ada, [goods.dress])
    await expect(commands.rejectReturn(shop.shop, { returnId, text: '  ' })).rejects.toMatchObject({ status: 422 })
    expect((await get(returnId)).status).toBe(1)
    await commands.rejectReturn(shop.shop, { returnId, text: 'It has been worn.' })
    expect(await get(returnId)).toMatchObject({ status: 6, system_comment: ['It has been worn.'] })
    const [mail] = (await shop.mailsTo(ada.email)).filter((mail) => mail.subject.startsWith('About your return'))
    expect(mail?.text).toContain('It has been worn.')
  })

  test('has a history that cannot be changed', async () => {
    const { returnId } = await requestReturnOf(shop.shop, ada, [goods.dress])
    await expect(
      shop.shop.db.update(returnEvents).set({ toStatus: 5 }).where(eq(returnEvents.returnId, returnId)),
    ).rejects.toThrow()
  })
})

test('makes only listed moves with any sequence of commands, and never refunds more than was paid', async () => {
  const names = [
    'approve',
    'keepIt',
    'reject',
    'cancel',
    'give',
    'receive',
    'refund',
    'fail',
    'retry',
    'wait',
    'close',
  ] as const
  const run = async (name: (typeof names)[number], returnId: string, lineIds: string[], itemIds?: string[]) => {
    const target = { returnId, ...(itemIds && { itemIds }) }
    if (name === 'approve') await commands.approveReturn(shop.shop, target)
    if (name === 'keepIt') await commands.keepItReturn(shop.shop, target)
    if (name === 'reject') await commands.rejectReturn(shop.shop, { ...target, text: 'No.' })
    if (name === 'cancel') await commands.cancelReturn(shop.shop, { ...target, customerId: ada.id })
    if (name === 'give') await giveParcel(shop.shop, { customerId: ada.id, returnId, lineIds, ...parcel })
    if (name === 'receive') await commands.receiveReturn(shop.shop, target)
    if (name === 'refund') await commands.refundReturn(shop.shop, target)
    if (name === 'fail') await commands.failRefund(shop.shop, { ...target, text: 'The bank declined the payment.' })
    if (name === 'retry') await commands.retryRefund(shop.shop, target)
    if (name === 'wait') shop.clock.advance(5 * day)
    if (name === 'close') await commands.closeOverdueReturns(shop.shop)
  }
  const step = fc.record({ name: fc.constantFrom(...names), item: fc.constantFrom(0, 1, 2) })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
      ada = await shop.signedIn()
      const { returnId, orderId, lineIds } = await requestReturnOf(shop.shop, ada, [goods.dress, goods.scarf])
      const items = await shop.shop.db.select().from(returnItems).where(eq(returnItems.returnId, returnId))
      for (const { name, item } of steps) {
        const only = items[item] && [items[item].id]
        await run(name, returnId, lineIds, only).catch((error: unknown) => {
          if (!(error instanceof Refused)) throw error
        })
      }
      for (const { command, fromStatus, toStatus } of await listEvents(returnId)) {
        if (command === 'requestReturn') continue
        const move = returnMoves[command as keyof typeof returnMoves]
        expect(move.from).toContain(fromStatus)
        expect(move.to).toBe(toStatus)
      }
      const [order] = await shop.shop.db.select().from(orders).where(eq(orders.id, orderId))
      const lines = await shop.shop.db.select().from(orderLines).where(eq(orderLines.orderId, orderId))
      const [found] = await shop.shop.db.select().from(returns).where(eq(returns.id, returnId))
      expect(order?.refundedAmount).toBeLessThanOrEqual(order?.totalAmount ?? 0)
      expect(order?.refundedAmount).toBe(lines.reduce((sum, line) => sum + line.refundedAmount, 0))
      expect(found?.refundTotalAmount).toBe(order?.refundedAmount)
    }),
    { numRuns: 25 },
  )
}, 60_000)

describe('concurrent commands on many connections', () => {
  let many: ReturnType<typeof openDatabase>
  let wide: Shop
  beforeAll(() => {
    many = openDatabase(shop.url, { max: 24 })
    wide = { ...shop.shop, db: many.db }
    return () => many.close()
  })

  test('create one return from twelve requests for one line', async () => {
    for (let round = 0; round < 5; round++) {
      const order = await receive(shop.shop, ada, [goods.dress])
      const answers = await Promise.all(
        Array.from({ length: 12 }, () => requestReturn(wide, { customerId: ada.id }, toRequest(order))),
      )
      expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
      expect(await shop.shop.db.$count(returnItems, inArray(returnItems.orderLineId, order.lineIds))).toBe(1)
    }
  })

  test('give a line to one of two overlapping requests', async () => {
    const order = await receive(shop.shop, ada, [goods.dress, goods.scarf, goods.shoe])
    const [a = '', b = '', c = ''] = order.lineIds
    const results = await Promise.allSettled(
      [
        [a, b],
        [b, c],
        [a, b],
        [b, c],
      ].map((lineIds) => requestReturn(wide, { customerId: ada.id }, toRequest({ ...order, lineIds }))),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    const webAppOptions = await shop.shop.db
      .select()
      .from(returnItems)
      .where(inArray(returnItems.orderLineId, order.lineIds))
    expect(webAppOptions.filter(({ orderLineId }) => orderLineId === b)).toHaveLength(1)
  })

  test('cancel a return that is approved at the same time, with a valid history', async () => {
    for (let round = 0; round < 12; round++) {
      const { returnId } = await requestReturnOf(shop.shop, ada, [goods.dress])
      const cancel = () => commands.cancelReturn(wide, { returnId, customerId: ada.id })
      const approve = () => commands.approveReturn(wide, { returnId })
      const both = round % 2 === 0 ? [cancel(), approve()] : [approve(), cancel()]
      const [first, second] = await Promise.allSettled(both)
      const path = (await listEvents(returnId)).map((one) => one.toStatus)
      // Approving and then canceling is valid. Canceling and then approving is not.
      expect([
        [1, 8],
        [1, 2, 8],
      ]).toContainEqual(path)
      expect([first?.status, second?.status]).toContain('fulfilled')
      expect((await get(returnId)).status).toBe(8)
    }
  })

  test('apply only one of keep, reject and cancel', async () => {
    for (let round = 0; round < 8; round++) {
      const { returnId } = await requestReturnOf(shop.shop, ada, [goods.dress])
      await Promise.allSettled([
        commands.keepItReturn(wide, { returnId }),
        commands.rejectReturn(wide, { returnId, text: 'No.' }),
        commands.cancelReturn(wide, { returnId, customerId: ada.id }),
      ])
      expect(await listEvents(returnId)).toHaveLength(2)
      expect([4, 6, 8]).toContain((await get(returnId)).status)
    }
  })

  test('cancel once for ten cancel requests, and refund once for ten refund requests', async () => {
    const cancelled = await requestReturnOf(shop.shop, ada, [goods.dress])
    const cancels = Array.from({ length: 10 }, () =>
      commands.cancelReturn(wide, { returnId: cancelled.returnId, customerId: ada.id }),
    )
    expect((await Promise.allSettled(cancels)).filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const kept = await requestReturnOf(shop.shop, ada, [goods.dress])
    await commands.keepItReturn(shop.shop, { returnId: kept.returnId })
    const refunded = Array.from({ length: 10 }, () => commands.refundReturn(wide, { returnId: kept.returnId }))
    expect((await Promise.allSettled(refunded)).filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await readOrder(shop.shop.db, kept.orderId))?.refundedAmount).toBe(15_000)
  })

  test('close an overdue return once, and reject parcel data sent at the same time', async () => {
    const { returnId, lineIds } = await requestReturnOf(shop.shop, ada, [goods.dress])
    await commands.approveReturn(shop.shop, { returnId })
    shop.clock.advance(14 * day)
    await Promise.allSettled([
      commands.closeOverdueReturns(wide, { returnId }),
      giveParcel(wide, { customerId: ada.id, lineIds, ...parcel }),
      commands.closeOverdueReturns(wide, { returnId }),
    ])
    const closing = and(eq(returnEvents.returnId, returnId), eq(returnEvents.command, 'closeOverdueReturn'))
    expect(await shop.shop.db.$count(returnEvents, closing)).toBe(1)
    expect(await get(returnId)).toMatchObject({ status: 9, delivery_company: null })
  })
})
