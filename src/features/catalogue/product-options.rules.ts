import type { ProductSku, SkuOption } from './catalogue.contract.ts'
import { showOption } from './catalogue.rules.ts'

/** What is chosen so far, by the option's name: `{ Color: 'Sand', Size: '38' }`. */
export type Choice = Readonly<Record<string, string>>

export type OptionValue = {
  value: string
  label: string
  /** Sold out with the other options chosen now; it can still be looked at. */
  isSoldOut: boolean
}
export type OptionGroup = { name: string; values: OptionValue[] }

function matches(options: readonly SkuOption[], choice: Choice): boolean {
  return options.every(({ name, value_name }) => choice[name] === undefined || choice[name] === value_name)
}

/** Every option with its values in the catalogue's order. */
export function listOptionGroups(skus: readonly ProductSku[], choice: Choice): OptionGroup[] {
  const names = [...new Set(skus.flatMap(({ options }) => options.map(({ name }) => name)))]
  return names.map((name) => {
    const all = skus.flatMap(({ options }) => options.filter((one) => one.name === name))
    const values = [...new Map(all.map((one) => [one.value_name, one])).values()]
    return {
      name,
      values: values.map((one) => ({
        value: one.value_name,
        label: showOption(one),
        isSoldOut: !skus.some(
          ({ options, inventory }) => inventory > 0 && matches(options, { ...choice, [name]: one.value_name }),
        ),
      })),
    }
  })
}

/** The sku that has everything chosen, once every option is. */
export function findChosenSku(skus: readonly ProductSku[], choice: Choice): ProductSku | null {
  return skus.find(({ options }) => options.every(({ name, value_name }) => choice[name] === value_name)) ?? null
}

/** Options that leave no choice are chosen already; for the rest the shopper decides, except for the first, which the picture shows. */
export function startChoice(skus: readonly ProductSku[]): Choice {
  const first = skus.find(({ inventory }) => inventory > 0) ?? skus[0]
  const choice: Record<string, string> = {}
  for (const [index, { name, values }] of listOptionGroups(skus, {}).entries()) {
    const only = values.length === 1 ? values[0]?.value : undefined
    const shown = index === 0 ? first?.options.find((one) => one.name === name)?.value_name : undefined
    const value = only ?? shown
    if (value !== undefined) choice[name] = value
  }
  return choice
}

/** The options still open, in the order they are asked. */
export function listMissingOptions(groups: readonly OptionGroup[], choice: Choice): string[] {
  return groups.filter(({ name }) => choice[name] === undefined).map(({ name }) => name)
}

/** Below this many the stock counts as low. */
const plenty = 6

export function isLowStock(inventory: number): boolean {
  return inventory > 0 && inventory < plenty
}
