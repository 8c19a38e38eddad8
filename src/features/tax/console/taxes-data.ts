import { loadAll } from '#console/data/load-all.ts'
import type { ConsoleContext } from '#console/shell/console-context.ts'
import { toShopDay } from '#console/ui/format/day.rules.ts'
import { allowsScope } from '#contract/calls/scopes.ts'
import { listStaffProducts } from '#features/catalogue/products.staff.contract.ts'
import { getTaxReport } from '#features/dashboard/tax-report.staff.contract.ts'
import { getSettings } from '#features/settings/settings.staff.contract.ts'
import { listTaxCategories, listTaxRates, listTaxRegistrations } from '../tax.staff.contract.ts'
import { listQuarters } from './tax-page.rules.ts'

/** 50: the newest products, to try the preview. */
const maxProducts = 50

export async function loadTaxes({ context }: { context: ConsoleContext }) {
  const { load, me, shop, clock } = context
  const quarters = listQuarters(clock.now, shop.time_zone)
  const [first] = quarters
  if (!first) throw new Error('There are always eight quarters')
  const scheme = 'oss' as const
  const [settings, rates, categories, registrations, products, report] = await Promise.all([
    load(getSettings, {}),
    loadAll(load, listTaxRates, {}),
    loadAll(load, listTaxCategories, {}),
    loadAll(load, listTaxRegistrations, {}),
    allowsScope(me?.scopes, 'catalogue:read')
      ? load(listStaffProducts, { limit: maxProducts, status: 'live' }).then(({ data }) => data.data)
      : [],
    load(getTaxReport, { from: first.from, to: first.to, return: scheme }),
  ])
  return {
    ...{ rates, registrations, products, quarters, report: report.data },
    settings: settings.data,
    categories: categories.toSorted((a, b) => a.sort - b.sort),
    today: toShopDay(clock.now, shop.time_zone),
    currency: shop.currency,
  }
}

export type TaxData = Awaited<ReturnType<typeof loadTaxes>>
