import { loadAll } from '#console/data/load-all.ts'
import type { ConsoleContext } from '#console/shell/console-context.ts'
import { SelectField } from '#console/ui/fields/field.tsx'
import { allowsScope } from '#contract/calls/scopes.ts'
import { listTaxCategories, type TaxCategory } from '#features/tax/tax.staff.contract.ts'

/** Returns the tax categories. Members without access to the settings see only the chosen one. */
export async function loadTaxCategories({ load, me }: Pick<ConsoleContext, 'load' | 'me'>): Promise<TaxCategory[]> {
  if (!allowsScope(me?.scopes, 'settings:read')) return []
  const all = await loadAll(load, listTaxCategories, {})
  return all.toSorted((a, b) => a.sort - b.sort)
}

type Props = {
  /** The name of the choice without a tax category, such as `As its category`. */
  none: string
  categories: readonly TaxCategory[]
  value: string | null
  onChange: (code: string | null) => void
  error?: string | null
}

/** Renders the choice of a tax category. */
export function TaxCategoryField({ none, categories, value, onChange, error }: Props) {
  const isUnknown = value !== null && !categories.some(({ code }) => code === value)
  return (
    <SelectField
      label="Tax category"
      error={error}
      value={value ?? ''}
      onChange={(code) => onChange(code || null)}
      options={[
        { value: '', name: none },
        ...categories.map(({ code, name }) => ({ value: code, name })),
        ...(isUnknown ? [{ value, name: value }] : []),
      ]}
    />
  )
}
