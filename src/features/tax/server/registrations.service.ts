import { and, eq, ne, sql } from 'drizzle-orm'
import type { Database } from '#server/database/database.ts'
import { newId } from '#server/database/ids.ts'
import { taxRegistrations } from './tax.tables.ts'

/** The seller's registrations that set-up asks for: in the own country, and for the One-Stop Shop of the EU. */
export type SellerRegistrations = { country: string; number: string; isRegistered: boolean; usesOss: boolean }

/**
 * Saves the registrations of the seller's own country. A new registration starts on `day`, an ISO date in the shop's
 * time zone. Registrations that are no longer valid end the day before, so that earlier orders can be explained.
 */
export async function saveSellerRegistrations(
  db: Database,
  { country, number, isRegistered, usesOss }: SellerRegistrations,
  day: string,
): Promise<void> {
  await endOthers(db, country, day)
  await setRegistration(db, { scheme: 'domestic', country, number, isOn: isRegistered }, day)
  await setRegistration(db, { scheme: 'oss', country, number, isOn: isRegistered && usesOss }, day)
}

/** Returns whether the One-Stop Shop applies on a day. */
export async function hasOss(db: Database, country: string, day: string): Promise<boolean> {
  const isOss = and(eq(taxRegistrations.scheme, 'oss'), eq(taxRegistrations.country, country))
  return (await db.$count(taxRegistrations, and(isOss, isValidOn(day)))) > 0
}

const isValidOn = (day: string) =>
  sql`${taxRegistrations.validFrom} <= ${day} and coalesce(${taxRegistrations.validUntil}, ${day}) >= ${day}`

type Setting = { scheme: 'domestic' | 'oss'; country: string; number: string; isOn: boolean }

async function setRegistration(db: Database, { scheme, country, number, isOn }: Setting, day: string): Promise<void> {
  if (!isOn) {
    await end(db, sql`scheme = ${scheme} and country = ${country}`, day)
    return
  }
  await db
    .insert(taxRegistrations)
    .values({ id: newId(), scheme, country, number, validFrom: day })
    .onConflictDoUpdate({
      target: [taxRegistrations.scheme, taxRegistrations.country, taxRegistrations.region],
      set: {
        number,
        // A registration that has ended starts again. A valid one keeps its first day.
        validFrom: sql`case when ${taxRegistrations.validUntil} < ${day} then ${day}::date else ${taxRegistrations.validFrom} end`,
        validUntil: null,
      },
    })
}

/** Ends registrations of a previous country of the seller. */
async function endOthers(db: Database, country: string, day: string): Promise<void> {
  await end(db, sql`scheme in ('domestic', 'oss') and ${ne(taxRegistrations.country, country)}`, day)
}

async function end(db: Database, which: ReturnType<typeof sql>, day: string): Promise<void> {
  // A registration of today never applied to an order of an earlier day.
  await db.delete(taxRegistrations).where(sql`${which} and valid_from >= ${day}::date`)
  await db
    .update(taxRegistrations)
    .set({ validUntil: sql`${day}::date - 1` })
    .where(sql`${which} and (valid_until is null or valid_until >= ${day}::date)`)
}
