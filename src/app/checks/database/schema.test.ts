import { eq, is, sql } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { categories, products, skus } from '#features/catalogue/server/catalogue.tables.ts'
import { listedProducts } from '#features/catalogue/server/lists/listed-products.tables.ts'
import { couponClaims, coupons } from '#features/coupons/server/coupons.tables.ts'
import { orderLines } from '#features/orders/server/order-lines.tables.ts'
import { orderEvents, orders } from '#features/orders/server/orders.tables.ts'
import { packageEvents, packages } from '#features/orders/server/shipping/packages.tables.ts'
import { paymentEvents } from '#features/payments/server/payments.tables.ts'
import { returnEvents, returnItems, returnReasons, returns } from '#features/returns/server/returns.tables.ts'
import { reviewLabelLinks, reviewLabels, reviews } from '#features/reviews/server/reviews.tables.ts'
import { currencies } from '#features/settings/server/settings.tables.ts'
import { customers } from '#features/sign-in/server/sign-in.tables.ts'
import { problemTypes, tickets } from '#features/support/server/contact/contact.tables.ts'
import { newId, newOrderNo, newReturnNo } from '#server/database/ids.ts'
import { createTestDatabase } from '#testing/processes/cluster.ts'

const now = new Date('2026-03-01T12:00:00Z')
const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
let shop: Awaited<ReturnType<typeof createTestDatabase>>

beforeAll(async () => {
  shop = await createTestDatabase()
  await shop.db.insert(currencies).values({ id: 1, code: 'USD', name: 'US Dollar', symbolLeft: '$' })
  await shop.db.insert(categories).values({ id: 1, code: 'dresses', name: 'Dresses' })
  await shop.db.insert(products).values({
    id: 1,
    handle: 'linen-dress',
    name: 'Linen Summer Dress',
    searchWords: 'blue',
    image: '/a.svg',
    basicCategoryId: 1,
    createdAt: now,
  })
  await shop.db
    .insert(skus)
    .values({ id: 1, sku: 'LD-1', productId: 1, currency: 'USD', inventory: 3, priceAmount: 15_000 })
  await shop.db.insert(customers).values(['ada', 'bob'].map(makeCustomer))
  await shop.db.insert(returnReasons).values([
    { id: 1, code: 'quality', reason: 'Quality' },
    { id: 2, code: 'stain', reason: 'Stain', parentId: 1 },
    { id: 3, code: 'others', reason: 'Others' },
  ])
})
afterAll(() => shop.drop())

describe('the schema', () => {
  const files = import.meta.glob<Record<string, unknown>>('../../../**/*.tables.ts', { eager: true })
  const tables = Object.values(files).flatMap((file) => Object.values(file).filter((one) => is(one, PgTable)))

  it('matches the table files', async () => {
    const written = tables.flatMap((table) => {
      const { name, columns } = getTableConfig(table)
      return columns.map(
        (column) => `${name}.${column.name} ${column.getSQLType()}${column.notNull ? ' not null' : ''}`,
      )
    })
    const { rows } = await shop.pool.query<{ line: string }>(`
      select c.relname || '.' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
        || case when a.attnotnull then ' not null' else '' end as line
      from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped`)
    const plain = (line: string) => line.replaceAll(', ', ',').replaceAll(' (', '(')
    expect(written.length).toBeGreaterThan(500)
    expect(written.map(plain).sort()).toEqual(rows.map(({ line }) => plain(line)).sort())
  })

  it('has an index behind every foreign key, so that no check and no join reads a whole table', async () => {
    // Currencies and languages are never deleted. An index with few values on a million orders would only cost writes.
    const { rows } = await shop.pool.query(`
      select k.conrelid::regclass::text as "table", k.conname as key
      from pg_constraint k
      where k.contype = 'f' and k.connamespace = 'public'::regnamespace
        and k.confrelid not in ('currencies'::regclass, 'languages'::regclass)
        and not exists (
          select from pg_index i
          where i.indrelid = k.conrelid and i.indpred is null and i.indkey[0] = any (k.conkey))`)
    expect(rows).toEqual([])
  })

  it('has the foreign keys to tables of higher features, which the table files may not import', async () => {
    const { rows } = await shop.pool.query<{ key: string }>(`
      select concat_ws(' ', conrelid::regclass, conname, confrelid::regclass) as key
      from pg_constraint
      where contype = 'f' and connamespace = 'public'::regnamespace order by key`)
    const named = new Set(tables.flatMap((table) => getTableConfig(table).foreignKeys.map((key) => key.getName())))
    expect(rows.map(({ key }) => key).filter((key) => !named.has(key.split(' ')[1] ?? ''))).toEqual([
      'coupon_claims coupon_claims_order_id_orders_id_fk orders',
      'credit_entries credit_entries_order_id_orders_id_fk orders',
      'credit_entries credit_entries_refund_id_refunds_id_fk refunds',
      'images images_customer_id_customers_id_fk customers',
      'images images_order_id_orders_id_fk orders',
      'refunds refunds_return_id_returns_id_fk returns',
      'refunds refunds_return_item_id_return_items_id_fk return_items',
    ])
  })

  it('has a customer column in every large table', async () => {
    const large = [
      'addresses advert_clicks analytics_events cart_items carts chat_conversations chat_messages coupon_claims images',
      'mails order_addresses order_events order_lines order_totals orders package_events packages payment_events',
      'payments refunds return_comments return_events return_images return_items returns review_images',
      'review_label_links reviews sessions ticket_answers tickets wishlist_items',
    ].flatMap((line) => line.split(' '))
    const { rows } = await shop.pool.query<{ table_name: string }>(
      `select table_name from information_schema.columns where table_schema = 'public' and column_name = 'customer_id'`,
    )
    const named = new Set(rows.map((row) => row.table_name))
    expect(large.filter((table) => !named.has(table))).toEqual([])
  })
})

describe('the catalog', () => {
  it('refuses negative stock', async () => {
    await expectRefusal(shop.db.update(skus).set({ inventory: -1 }).where(eq(skus.id, 1)), 'skus_inventory_check')
  })

  it('finds inflected words and words with a typo', async () => {
    const search = (condition: ReturnType<typeof sql>) =>
      shop.db.select({ id: listedProducts.productId }).from(listedProducts).where(condition)
    expect(await search(sql`search_vector @@ websearch_to_tsquery('english', 'blue dresses')`)).toEqual([{ id: 1 }])
    expect(await search(sql`search_vector @@ websearch_to_tsquery('english', 'drss')`)).toEqual([])
    expect(await search(sql`${'sumer'} <% names`)).toEqual([{ id: 1 }])
    expect(await search(sql`${'umbrella'} <% names`)).toEqual([])
  })
})

describe('customers', () => {
  it('refuses a duplicate email address, and any uppercase spelling', async () => {
    const { email } = makeCustomer('ada')
    await expectRefusal(shop.db.insert(customers).values({ ...makeCustomer('eve'), email }), 'customers_email_unique')
    await expectRefusal(
      shop.db.insert(customers).values({ ...makeCustomer('eve'), email: 'Ada@harbor.test' }),
      'customers_email_check',
    )
  })
})

describe('orders', () => {
  it('refuses an unknown status, and totals that do not add up', async () => {
    const { orderId } = await addOrder('ada')
    const change = (values: Partial<typeof orders.$inferInsert>) =>
      shop.db.update(orders).set(values).where(eq(orders.id, orderId))
    await expectRefusal(change({ statusId: 2 }), /orders_(status|moments)_check/)
    await expectRefusal(change({ statusId: 4, paidAt: null }), 'orders_moments_check')
    await expectRefusal(change({ totalAmount: 1 }), 'orders_total_check')
    await expectRefusal(change({ refundedAmount: 15_001 }), 'orders_refunded_check')
  })

  it("refuses a line with another shopper's id or another order's parcel", async () => {
    const [mine, theirs] = [await addOrder('ada'), await addOrder('bob')]
    const change = (values: Partial<typeof orderLines.$inferInsert>) =>
      shop.db.update(orderLines).set(values).where(eq(orderLines.id, mine.lineId))
    const packageId = newId()
    await shop.db.insert(packages).values({ id: packageId, orderId: theirs.orderId, customerId: 'bob', packedAt: now })
    await expectRefusal(change({ customerId: 'bob' }), 'order_lines_order_customer_fk')
    await expectRefusal(change({ packageId }), 'order_lines_package_fk')
    await expectRefusal(change({ refundedAmount: 15_001 }), 'order_lines_refunded_check')
  })

  it('stores a provider event only once', async () => {
    const event = { provider: 'test', eventId: 'evt_1', type: 'paid', payload: {}, at: now }
    await shop.db.insert(paymentEvents).values(event)
    await expectRefusal(shop.db.insert(paymentEvents).values(event), 'payment_events_event_id_key')
    await shop.db.insert(paymentEvents).values({ ...event, provider: 'stripe' })
  })
})

describe('returns', () => {
  it('accepts a line in one return, and again only after a canceled or expired return', async () => {
    const order = await addOrder('ada')
    for (const closed of [8, 9]) {
      const { itemId } = await addReturn('ada', order)
      await expectRefusal(addReturn('ada', order), 'return_items_one_per_line_key')
      await shop.db.update(returnItems).set({ status: closed }).where(eq(returnItems.id, itemId))
    }
    const { itemId } = await addReturn('ada', order)
    for (const kept of [{ status: 6 }, { status: 5, refundAt: now }]) {
      await shop.db.update(returnItems).set(kept).where(eq(returnItems.id, itemId))
      await expectRefusal(addReturn('ada', order), 'return_items_one_per_line_key')
    }
  })

  it("refuses another shopper's order and another category's reason", async () => {
    const order = await addOrder('ada')
    await expectRefusal(addReturn('bob', order), 'returns_order_customer_fk')
    await expectRefusal(addReturn('ada', order, { reasonId: 3, childReasonId: 2 }), 'return_items_child_reason_fk')
    await addReturn('ada', order, { reasonId: 1, childReasonId: 2 })
  })

  it('refuses an incomplete tracking number', async () => {
    const { itemId } = await addReturn('ada', await addOrder('ada'))
    const change = (values: Partial<typeof returnItems.$inferInsert>) =>
      shop.db.update(returnItems).set(values).where(eq(returnItems.id, itemId))
    await expectRefusal(change({ deliveryCompany: 'Post', logisticsAt: now }), 'return_items_logistics_check')
    await expectRefusal(
      change({ deliveryCompany: 'DHL', trackingNumber: '12345', logisticsAt: now }),
      'return_items_parcel_check',
    )
  })
})

describe('reviews', () => {
  it('accepts ratings in steps of ten from 10 to 100, one per order, product and SKU', async () => {
    const { orderId } = await addOrder('ada')
    const review = (rank: number) => ({
      id: newId(),
      orderId,
      customerId: 'ada',
      productId: 1,
      sku: 'LD-1',
      rank,
      content: 'Lovely',
      createdAt: now,
    })
    for (const rank of [0, 5, 15, 110]) {
      await expectRefusal(shop.db.insert(reviews).values(review(rank)), 'reviews_rank_check')
    }
    const first = review(90)
    await shop.db.insert(reviews).values(first)
    await expectRefusal(shop.db.insert(reviews).values(review(50)), 'reviews_order_product_sku_key')

    await shop.db.insert(reviewLabels).values({ id: 1, name: 'Runs small', kind: 'fit' })
    const link = { reviewId: first.id, labelId: 1, kind: 'tag' as const, customerId: 'ada' }
    await expectRefusal(shop.db.insert(reviewLabelLinks).values(link), 'review_label_links_label_fk')
  })
})

describe('coupons', () => {
  it('never gives more coupons than exist, and only one per shopper or address', async () => {
    const coupon = {
      id: 1,
      code: 'WELCOME',
      couponType: 'F',
      discountAmount: 500,
      currency: 'USD',
      startsAt: now,
      stockTotal: 2,
    }
    await shop.db.insert(coupons).values(coupon)
    await expectRefusal(shop.db.update(coupons).set({ stockClaimed: 3 }), 'coupons_stock_check')
    await expectRefusal(shop.db.update(coupons).set({ stockClaimed: -1 }), 'coupons_stock_check')
    await expectRefusal(shop.db.update(coupons).set({ discountAmount: null }), 'coupons_discount_check')

    const claim = (customerId: string | null) => ({
      id: newId(),
      couponId: 1,
      customerId,
      email: 'ada@harbor.test',
      claimedAt: now,
    })
    await shop.db.insert(couponClaims).values([claim('ada'), claim(null)])
    await expectRefusal(shop.db.insert(couponClaims).values(claim('ada')), 'coupon_claims_customer_key')
    await expectRefusal(shop.db.insert(couponClaims).values(claim(null)), 'coupon_claims_guest_key')
    await shop.db.update(coupons).set({ stockTotal: null, stockClaimed: 1_000_000 })
  })
})

describe('tickets', () => {
  it('accepts the same ticket again only after five minutes', async () => {
    await shop.db.insert(problemTypes).values({ id: 1, level: 1, name: 'Payment' })
    const send = (minutes: number, contentHash = 'hash') =>
      shop.db
        .insert(tickets)
        .values({
          id: newId(),
          ticketNo: newId(),
          email: 'ada@harbor.test',
          message: 'Hello',
          problemTypeId: 1,
          contentHash,
          createdAt: later(minutes),
          dedupeUntil: later(minutes + 5),
          replyDueAt: later(minutes + 24 * 60),
        })
        .onConflictDoNothing()
        .returning({ id: tickets.id })
    const answers = await Promise.all([send(0), send(0), send(0)])
    expect(answers.flat()).toHaveLength(1)
    expect(await send(4)).toHaveLength(0)
    expect(await send(4, 'another')).toHaveLength(1)
    expect(await send(5)).toHaveLength(1)
  })
})

describe('history', () => {
  it('allows only inserts', async () => {
    const order = await addOrder('ada')
    const { returnId } = await addReturn('ada', order)
    const packageId = newId()
    await shop.db.insert(packages).values({ id: packageId, orderId: order.orderId, customerId: 'ada', packedAt: now })
    const move = { customerId: 'ada', command: 'x', toStatus: 1, actor: 'shopper' as const, at: now }
    await shop.db.insert(orderEvents).values({ ...move, orderId: order.orderId })
    await shop.db.insert(returnEvents).values({ ...move, returnId })
    await shop.db.insert(packageEvents).values({ packageId, kind: 'accepted', description: 'Accepted', at: now })
    await shop.db
      .insert(paymentEvents)
      .values({ provider: 'test', eventId: 'evt_2', type: 'paid', payload: {}, at: now })
    for (const table of [orderEvents, returnEvents, packageEvents, paymentEvents]) {
      await expectRefusal(shop.db.update(table).set({ at: later(1) }), 'append-only')
      await expectRefusal(shop.db.delete(table), 'append-only')
    }
  })

  it('moves once, to the account that claims a guest’s order', async () => {
    const { orderId } = await addOrder(null)
    const move = { command: 'create', toStatus: 1, actor: 'shopper' as const, at: now }
    await shop.db.insert(orderEvents).values({ ...move, orderId })
    const give = (customerId: string) =>
      shop.db.update(orderEvents).set({ customerId }).where(eq(orderEvents.orderId, orderId))
    await give('ada')
    await expectRefusal(give('bob'), 'append-only')
  })
})

function makeCustomer(id: string) {
  return { id, email: `${id}@harbor.test`, passwordHash: 'x', passwordChangedAt: now, createdAt: now }
}

async function addOrder(customerId: string | null) {
  const [orderId, lineId] = [newId(), newId()]
  await shop.db.insert(orders).values({
    id: orderId,
    orderNo: newOrderNo(),
    customerId,
    email: `${customerId ?? 'guest'}@harbor.test`,
    currency: 'USD',
    subtotalAmount: 15_000,
    totalAmount: 15_000,
    createdAt: now,
    expiresAt: later(24 * 60),
  })
  await shop.db.insert(orderLines).values({
    id: lineId,
    orderId,
    customerId,
    position: 1,
    productId: 1,
    skuId: 1,
    skuName: 'LD-1',
    name: 'Linen Summer Dress',
    image: '/a.svg',
    categoryCode: 'dresses',
    categoryName: 'Dresses',
    priceAmount: 15_000,
    paidAmount: 15_000,
  })
  return { orderId, lineId }
}

type Reasons = { reasonId: number; childReasonId?: number }

async function addReturn(
  customerId: string,
  order: { orderId: string; lineId: string },
  reasons: Reasons = { reasonId: 3 },
) {
  const [returnId, itemId] = [newId(), newId()]
  await shop.db.transaction(async (tx) => {
    await tx.insert(returns).values({
      id: returnId,
      returnNo: newReturnNo(),
      orderId: order.orderId,
      customerId,
      policy: { windowDays: 15, replyHours: 48, shipDays: 14, editHours: 72 },
      currency: 'USD',
      replyDueAt: later(48 * 60),
      createdAt: now,
    })
    await tx.insert(returnItems).values({
      id: itemId,
      returnId,
      orderId: order.orderId,
      orderLineId: order.lineId,
      customerId,
      refundAmount: 15_000,
      createdAt: now,
      ...reasons,
    })
  })
  return { returnId, itemId }
}

/** Expects that the database refuses the query for the given reason. */
async function expectRefusal(query: PromiseLike<unknown>, reason: string | RegExp) {
  const error = await Promise.resolve(query).then(
    () => undefined,
    (fault: unknown) => (fault instanceof Error && fault.cause instanceof Error ? fault.cause : fault),
  )
  expect(String(error)).toMatch(reason)
}
