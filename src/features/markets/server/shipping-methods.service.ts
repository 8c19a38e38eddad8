import { and, eq, isNull } from 'drizzle-orm'
import { readHomeCurrency } from '#features/settings/server/settings.service.ts'
import type { Database } from '#server/database/database.ts'
import { saveRows } from '#server/database/save-rows.ts'
import { shippingMethods } from './shipping-methods.tables.ts'

/** The amounts are in the shop's own currency, unless the method names another one. */
type MethodToSave = Omit<typeof shippingMethods.$inferInsert, 'currency'> & { currency?: string }

export async function saveShippingMethods(db: Database, rows: MethodToSave[]): Promise<void> {
  const currency = await readHomeCurrency(db)
  await saveRows(
    db,
    shippingMethods,
    [shippingMethods.id],
    rows.map((row) => ({ currency, ...row })),
  )
}

/** Moves free methods, such as the example, to the shop's new currency. Methods with a price keep their currency. */
export async function moveFreeMethods(tx: Database, { from, to }: { from: string; to: string }): Promise<void> {
  const { currency, priceBy, priceAmount, freeFromAmount } = shippingMethods
  await tx
    .update(shippingMethods)
    .set({ currency: to })
    .where(and(eq(currency, from), eq(priceBy, 'fixed'), eq(priceAmount, 0), isNull(freeFromAmount)))
}
