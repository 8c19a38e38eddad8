import { and, asc, desc, eq, inArray, lt, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import { type StaffPage, type StaffParsed, toStaffTime } from '#contract/calls/staff-call.ts'
import {
  findPriceProblem,
  findPriceState,
  findRunning,
  isSamePrice,
  maxPlanned,
  noPrice,
  type PriceAmounts,
} from '#features/catalogue/price-changes.staff.rules.ts'
import type { listSkuPrices, NewPrice, PriceChange } from '#features/catalogue/prices.staff.contract.ts'
import { readCurrencies } from '#features/settings/server/currencies.service.ts'
import type { Database } from '#server/database/database.ts'
import { maxCounted, readCursor, toPage } from '#server/http/cursors.ts'
import { refuse, refuseFields } from '#server/http/refuse.ts'
import { processInBatches } from '#server/jobs/process-in-batches.ts'
import type { Shop } from '#server/shop.ts'
import { products, skuPrices, skus } from '../catalogue.tables.ts'
import { priceChanges } from './price-changes.tables.ts'

type ChangeRow = typeof priceChanges.$inferSelect
export type LockedSku = typeof skus.$inferSelect & { createdAt: Date }
/** The author and the time of a price change. */
export type PriceAuthor = { name: string; now: Date }
export type PriceToSet = { currency: string; amounts: PriceAmounts; fromAt?: Date | null; toAt?: Date | null }

export async function changePrices(
  shop: Shop,
  items: NewPrice[],
  actorName: string,
): Promise<{ prices: PriceChange[] }> {
  const { db, clock } = shop
  const now = clock.now()
  const known = await readCurrencies(db)
  const found = await lockSkus(db, inArray(skus.sku, [...new Set(items.map(({ sku }) => sku))]))
  const byCode = new Map(found.map((sku) => [sku.sku, sku]))
  const made: PriceChange[] = []
  for (const [at, item] of items.entries()) {
    const sku = byCode.get(item.sku)
    if (!sku) throw refuseFields({ [`${at}.sku`]: [`There is no sku ${item.sku}.`] })
    if (!known.has(item.currency))
      throw refuseFields({ [`${at}.currency`]: [`This shop does not have the currency ${item.currency}.`] })
    const change = readNewPrice(item)
    const problem = findPriceProblem(change.amounts, sku.isFree) ?? findPeriodProblem(change, now)
    if (problem) throw refuseFields({ [`${at}.${problem.field}`]: [problem.detail] })
    if (item.price === null && item.currency === sku.currency) {
      throw refuseFields({ [`${at}.price`]: ['Other currencies are converted from this price, so it is required.'] })
    }
    made.push(await setPrice(db, sku, change, { name: actorName, now }))
  }
  return { prices: made }
}

/** Returns the prices that the changes are about to replace, for the audit log. */
export async function readPricesNow({ db }: Shop, items: Pick<NewPrice, 'sku' | 'currency'>[]) {
  const codes = [...new Set(items.map(({ sku }) => sku))]
  const found = await lockSkus(db, inArray(skus.sku, codes))
  const names = await readSkuNames(db, codes)
  const itemsByKey = new Map(items.map((item) => [`${item.sku} ${item.currency}`, item]))
  const now = [...itemsByKey.values()].map(async ({ sku: code, currency }) => {
    const sku = found.find((one) => one.sku === code)
    if (!sku) return []
    const { priceAmount, specialPriceAmount, compareAtAmount } = await readCurrent(db, sku, currency)
    const money = (amount: number | null) => (amount === null ? null : { amount, currency })
    return [
      {
        ...{ sku: code, name: names.get(code) ?? code, currency, from: null, to: null },
        ...{ price: money(priceAmount), special: money(specialPriceAmount), compare_at: money(compareAtAmount) },
      },
    ]
  })
  return { prices: (await Promise.all(now)).flat() }
}

/** Returns names of SKUs such as `Weste M`, which consist of the product name and the option values. */
async function readSkuNames(db: Database, codes: string[]): Promise<Map<string, string>> {
  const rows = await db
    .select({
      sku: skus.sku,
      name: sql<string>`concat_ws(' ', ${products.name}, (select string_agg(o.value_name, ' ' order by o.position)
        from sku_options o where o.sku_id = ${skus.id}))`,
    })
    .from(skus)
    .innerJoin(products, eq(products.id, skus.productId))
    .where(inArray(skus.sku, codes))
  return new Map(rows.map(({ sku, name }) => [sku, name]))
}

/** Returns the data of a price change for the audit log. A price effective immediately has no start date. */
export function toAuditPrice({ sku, currency, price, special, compare_at, from, to, state }: PriceChange) {
  return { sku, currency, price, special, compare_at, from: state === 'planned' ? from : null, to }
}

function readNewPrice(item: NewPrice): PriceToSet & { amounts: PriceAmounts } {
  return {
    currency: item.currency,
    amounts: {
      priceAmount: item.price,
      specialPriceAmount: item.special,
      newUserPriceAmount: item.new_user,
      compareAtAmount: item.compare_at,
    },
    fromAt: item.from ? new Date(item.from) : null,
    toAt: item.to ? new Date(item.to) : null,
  }
}

function findPeriodProblem({ fromAt, toAt }: PriceToSet, now: Date): { field: string; detail: string } | null {
  if (toAt && toAt <= now) return { field: 'to', detail: 'This date is in the past.' }
  if (toAt && fromAt && toAt <= fromAt) return { field: 'to', detail: 'The end must be after the start.' }
  return null
}

/** Locks SKUs for a change of their prices. The fixed order prevents deadlocks. */
export async function lockSkus(db: Database, which: SQL): Promise<LockedSku[]> {
  const rows = await db
    .select({ sku: skus, createdAt: products.createdAt })
    .from(skus)
    .innerJoin(products, eq(products.id, skus.productId))
    .where(which)
    .orderBy(asc(skus.id))
    .for('no key update', { of: skus })
  return rows.map(({ sku, createdAt }) => ({ ...sku, createdAt }))
}

/** Stores a price change and applies it if it has begun. The caller holds the lock on the SKU. */
export async function setPrice(
  tx: Database,
  sku: LockedSku,
  { currency, amounts, fromAt, toAt }: PriceToSet,
  { name, now }: PriceAuthor,
): Promise<PriceChange> {
  const open = await readOpen(tx, sku, currency, now)
  if (open.length >= maxPlanned) {
    throw refuse('invalid_input', {
      message: `${sku.sku} already has ${maxPlanned} planned prices in ${currency}, which is the maximum.`,
    })
  }
  const from = fromAt && fromAt > now ? fromAt : now
  const [made] = await tx
    .insert(priceChanges)
    .values({
      ...{ skuId: sku.id, currency, ...amounts, fromAt: from, toAt: toAt ?? null },
      ...{ state: from > now ? ('planned' as const) : ('open' as const), actorName: name, madeAt: now },
    })
    .returning()
  if (!made) throw new Error('The price was not written')
  const running = await applyPriceStates(tx, sku, currency, [...open, made], now)
  return toPriceChange({ ...made, sku: sku.sku }, running?.id ?? null)
}

/**
 * Returns the open and planned changes of a SKU. If the current price has no record, for example because it came with
 * the product or an import, the price is recorded first.
 */
async function readOpen(tx: Database, sku: LockedSku, currency: string, now: Date): Promise<ChangeRow[]> {
  const rows = await tx
    .select()
    .from(priceChanges)
    .where(and(eq(priceChanges.skuId, sku.id), eq(priceChanges.currency, currency), ne(priceChanges.state, 'over')))
    .orderBy(asc(priceChanges.fromAt), asc(priceChanges.id))
  const current = await readCurrent(tx, sku, currency)
  const latest = rows.filter(({ state }) => state === 'open').at(-1)
  if (latest && isSamePrice(latest, current)) return rows
  const since = latest?.fromAt ?? (sku.createdAt < now ? sku.createdAt : now)
  const [found] = await tx
    .insert(priceChanges)
    .values({ skuId: sku.id, currency, ...current, fromAt: since, state: 'open', actorName: '', madeAt: now })
    .returning()
  return found ? [...rows, found] : rows
}

async function readCurrent(tx: Database, sku: LockedSku, currency: string): Promise<PriceAmounts> {
  if (currency === sku.currency) return pickAmounts(sku)
  const [byHand] = await tx
    .select()
    .from(skuPrices)
    .where(and(eq(skuPrices.skuId, sku.id), eq(skuPrices.currency, currency)))
  return byHand ? pickAmounts(byHand) : noPrice
}

function pickAmounts({
  priceAmount,
  specialPriceAmount,
  newUserPriceAmount,
  compareAtAmount,
}: PriceAmounts): PriceAmounts {
  return { priceAmount, specialPriceAmount, newUserPriceAmount, compareAtAmount }
}

/** Updates the state of each change, and copies the applicable price to the columns that shoppers' queries read. */
async function applyPriceStates(
  tx: Database,
  sku: LockedSku,
  currency: string,
  changes: ChangeRow[],
  now: Date,
): Promise<ChangeRow | null> {
  for (const change of changes) {
    const state = findPriceState(change, changes, now)
    if (state !== change.state) await tx.update(priceChanges).set({ state }).where(eq(priceChanges.id, change.id))
  }
  const running = findRunning(changes, now)
  const amounts = running ? pickAmounts(running) : noPrice
  if (isSamePrice(amounts, await readCurrent(tx, sku, currency))) return running
  const { priceAmount } = amounts
  if (currency === sku.currency) {
    if (priceAmount === null) throw new Error(`Sku ${sku.id} would be left without a price`)
    await tx
      .update(skus)
      .set({ ...amounts, priceAmount })
      .where(eq(skus.id, sku.id))
    Object.assign(sku, amounts)
  } else if (priceAmount === null) {
    await tx.delete(skuPrices).where(and(eq(skuPrices.skuId, sku.id), eq(skuPrices.currency, currency)))
  } else {
    const values = { ...amounts, priceAmount }
    await tx
      .insert(skuPrices)
      .values({ skuId: sku.id, currency, ...values })
      .onConflictDoUpdate({ target: [skuPrices.skuId, skuPrices.currency], set: values })
  }
  return running
}

export async function endPrice(shop: Shop, id: number): Promise<PriceChange> {
  const { db, clock } = shop
  const now = clock.now()
  const { sku, change } = await lockChange(db, id)
  const open = await readOpen(db, sku, change.currency, now)
  const it = open.find((one) => one.id === id)
  if (!it || (it.state === 'open' && it.toAt === null)) {
    throw refuse('still_used', { message: 'This is the current price. Set another price instead of ending it.' })
  }
  // A planned price never applied, so it keeps its end time when staff cancel the price.
  const isPlanned = it.state === 'planned'
  const others = open.filter((one) => one !== it)
  await db
    .update(priceChanges)
    .set({ state: 'over', ...(!isPlanned && now > it.fromAt && { toAt: now }) })
    .where(eq(priceChanges.id, id))
  await applyPriceStates(db, sku, change.currency, others, now)
  const [ended] = await db.select().from(priceChanges).where(eq(priceChanges.id, id))
  return toPriceChange({ ...(ended ?? it), sku: sku.sku }, null)
}

async function lockChange(db: Database, id: number): Promise<{ sku: LockedSku; change: ChangeRow }> {
  const [change] = await db.select().from(priceChanges).where(eq(priceChanges.id, id))
  if (!change) throw refuse('not_found')
  const [sku] = await lockSkus(db, inArray(skus.id, [change.skuId]))
  if (!sku) throw refuse('not_found')
  return { sku, change }
}

/** Starts and ends scheduled prices that are due. */
export function applyDuePrices(shop: Shop): Promise<number> {
  const now = shop.clock.now()
  const isDue = or(
    and(eq(priceChanges.state, 'planned'), lte(priceChanges.fromAt, now)),
    and(eq(priceChanges.state, 'open'), lte(priceChanges.toAt, now)),
  )
  const id = sql<string>`${priceChanges.id}::text`
  return processInBatches(shop, 'applyDuePrices', {
    find: (isReady, max) =>
      shop.db
        .select({ id })
        .from(priceChanges)
        .where(and(isDue, isReady(id)))
        .limit(max),
    work: (row) =>
      shop.db.transaction(async (tx) => {
        const { sku, change } = await lockChange(tx, Number(row.id))
        const [due] = await tx
          .select()
          .from(priceChanges)
          .where(and(eq(priceChanges.id, change.id), isDue))
        if (!due) return false
        const open = await readOpen(tx, sku, change.currency, now)
        await applyPriceStates(tx, sku, change.currency, open, now)
        return true
      }),
  })
}

export async function readSkuPrices(
  { db, clock }: Shop,
  { sku: code, limit, after, currency }: StaffParsed<typeof listSkuPrices>,
): Promise<StaffPage<PriceChange>> {
  const [sku] = await db.select({ id: skus.id }).from(skus).where(eq(skus.sku, code))
  if (!sku) throw refuse('not_found', { message: `There is no SKU ${code}.` })
  const cursor = readCursor(after, 'long')
  const condition = and(eq(priceChanges.skuId, sku.id), currency ? eq(priceChanges.currency, currency) : undefined)
  const rows = await db
    .select()
    .from(priceChanges)
    .where(and(condition, cursor ? lt(priceChanges.id, cursor[0]) : undefined))
    .orderBy(desc(priceChanges.id))
    .limit(limit + 1)
  const open = await db
    .select()
    .from(priceChanges)
    .where(and(condition, eq(priceChanges.state, 'open')))
  const running = new Set(
    [...Map.groupBy(open, (one) => one.currency).values()].map((list) => findRunning(list, clock.now())?.id),
  )
  const counted = db
    .select({ one: sql`1` })
    .from(priceChanges)
    .where(condition)
    .limit(maxCounted + 1)
    .as('counted')
  const total = await db.$count(counted)
  return toPage(rows, {
    limit,
    total,
    cursorOf: ({ id }) => [id],
    show: (row) => toPriceChange({ ...row, sku: code }, running.has(row.id) ? row.id : null),
  })
}

function toPriceChange(change: ChangeRow & { sku: string }, runningId: number | null): PriceChange {
  const { currency } = change
  const money = (amount: number | null) => (amount === null ? null : { amount, currency })
  return {
    id: String(change.id),
    sku: change.sku,
    currency,
    price: money(change.priceAmount),
    special: money(change.specialPriceAmount),
    new_user: money(change.newUserPriceAmount),
    compare_at: money(change.compareAtAmount),
    from: toStaffTime(change.fromAt),
    to: change.toAt && toStaffTime(change.toAt),
    state: change.state,
    is_running: change.id === runningId,
    by: change.actorName,
    made_at: toStaffTime(change.madeAt),
  }
}
