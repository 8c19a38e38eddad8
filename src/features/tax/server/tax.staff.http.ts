import { and, eq, ne } from 'drizzle-orm'
import { currencies } from '#features/settings/server/settings.tables.ts'
import { normalizeVatNumber } from '#features/settings/vat.rules.ts'
import { findVatProblem } from '#features/settings/vat.staff.rules.ts'
import type { Database } from '#server/database/database.ts'
import { newId } from '#server/database/ids.ts'
import { refuse, refuseFields } from '#server/http/refuse.ts'
import type { StaffHandler } from '#server/http/staff/staff-handler.ts'
import { handleResource } from '#server/http/staff/staff-resources.ts'
import * as calls from '../tax.staff.contract.ts'
import { countriesByRegion, euCountries } from '../tax-places.rules.ts'
import { dayBefore, placeRate } from '../tax-rates.rules.ts'
import { checkTaxCategory } from './tax.service.ts'
import { taxCategories, taxRates, taxRegistrations } from './tax.tables.ts'

const categoryHandlers = handleResource(
  {
    list: calls.listTaxCategories,
    get: calls.getTaxCategory,
    create: calls.createTaxCategory,
    edit: calls.editTaxCategory,
    remove: calls.removeTaxCategory,
  },
  {
    table: taxCategories,
    key: 'code',
    column: taxCategories.code,
    searched: [taxCategories.code, taxCategories.name],
    show: ({ code, name, sort }: typeof taxCategories.$inferSelect): calls.TaxCategory => ({ code, name, sort }),
    toRow: ({ code, name, sort }) => ({ code, name, sort }),
  },
)

const rateHandlers = handleResource(
  {
    list: calls.listTaxRates,
    get: calls.getTaxRate,
    create: calls.createTaxRate,
    edit: calls.editTaxRate,
    remove: calls.removeTaxRate,
  },
  {
    table: taxRates,
    key: 'id',
    column: taxRates.id,
    createKey: newId,
    searched: [taxRates.country, taxRates.region, taxRates.category, taxRates.name],
    show: ({ validFrom, validUntil, sourceDate, ...row }: typeof taxRates.$inferSelect): calls.TaxRate => ({
      ...row,
      valid_from: validFrom,
      valid_until: validUntil,
      source_date: sourceDate,
    }),
    toRow: ({ id, country, region, category, name, rate, valid_from, valid_until, source, source_date }) => ({
      ...{ id, country, region, category, name, rate, source },
      validFrom: valid_from,
      validUntil: valid_until,
      sourceDate: source_date,
    }),
    check: async ({ db }, { before, after }) => {
      if (!after) return
      if (after.valid_until !== null && after.valid_until < after.valid_from) {
        throw refuseFields({ valid_until: ['The last day is before the first day.'] })
      }
      if (!before && after.region !== '' && !hasRegions(after.country)) {
        throw refuseFields({ region: ['Taxes of this country have no regions. Leave the region empty.'] })
      }
      await checkTaxCategory(db, after.category, 'category')
      const { ended, overlapped } = placeRate(toPeriod(after), await readRivals(db, after), !before)
      if (overlapped) {
        const { validFrom, validUntil } = overlapped
        const period = validUntil === null ? `from ${validFrom}` : `from ${validFrom} to ${validUntil}`
        throw refuseFields({ valid_from: [`Another rate is valid ${period}. Choose dates that do not overlap.`] })
      }
      if (ended) {
        await db
          .update(taxRates)
          .set({ validUntil: dayBefore(after.valid_from) })
          .where(eq(taxRates.id, ended.id))
      }
    },
  },
)

/** Countries whose rates may differ by region. */
const hasRegions = (country: string) => countriesByRegion.includes(country) || country === 'CA'

const toPeriod = ({ id, valid_from, valid_until }: calls.TaxRate) => ({
  ...{ id, validFrom: valid_from, validUntil: valid_until },
})

/** Reads the rates of the same country, region and category. */
async function readRivals(db: Database, { country, region, category }: calls.TaxRate) {
  const rows = await db
    .select()
    .from(taxRates)
    .where(and(eq(taxRates.country, country), eq(taxRates.region, region)))
  return rows.filter((one) => one.category === category)
}

const registrationHandlers = handleResource(
  {
    list: calls.listTaxRegistrations,
    get: calls.getTaxRegistration,
    create: calls.createTaxRegistration,
    edit: calls.editTaxRegistration,
    remove: calls.removeTaxRegistration,
  },
  {
    table: taxRegistrations,
    key: 'id',
    column: taxRegistrations.id,
    createKey: newId,
    searched: [taxRegistrations.country, taxRegistrations.number],
    show: ({
      limitAmount,
      limitCurrency,
      validFrom,
      validUntil,
      ...row
    }: typeof taxRegistrations.$inferSelect): calls.TaxRegistration => ({
      ...row,
      limit: limitAmount === null || limitCurrency === null ? null : { amount: limitAmount, currency: limitCurrency },
      valid_from: validFrom,
      valid_until: validUntil,
    }),
    toRow: ({ id, scheme, country, region, number, limit, valid_from, valid_until }) => ({
      ...{ id, scheme, country, region, number: isVatCountry(scheme, country) ? normalizeVatNumber(number) : number },
      limitAmount: limit?.amount ?? null,
      limitCurrency: limit?.currency ?? null,
      validFrom: valid_from,
      validUntil: valid_until,
    }),
    check: async ({ db }, { after }) => {
      if (!after) return
      const { id, scheme, country, region, number, limit, valid_from, valid_until } = after
      if (valid_until !== null && valid_until < valid_from) {
        throw refuseFields({ valid_until: ['The last day is before the first day.'] })
      }
      if (region !== '' && !hasRegions(country)) {
        throw refuseFields({ region: ['Taxes of this country have no regions. Leave the region empty.'] })
      }
      if (scheme === 'destination' && countriesByRegion.includes(country) && region === '') {
        throw refuseFields({ region: ['Choose a state. Each state has its own registration.'] })
      }
      if (scheme === 'oss' && !euCountries.includes(country)) {
        throw refuseFields({ country: ['Choose the EU country in which you file the One-Stop Shop returns.'] })
      }
      const problem = isVatCountry(scheme, country) ? findVatProblem(normalizeVatNumber(number)) : null
      if (problem) throw refuseFields({ number: [problem] })
      if (limit) {
        const [known] = await db.select().from(currencies).where(eq(currencies.code, limit.currency))
        if (!known) throw refuseFields({ limit: [`Add the currency ${limit.currency} to the shop first.`] })
      }
      // The shop can have one registration for the One-Stop Shop.
      const single =
        scheme === 'destination'
          ? and(eq(taxRegistrations.country, country), eq(taxRegistrations.region, region))
          : undefined
      const [rival] = await db
        .select()
        .from(taxRegistrations)
        .where(and(eq(taxRegistrations.scheme, scheme), ne(taxRegistrations.id, id), single))
      if (rival) throw refuse('exists_already')
    },
  },
)

/** Returns whether the number of a registration is a VAT number with check digits. Other schemes have their own formats. */
const isVatCountry = (scheme: calls.TaxRegistration['scheme'], country: string) =>
  scheme !== 'destination' && euCountries.includes(country)

export const taxStaffHandlers: StaffHandler[] = [...categoryHandlers, ...rateHandlers, ...registrationHandlers]
