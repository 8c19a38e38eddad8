import { and, asc, eq } from 'drizzle-orm'
import { toPriceValue } from '#contract/money/money.ts'
import type { ArchivedOrder } from '#features/orders/order-lookup.contract.ts'
import { maskPhone } from '#features/orders/order-lookup.rules.ts'
import { formatCountry } from '#features/settings/country-names.rules.ts'
import { currencies } from '#features/settings/server/settings.tables.ts'
import type { Database } from '#server/database/database.ts'
import { archivedOrderItems, archivedOrders } from './order-lookup.tables.ts'

/** Finds an order of the previous shop platform by email address and number together. */
export async function findArchivedOrder(
  db: Database,
  { email, orderNo, maxLines }: { email: string; orderNo: string; maxLines: number },
): Promise<ArchivedOrder | null> {
  const rows = await db
    .select({ order: archivedOrders, item: archivedOrderItems, currencyId: currencies.id })
    .from(archivedOrders)
    .leftJoin(archivedOrderItems, eq(archivedOrderItems.archivedOrderId, archivedOrders.id))
    .leftJoin(currencies, eq(currencies.code, archivedOrders.currency))
    .where(and(eq(archivedOrders.email, email), eq(archivedOrders.orderNo, orderNo)))
    .orderBy(asc(archivedOrderItems.position))
    .limit(maxLines)
  const [first] = rows
  if (!first) return null
  const { order, currencyId } = first
  const value = (amount: number) => toPriceValue(amount, order.decimals)
  return {
    shipping_address: {
      firstname: order.firstname,
      lastname: order.lastname,
      zipcode: order.zipcode,
      tel: maskPhone(order.tel),
      state: order.state,
      city: order.city,
      // Shopify's files contain country codes.
      country: formatCountry(order.country),
    },
    shipping_method: order.shippingMethod,
    email: order.email,
    pay_confirm_time: Math.floor(order.payConfirmedAt.getTime() / 1000),
    order_no: order.orderNo,
    currency: {
      id: currencyId,
      code: order.currency,
      symbol_left: order.symbolLeft,
      symbol_right: order.symbolRight,
    },
    sku_price: value(order.skuPriceAmount),
    discount_price: value(order.discountAmount),
    shipping: value(order.shippingAmount),
    total: value(order.totalAmount),
    orderItems: rows.flatMap(({ item }) =>
      item
        ? [
            {
              image: item.image,
              sku_name_en: item.skuNameEn,
              sku_attr_en: item.skuAttrEn,
              Price: value(item.priceAmount),
              status: item.status,
            },
          ]
        : [],
    ),
  }
}

/** Erases the customer's data in orders of the previous shop platform. */
export async function eraseArchivedOrders(
  tx: Database,
  { email, erasedEmail }: { email: string; erasedEmail: string },
): Promise<void> {
  const nothing = { firstname: '', lastname: '', tel: '', zipcode: '', city: '', state: '' }
  await tx
    .update(archivedOrders)
    .set({ email: erasedEmail, ...nothing })
    .where(eq(archivedOrders.email, email))
}
