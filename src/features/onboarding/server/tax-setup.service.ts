import type { StaffParsed } from '#contract/calls/staff-call.ts'
import { saveSetting } from '#features/settings/server/save-settings.service.ts'
import { readSettings } from '#features/settings/server/settings.service.ts'
import { hasOss, saveSellerRegistrations } from '#features/tax/server/registrations.service.ts'
import { euCountries } from '#features/tax/tax-places.rules.ts'
import type { Shop } from '#server/shop.ts'
import type { saveTaxSetup as saveTaxSetupCall, TaxSetup } from '../setup.staff.contract.ts'

type TaxContext = Pick<Shop, 'db' | 'clock'>

/** Returns the seller's tax registration. */
export async function readTaxSetup({ db, clock }: TaxContext): Promise<TaxSetup> {
  const all = await readSettings(db)
  const status = all.tax_status
  return {
    country: all.seller_country,
    status: status === 'registered' || status === 'small_business' ? status : null,
    vat_number: all.seller_vat_number,
    tax_number: all.seller_tax_number,
    uses_oss: await hasOss(db, all.seller_country, toDay(clock.now(), all.time_zone)),
  }
}

/** Saves the seller's tax settings and registrations in the caller's transaction. */
export async function saveTaxSetup(shop: TaxContext, input: StaffParsed<typeof saveTaxSetupCall>): Promise<TaxSetup> {
  const { db, clock } = shop
  const { country, status, vat_number: vatNumber, tax_number: taxNumber, uses_oss: usesOss } = input
  await saveSetting(db, 'seller_country', country)
  await saveSetting(db, 'tax_status', status)
  await saveSetting(db, 'seller_vat_number', vatNumber)
  await saveSetting(db, 'seller_tax_number', taxNumber)
  const { time_zone: timeZone } = await readSettings(db)
  const registrations = {
    country,
    number: vatNumber || taxNumber,
    isRegistered: status === 'registered',
    usesOss: usesOss && euCountries.includes(country),
  }
  await saveSellerRegistrations(db, registrations, toDay(clock.now(), timeZone))
  return readTaxSetup(shop)
}

/** Returns the ISO date of a moment in a time zone. */
function toDay(now: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(now)
}
