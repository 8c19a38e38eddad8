import { asc, eq, inArray, type SQL } from 'drizzle-orm'
import * as calls from '#features/markets/markets.staff.contract.ts'
import { formatCountry } from '#features/settings/country-names.rules.ts'
import { listCurrencies, listLanguages } from '#features/settings/server/settings.service.ts'
import type { Database } from '#server/database/database.ts'
import { refuse, refuseFields } from '#server/http/refuse.ts'
import { handleStaff, type StaffHandler } from '#server/http/staff/staff-handler.ts'
import { handleResource } from '#server/http/staff/staff-resources.ts'
import { normalizePostcode } from '../shipping.rules.ts'
import { type Market, readMarkets } from './markets.service.ts'
import { marketCountries, markets } from './markets.tables.ts'

type Fields = calls.StaffMarket

const resourceHandlers = handleResource(
  {
    list: calls.listMarkets,
    get: calls.getMarket,
    create: calls.createMarket,
    edit: calls.editMarket,
    remove: calls.removeMarket,
  },
  {
    table: markets,
    key: 'id',
    column: markets.id,
    searched: [markets.name, markets.id],
    from: readRows,
    show: ({ id, name, currency, taxDisplay, languages, status, countries, sort }: Market): Fields => ({
      ...{ id, name, currency, languages, status, sort },
      tax_display: taxDisplay,
      countries: countries.map(({ country, excludedPostcodes }) => ({
        country,
        excluded_postcodes: excludedPostcodes,
      })),
    }),
    toRow: ({ id, name, currency, tax_display, languages, status, sort }) => ({
      ...{ id, name, currency, languages, status, sort },
      taxDisplay: tax_display,
    }),
    check: async ({ db, hooks }, { before, after }) => {
      if (!after) return
      if (!(await listCurrencies(db)).some(({ code }) => code === after.currency)) {
        throw refuseFields({ currency: [`The shop has no ${after.currency}. Add the currency first.`] })
      }
      const known = new Set((await listLanguages(db)).map(({ code }) => code))
      const unknown = after.languages.find((code) => !known.has(code))
      if (unknown) throw refuseFields({ languages: [`The shop has no language ${unknown}. Add the language first.`] })
      await refuseTakenCountries(db, after)
      if (before && before.currency !== after.currency && (await hooks.hasOrdersTo(db, placeOf(before)))) {
        throw refuseFields({ currency: ['There are orders in this market, so its currency stays.'] })
      }
    },
    saveRelated: async ({ db }, after) => {
      await db.delete(marketCountries).where(eq(marketCountries.marketId, after.id))
      if (after.countries.length === 0) return
      await db.insert(marketCountries).values(
        after.countries.map(({ country, excluded_postcodes: excluded }) => ({
          country,
          marketId: after.id,
          excludedPostcodes: [...new Set(excluded.map(normalizePostcode))],
        })),
      )
    },
  },
)

const placeOf = ({ currency, countries }: { currency: string; countries: { country: string }[] }) => ({
  currency,
  countries: countries.map(({ country }) => country),
})

export const marketStaffHandlers: StaffHandler[] = [
  ...resourceHandlers,
  handleStaff(calls.getMarketUse, async ({ shop: { db, hooks }, input: { id } }) => {
    const market = (await readMarkets(db)).find((one) => one.id === id)
    if (!market) throw refuse('not_found')
    return { has_orders: await hooks.hasOrdersTo(db, placeOf(market)) }
  }),
]

/** Reads the markets with their countries. */
async function readRows(db: Database, where: SQL | undefined, limit: number): Promise<Market[]> {
  const rows = await db.select().from(markets).where(where).orderBy(asc(markets.id)).limit(limit)
  const found = await db
    .select()
    .from(marketCountries)
    .where(
      inArray(
        marketCountries.marketId,
        rows.map(({ id }) => id),
      ),
    )
    .orderBy(asc(marketCountries.country))
  const byMarket = Map.groupBy(found, ({ marketId }) => marketId)
  return rows.map((row) => ({ ...row, countries: byMarket.get(row.id) ?? [] }))
}

/** Refuses a country that is listed twice or belongs to another market. The refusal names the country and its market. */
async function refuseTakenCountries(db: Database, { id, countries }: Fields): Promise<void> {
  const codes = countries.map(({ country }) => country)
  const twice = codes.find((code, at) => codes.indexOf(code) < at)
  if (twice) throw refuseFields({ countries: [`${formatCountry(twice)} is listed twice.`] })
  const rows = await db
    .select({ country: marketCountries.country, marketId: marketCountries.marketId, name: markets.name })
    .from(marketCountries)
    .innerJoin(markets, eq(markets.id, marketCountries.marketId))
    .where(inArray(marketCountries.country, codes))
    .orderBy(asc(marketCountries.country))
  const taken = rows.find(({ marketId }) => marketId !== id)
  if (!taken) return
  const name = formatCountry(taken.country)
  throw refuseFields({ countries: [`${name} is in the market ${taken.name}. Remove it from that market first.`] })
}
