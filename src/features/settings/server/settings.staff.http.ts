import { eq, max } from 'drizzle-orm'
import { type StaffParsed, toStaffTime } from '#contract/calls/staff-call.ts'
import { decimalsOf } from '#contract/money/currency-units.ts'
import { keysOf } from '#contract/values.ts'
import type { Database } from '#server/database/database.ts'
import { saveRows } from '#server/database/save-rows.ts'
import { refuse, refuseFields } from '#server/http/refuse.ts'
import { handleStaff, type StaffHandler } from '#server/http/staff/staff-handler.ts'
import { handleResource, lockForWriting } from '#server/http/staff/staff-resources.ts'
import type { Shop } from '#server/shop.ts'
import { convertedPrices } from '../price-endings.rules.ts'
import * as calls from '../settings.staff.contract.ts'
import { clearRateState, fetchRatesNow, readRateState, readRates } from './exchange-rates.service.ts'
import { changeHomeCurrency, isHomeCurrencyFixed } from './home-currency.service.ts'
import { saveSetting } from './save-settings.service.ts'
import { parseDescriptions, readHomeCurrency, readSetting, readSettings, type SettingKey } from './settings.service.ts'
import { currencies, currencyRates, languages, settings } from './settings.tables.ts'

const isOn = (value: string) => value === '1' || value === 'on'

async function readShopSettings(shop: Shop): Promise<calls.ShopSettings> {
  const { db, hooks } = shop
  const all = await readSettings(db)
  return {
    shop: {
      name: all.site_name,
      description: all.site_description,
      descriptions: parseDescriptions(all),
      ships_to: await hooks.readShipsTo(db),
      time_zone: all.time_zone,
      currency: await readHomeCurrency(db),
      is_currency_fixed: await isHomeCurrencyFixed(shop),
      order_prefix: all.order_prefix,
      is_order_prefix_fixed: await hooks.hasOrders(db),
    },
    seller: {
      name: all.seller_name,
      address: all.seller_address.split('\n').filter(Boolean),
      country: all.seller_country,
      region: all.seller_region,
      city: all.seller_city,
      postcode: all.seller_postcode,
      tax_number: all.seller_tax_number,
      email: all.seller_email,
      phone: all.seller_phone,
      registration: all.seller_registration,
      vat_number: all.seller_vat_number,
    },
    tax: {
      status: all.tax_status === 'registered' || all.tax_status === 'small_business' ? all.tax_status : null,
      business_buyers: isOn(all.business_buyers),
      provider: all.tax_provider === 'stripe' ? 'stripe' : 'table',
    },
    features: {
      wishlist: isOn(all.open_collect),
      reviews: isOn(all.reviews_switch),
      chat: isOn(all.chat_switch),
      page_translator: all.page_translator === 'google' ? 'google' : 'local',
    },
    returns: {
      name: all.return_name,
      address: all.return_address.split('\n').filter(Boolean),
      as_credit: isOn(all.credit_switch),
      credit_bonus: Number(all.credit_bonus),
    },
    exchange_rates: toRateStateView(await readRateState(db)),
  }
}

const toRateStateView = ({ source, fetchedAt, problem, byHand }: Awaited<ReturnType<typeof readRateState>>) => ({
  source,
  fetched_at: fetchedAt && toStaffTime(fetchedAt),
  problem,
  by_hand: byHand,
})

/**
 * Returns the settings that determine the version. Values written by the timer, and the change made by the first order,
 * are not edits and are left out. Countries belong to markets.
 */
function versionOfSettings({ exchange_rates: { source }, shop, ...rest }: calls.ShopSettings) {
  const { is_order_prefix_fixed: _, is_currency_fixed: __, ships_to: ___, ...about } = shop
  return { ...rest, shop: about, source }
}

async function editSettings(shop: Shop, input: StaffParsed<typeof calls.editSettings>): Promise<void> {
  const { shop: about, seller, tax, features, returns, exchange_rates: rates } = input
  if (rates && rates.source !== (await readRateState(shop.db)).source) await clearRateState(shop.db)
  if (about?.order_prefix !== undefined && about.order_prefix !== (await readSetting(shop.db, 'order_prefix'))) {
    if (await shop.hooks.hasOrders(shop.db)) {
      throw refuseFields({ 'shop.order_prefix': ['The prefix of order numbers cannot change after the first order'] })
    }
  }
  if (about?.currency !== undefined) await changeHomeCurrency(shop, about.currency)
  const given: Partial<Record<SettingKey, string | undefined>> = {
    site_name: about?.name,
    site_description: about?.description,
    site_descriptions: about?.descriptions && JSON.stringify(about.descriptions),
    time_zone: about?.time_zone,
    order_prefix: about?.order_prefix,
    seller_name: seller?.name,
    seller_address: seller?.address?.join('\n'),
    seller_country: seller?.country,
    seller_region: seller?.region,
    seller_city: seller?.city,
    seller_postcode: seller?.postcode,
    seller_tax_number: seller?.tax_number,
    seller_email: seller?.email,
    seller_phone: seller?.phone,
    seller_registration: seller?.registration,
    seller_vat_number: seller?.vat_number,
    tax_status: tax?.status === null ? '' : tax?.status,
    business_buyers: toSwitch(tax?.business_buyers),
    tax_provider: tax?.provider,
    open_collect: features?.wishlist === undefined ? undefined : features.wishlist ? '1' : '0',
    reviews_switch: toSwitch(features?.reviews),
    chat_switch: toSwitch(features?.chat),
    page_translator: features?.page_translator,
    return_name: returns?.name,
    return_address: returns?.address?.join('\n'),
    credit_switch: toSwitch(returns?.as_credit),
    credit_bonus: returns?.credit_bonus?.toString(),
    rate_source: rates?.source,
  }
  for (const key of keysOf(given)) {
    const value = given[key]
    if (value !== undefined) await saveSetting(shop.db, key, value)
  }
}

const toSwitch = (isWanted: boolean | undefined) => (isWanted === undefined ? undefined : isWanted ? 'on' : 'off')

const isPlain = ({ price_rule, price_ending, price_adjustment }: calls.StaffCurrency) =>
  price_rule === convertedPrices.priceRule &&
  price_ending === convertedPrices.priceEnding &&
  price_adjustment === convertedPrices.priceAdjustment

type CurrencyRow = { currency: typeof currencies.$inferSelect; rate: typeof currencyRates.$inferSelect }

const currencyHandlers = handleResource(
  {
    list: calls.listStaffCurrencies,
    get: calls.getCurrency,
    create: calls.createCurrency,
    edit: calls.editCurrency,
    remove: calls.removeCurrency,
  },
  {
    table: currencies,
    key: 'code',
    column: currencies.code,
    searched: [currencies.code, currencies.name],
    from: (db, where, limit) =>
      db
        .select({ currency: currencies, rate: currencyRates })
        .from(currencies)
        .innerJoin(currencyRates, eq(currencyRates.currency, currencies.code))
        .where(where)
        .orderBy(currencies.code)
        .limit(limit),
    show: ({ currency, rate }: CurrencyRow): calls.StaffCurrency => ({
      code: currency.code,
      name: currency.name,
      symbol_left: currency.symbolLeft,
      symbol_right: currency.symbolRight,
      decimals: currency.decimals,
      rounding: currency.roundingAmount,
      sort: currency.sort,
      price_rule: currency.priceRule,
      price_ending: currency.priceEnding,
      price_adjustment: currency.priceAdjustment,
      rate: rate.rate,
      rate_as_of: toStaffTime(rate.asOf),
      rate_source: rate.source,
    }),
    toRow: async (given, { db }, before) => {
      const { code, name, symbol_left, symbol_right, decimals, rounding, sort } = given
      return {
        ...(!before && { id: await nextId(db, currencies) }),
        code,
        name,
        symbolLeft: symbol_left,
        symbolRight: symbol_right,
        decimals,
        roundingAmount: rounding,
        sort,
        priceRule: given.price_rule,
        priceEnding: given.price_ending,
        priceAdjustment: given.price_adjustment,
      }
    },
    check: async ({ db }, { before, after }) => {
      const homeCurrency = await readHomeCurrency(db)
      if (before?.code === homeCurrency && !after) throw refuse('shop_needs_this')
      // The number of decimals must be the number that banks use.
      if (!before && after && after.decimals !== decimalsOf(after.code)) {
        throw refuseFields({ decimals: [`${after.code} has ${decimalsOf(after.code)} decimal places`] })
      }
      if (after?.code === homeCurrency && after.rate !== 1) {
        throw refuseFields({
          rate: [`The rate of ${homeCurrency} must be 1, because all rates are for 1 ${homeCurrency}`],
        })
      }
      if (after?.code === homeCurrency && !isPlain(after)) {
        throw refuseFields({
          price_rule: [`${homeCurrency} is the shop's own currency, whose prices are not converted.`],
        })
      }
    },
    saveRelated: async ({ db, clock }, { code, rate }) => {
      const [known] = await db.select().from(currencyRates).where(eq(currencyRates.currency, code))
      // An unchanged rate keeps its date.
      if (known?.rate === rate) return
      await saveRows(
        db,
        currencyRates,
        [currencyRates.currency],
        [{ currency: code, rate, asOf: clock.now(), source: 'manual' }],
      )
      await clearRateState(db)
    },
    removeRelated: async ({ db }, { code }) => {
      await db.delete(currencyRates).where(eq(currencyRates.currency, code))
    },
  },
)

/** The language in which every text exists. It is the fallback for missing translations. */
const sourceLanguage = 'en'

const languageHandlers = handleResource(
  {
    list: calls.listStaffLanguages,
    get: calls.getLanguage,
    create: calls.createLanguage,
    edit: calls.editLanguage,
    remove: calls.removeLanguage,
  },
  {
    table: languages,
    key: 'code',
    column: languages.code,
    searched: [languages.code, languages.ownName, languages.englishName],
    show: ({
      id,
      code,
      ownName,
      englishName,
      direction,
      sort,
    }: typeof languages.$inferSelect): calls.StaffLanguage => ({
      ...{ id, code, direction, sort },
      name: ownName,
      english_name: englishName,
    }),
    toRow: async ({ code, name, english_name, direction, sort }, { db }, before) => ({
      ...(!before && { id: await nextId(db, languages) }),
      ...{ code, direction, sort },
      ownName: name,
      englishName: english_name,
    }),
    check: (_, { before, after }) => {
      if (before?.code === sourceLanguage && !after) throw refuse('shop_needs_this')
    },
  },
)

/** Returns the next id. The caller holds a lock on the table. */
async function nextId(db: Database, table: typeof currencies | typeof languages): Promise<number> {
  const [{ last } = { last: 0 }] = await db.select({ last: max(table.id) }).from(table)
  return (last ?? 0) + 1
}

export const settingsStaffHandlers: StaffHandler[] = [
  handleStaff(calls.getSettings, ({ shop }) => readShopSettings(shop), { versionOf: versionOfSettings }),
  handleStaff(
    calls.editSettings,
    async ({ shop, input }) => {
      await editSettings(shop, input)
      return readShopSettings(shop)
    },
    {
      resource: async ({ shop }) => {
        await lockForWriting(shop.db, settings)
        return readShopSettings(shop)
      },
      versionOf: versionOfSettings,
    },
  ),
  handleStaff(
    calls.fetchExchangeRates,
    async ({ shop }) => {
      const changed = await fetchRatesNow(shop)
      return { ...toRateStateView(await readRateState(shop.db)), changed }
    },
    { resource: ({ shop }) => readRates(shop.db) },
  ),
  ...currencyHandlers,
  ...languageHandlers,
]
