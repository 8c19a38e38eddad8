import { loadAll } from '#console/data/load-all.ts'
import type { ConsoleContext } from '#console/shell/console-context.ts'
import { allowsScope } from '#contract/calls/scopes.ts'
import { decimalsOf } from '#contract/money/currency-units.ts'
import { homeCurrency } from '#contract/money/money.ts'
import { listStaffCurrencies } from '#features/settings/settings.staff.contract.ts'

export const mayReadSettings = ({ me }: ConsoleContext): boolean => allowsScope(me?.scopes, 'settings:read')

/** Returns the shop's currencies. Members who may not read the settings get the shop's own currency. */
export async function loadCurrencies(context: ConsoleContext): Promise<{ code: string; decimals: number }[]> {
  if (mayReadSettings(context)) return loadAll(context.load, listStaffCurrencies, {})
  return [{ code: homeCurrency, decimals: decimalsOf(homeCurrency) }]
}
