import { useRef } from 'react'
import { useReload } from '#console/data/reload-page.ts'
import { useEdit } from '#console/form/form-frame.tsx'
import { useForm } from '#console/form/use-form.ts'
import { useConsole } from '#console/shell/console-context.ts'
import { editCurrency, type StaffCurrency } from '#features/settings/settings.staff.contract.ts'
import { editMarket, type StaffMarket } from '../markets.staff.contract.ts'
import {
  createShippingMethod,
  editShippingMethod,
  removeShippingMethod,
  type ShippingMethod,
} from '../shipping-methods.staff.contract.ts'
import { marketFormNames, toMarketForm, toSentMarketFields, toSentRule } from './market-form.rules.ts'
import {
  listMethodChanges,
  type MethodRow,
  settleRow,
  toMethodCode,
  toMethodRow,
  toSentRow,
} from './method-rows.rules.ts'

/** A resource with its version for `If-Match`. */
export type Versioned<T> = { data: T; etag: string }

type Loaded = {
  market: Versioned<StaffMarket>
  methods: Versioned<ShippingMethod>[]
  currencies: Versioned<StaffCurrency>[]
}

/** Returns the unsaved changes of a market, its shipping methods and its price rule, which one save bar saves together. */
export function useMarketEdit({ market: { data: market, etag }, methods, currencies }: Loaded) {
  const { call } = useConsole()
  const reload = useReload()
  const ruleOf = (code: string) => {
    const found = currencies.find(({ data }) => data.code === code)
    if (!found) throw new Error(`The shop has no ${code}`)
    return found
  }
  const stored = methods.map(({ data }) => data)
  const initial = toMarketForm(market, stored, ruleOf(market.currency).data)
  const form = useForm({ initial, about: `markets/${market.id}` })
  // The part of the save that was refused, named above the fields.
  const part = useRef<string | null>(null)

  async function saveMethods(rows: MethodRow[], saved: { count: number }): Promise<void> {
    const before = stored.map(toMethodRow)
    const isReordered = listMethodChanges(rows, before).includes('order of methods')
    let written = rows
    for (const [at, row] of rows.entries()) {
      part.current = row.name
      const known = methods.find(({ data }) => data.id === row.id)
      const sort = known && !isReordered ? known.data.sort : at
      // Empty fields are sent as null. The server's refusal names the missing field.
      type Create = Parameters<typeof call<typeof createShippingMethod>>[1]
      type Edit = Parameters<typeof call<typeof editShippingMethod>>[1]
      const fields = toSentRow(row, market.id, sort)
      if (!known) {
        const code = toMethodCode(market.id, row.name)
        const { data } = await call(createShippingMethod, { ...fields, code } as Create)
        saved.count += 1
        // A retry after a refusal of a later method must not add this method again.
        written = written.map((one) => (one.key === row.key ? { ...one, key: String(data.id), id: data.id } : one))
        form.set('methods', written)
        continue
      }
      const was = before.find(({ id }) => id === row.id)
      if (JSON.stringify(was) === JSON.stringify(row) && known.data.sort === sort) continue
      await call(editShippingMethod, { ...fields, id: known.data.id } as Edit, { ifMatch: known.etag })
      saved.count += 1
    }
    for (const { data, etag: ifMatch } of methods) {
      if (rows.some(({ id }) => id === data.id)) continue
      part.current = data.name
      await call(removeShippingMethod, { id: data.id }, { ifMatch })
      saved.count += 1
    }
    part.current = null
    form.set('methods', written.map(settleRow))
  }

  const edit = useEdit(form, {
    names: marketFormNames,
    saved: `${market.name} is saved`,
    send: async (changed) => {
      const saved = { count: 0 }
      part.current = null
      try {
        const fields = toSentMarketFields(changed, market.languages)
        if (Object.keys(fields).length > 0) {
          await call(editMarket, { ...fields, id: market.id }, { ifMatch: etag })
          saved.count += 1
        }
        const rule = ruleOf(form.values.currency)
        const sentRule = toSentRule(pickChanges(form.values, rule.data))
        if (Object.keys(sentRule).length > 0) {
          await call(editCurrency, { ...sentRule, code: rule.data.code }, { ifMatch: rule.etag })
          saved.count += 1
        }
        await saveMethods(form.values.methods, saved)
      } catch (error) {
        // The parts that were saved have new versions, which the next save needs.
        if (saved.count > 0) await reload()
        throw error
      }
    },
  })
  const methodChanges = listMethodChanges(form.values.methods, initial.methods)
  const changes = edit.changes.flatMap((name) => (name === marketFormNames.methods ? methodChanges : [name]))
  const problem = edit.problem && part.current ? `${part.current}: ${edit.problem}` : edit.problem
  return { form, edit: { ...edit, changes: changes.length > 0 ? changes : edit.changes, problem } }
}

/** Returns the fields of the price rule that differ from the stored rule of the currency. */
function pickChanges<R extends object>(values: R, stored: Partial<R>): Partial<R> {
  const changed: Partial<R> = {}
  for (const name of ['price_rule', 'price_ending', 'price_adjustment'] as (keyof R)[]) {
    if (values[name] !== stored[name]) changed[name] = values[name]
  }
  return changed
}
