import { saveFirstMarket } from '#features/markets/server/shipping-methods.service.ts'
import { countryCodes } from '#features/settings/country-codes.rules.ts'
import type { Database } from '#server/database/database.ts'

/** Limits the shop's first market to some countries, such as `US,SE`. An empty text means all countries. */
export async function shipTo(db: Database, countries: string): Promise<void> {
  await saveFirstMarket(db, countries === '' ? countryCodes : countries.split(','))
}
