import { loadAll } from '#console/data/load-all.ts'
import type { ConsoleContext } from '#console/shell/console-context.ts'
import type { Choice } from '#console/ui/fields/combobox.tsx'
import { allowsScope } from '#contract/calls/scopes.ts'
import { listStaffCategories } from '#features/catalogue/categories.staff.contract.ts'
import { loadCurrencies } from '#features/settings/console/parts/load-currencies.ts'

/** Returns the choices of the coupon form that the staff member may see. */
export async function loadChoices({ load, me }: ConsoleContext): Promise<{
  categories: Choice[] | null
  currencies: string[]
}> {
  const scopes = new Set(me?.scopes ?? [])
  const [categories, currencies] = await Promise.all([
    allowsScope(scopes, 'catalogue:read') ? loadAll(load, listStaffCategories, {}) : null,
    loadCurrencies({ load, me }),
  ])
  return {
    categories: categories?.map(({ code, name }) => ({ value: code, name })) ?? null,
    currencies: currencies.map(({ code }) => code),
  }
}
