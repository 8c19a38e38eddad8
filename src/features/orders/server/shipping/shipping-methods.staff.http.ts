import { and, eq, ne } from 'drizzle-orm'
import * as calls from '#features/orders/shipping-methods.staff.contract.ts'
import { currencies } from '#features/settings/server/settings.tables.ts'
import { refuse, refuseFields } from '#server/http/refuse.ts'
import type { StaffHandler } from '#server/http/staff/staff-handler.ts'
import { handleResource } from '#server/http/staff/staff-resources.ts'
import { shippingMethods } from './shipping-methods.tables.ts'

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
    show: (row: typeof shippingMethods.$inferSelect): calls.ShippingMethod => ({
      id: row.id,
      code: row.code,
      name: row.name,
      price: { amount: row.priceAmount, currency: row.currency },
      free_from: row.freeFromAmount === null ? null : { amount: row.freeFromAmount, currency: row.currency },
      min_days: row.minDays,
      max_days: row.maxDays,
      is_active: row.isActive,
      sort: row.sort,
    }),
    toRow: ({ id, code, name, price, free_from, min_days, max_days, is_active, sort }) => ({
      ...{ id, code, name, sort },
      currency: price.currency,
      priceAmount: price.amount,
      freeFromAmount: free_from?.amount ?? null,
      minDays: min_days,
      maxDays: max_days,
      isActive: is_active,
    }),
    check: async ({ db }, { before, after }) => {
      if (after) {
        const { price, free_from, min_days, max_days } = after
        if (min_days > max_days)
          throw refuseFields({ max_days: ['The longest delivery time cannot be below the shortest'] })
        if (free_from && free_from.currency !== price.currency) {
          throw refuseFields({ free_from: ['Use the currency of the price'] })
        }
        const [known] = await db
          .select({ id: currencies.id })
          .from(currencies)
          .where(eq(currencies.code, price.currency))
        if (!known) throw refuseFields({ price: [`This shop does not have the currency ${price.currency}`] })
      }
      if (!before?.is_active || after?.is_active) return
      const others = await db
        .select({ id: shippingMethods.id })
        .from(shippingMethods)
        .where(and(eq(shippingMethods.isActive, true), ne(shippingMethods.id, before.id)))
      if (others.length === 0)
        throw refuse('shop_needs_one', { message: 'The shop needs at least one shipping method.' })
    },
  },
)
