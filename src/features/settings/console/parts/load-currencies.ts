import { loadAll } from '#console/data/load-all.ts'
import type { ConsoleContext } from '#console/shell/console-context.ts'
import { allowsScope } from '#contract/calls/scopes.ts'
import { decimalsOf } from '#contract/money/currency-units.ts'
import { listStaffCurrencies } from '#features/settings/settings.staff.contract.ts'

type Reader = Pick<ConsoleContext, 'load' | 'me'>

export const mayReadSettings = ({ me }: Pick<ConsoleContext, 'me'>): boolean => allowsScope(me?.scopes, 'settings:read')

/**
 * Returns the currencies in which prices can be entered. Members without access to the settings, such as marketing, get
 * the currencies from their profile. Otherwise they would be asked for dollars in a shop that sells in euros.
 */
export async function loadCurrencies({ load, me }: Reader): Promise<{ code: string; decimals: number }[]> {
  if (mayReadSettings({ me })) return loadAll(load, listStaffCurrencies, {})
  return (me?.shop.currencies ?? []).map((code) => ({ code, decimals: decimalsOf(code) }))
}
