import { and, asc, eq, inArray, ne, type SQL } from 'drizzle-orm'
import * as calls from '#features/markets/shipping-methods.staff.contract.ts'
import { currencies } from '#features/settings/server/settings.tables.ts'
import type { Database } from '#server/database/database.ts'
import { refuse, refuseFields } from '#server/http/refuse.ts'
import type { StaffHandler } from '#server/http/staff/staff-handler.ts'
import { handleResource } from '#server/http/staff/staff-resources.ts'
import { markets } from './markets.tables.ts'
import type { MethodWithBands } from './shipping.service.ts'
import { shippingBands, shippingMethods } from './shipping-methods.tables.ts'

type Fields = calls.ShippingMethod

export const shippingStaffHandlers: StaffHandler[] = handleResource(
  {
    list: calls.listShippingMethods,
    get: calls.getShippingMethod,
    create: calls.createShippingMethod,
    edit: calls.editShippingMethod,
    remove: calls.removeShippingMethod,
  },
  {
    table: shippingMethods,
    key: 'id',
    isNumbered: true,
    column: shippingMethods.id,
    searched: [shippingMethods.name, shippingMethods.code],
    from: readRows,
    show: ({ currency, bands, ...row }: MethodWithBands): Fields => ({
      id: row.id,
      code: row.code,
      name: row.name,
      market_id: row.marketId,
      carrier: row.carrier,
      price_by: row.priceBy,
      price: { amount: row.priceAmount, currency },
      bands: bands.map(({ upTo, priceAmount }) => ({ up_to: upTo, price: { amount: priceAmount, currency } })),
      free_from: row.freeFromAmount === null ? null : { amount: row.freeFromAmount, currency },
      min_days: row.minDays,
      max_days: row.maxDays,
      is_active: row.isActive,
      sort: row.sort,
    }),
    toRow: ({ id, code, name, market_id, carrier, price_by, ...rest }) => ({
      ...{ id, code, name, carrier },
      marketId: market_id,
      priceBy: price_by,
      currency: rest.price.currency,
      priceAmount:
        price_by === 'fixed' ? rest.price.amount : Math.min(...rest.bands.map(({ price: { amount } }) => amount)),
      freeFromAmount: rest.free_from?.amount ?? null,
      minDays: rest.min_days,
      maxDays: rest.max_days,
      isActive: rest.is_active,
      sort: rest.sort,
    }),
    check: async ({ db }, { before, after }) => {
      if (after) await checkMethod(db, after)
      if (!before?.is_active || after?.is_active) return
      const others = await db
        .select({ id: shippingMethods.id })
        .from(shippingMethods)
        .where(and(eq(shippingMethods.isActive, true), ne(shippingMethods.id, before.id)))
      if (others.length === 0) throw refuse('shop_needs_one', { message: 'Nothing could be sent any more.' })
    },
    saveRelated: async ({ db }, { id, price_by, bands }) => {
      await db.delete(shippingBands).where(eq(shippingBands.methodId, id))
      if (price_by === 'fixed') return
      await db
        .insert(shippingBands)
        .values(bands.map(({ up_to, price }) => ({ methodId: id, upTo: up_to, priceAmount: price.amount })))
    },
  },
)

async function readRows(db: Database, where: SQL | undefined, limit: number): Promise<MethodWithBands[]> {
  const rows = await db.select().from(shippingMethods).where(where).orderBy(asc(shippingMethods.id)).limit(limit)
  const found = await db
    .select()
    .from(shippingBands)
    .where(
      inArray(
        shippingBands.methodId,
        rows.map(({ id }) => id),
      ),
    )
    .orderBy(asc(shippingBands.upTo))
  const byMethod = Map.groupBy(found, ({ methodId }) => methodId)
  return rows.map((row) => ({ ...row, bands: byMethod.get(row.id) ?? [] }))
}

async function checkMethod(db: Database, { price, free_from, bands, ...method }: Fields): Promise<void> {
  const { currency } = price
  if (method.min_days > method.max_days) throw refuseFields({ max_days: ['It arrives before it could'] })
  if (free_from && free_from.currency !== currency) {
    throw refuseFields({ free_from: ['Say it in the currency of the price'] })
  }
  const [known] = await db.select({ id: currencies.id }).from(currencies).where(eq(currencies.code, currency))
  if (!known) throw refuseFields({ price: [`The shop has no ${currency}`] })
  const [market] = await db.select({ id: markets.id }).from(markets).where(eq(markets.id, method.market_id))
  if (!market) throw refuseFields({ market_id: [`The shop has no market ${method.market_id}.`] })
  if (method.price_by === 'fixed') return
  if (bands.length === 0) throw refuseFields({ bands: ['Add at least one price band.'] })
  const at = bands.findIndex(({ up_to }, index) => index > 0 && up_to <= (bands[index - 1]?.up_to ?? 0))
  if (at > 0) throw refuseFields({ [`bands.${at}.up_to`]: ['A band must end above the previous band.'] })
  const strange = bands.findIndex((band) => band.price.currency !== currency)
  if (strange >= 0)
    throw refuseFields({ [`bands.${strange}.price`]: [`The prices of this method are in ${currency}.`] })
}
