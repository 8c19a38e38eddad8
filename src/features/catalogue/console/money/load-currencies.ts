import { loadAll } from '#console/data/load-all.ts'
import type { ConsoleContext } from '#console/shell/console-context.ts'
import { allowsScope } from '#contract/calls/scopes.ts'
import { decimalsOf } from '#contract/money/currency-units.ts'
import { homeCurrency } from '#contract/money/money.ts'
import { listStaffCurrencies } from '#features/settings/settings.staff.contract.ts'

export const mayReadSettings = ({ me }: ConsoleContext): boolean => allowsScope(me?.scopes, 'settings:read')

/** The shop's currencies; whoever may not read its settings sets prices in its own. */
export async function loadCurrencies(context: ConsoleContext): Promise<{ code: string; decimals: number }[]> {
  if (mayReadSettings(context)) return loadAll(context.load, listStaffCurrencies, {})
  return [{ code: homeCurrency, decimals: decimalsOf(homeCurrency) }]
}
