import type { ProductSku, SkuOption } from './catalogue.contract.ts'
import { formatOption } from './catalogue.rules.ts'

/** The chosen values by option name: `{ Color: 'Sand', Size: '38' }`. */
export type Choice = Readonly<Record<string, string>>

export type OptionValue = {
  value: string
  label: string
  /**
   * True if the combination of this value with the other chosen values is sold out. The value can still be selected.
   */
  isSoldOut: boolean
}
export type OptionGroup = { name: string; values: OptionValue[] }

function matches(options: readonly SkuOption[], choice: Choice): boolean {
  return options.every(({ name, value_name }) => choice[name] === undefined || choice[name] === value_name)
}

/** Returns every option with its values, in the order of the catalogue. */
export function listOptionGroups(skus: readonly ProductSku[], choice: Choice): OptionGroup[] {
  const names = [...new Set(skus.flatMap(({ options }) => options.map(({ name }) => name)))]
  return names.map((name) => {
    const all = skus.flatMap(({ options }) => options.filter((one) => one.name === name))
    const values = [...new Map(all.map((one) => [one.value_name, one])).values()]
    return {
      name,
      values: values.map((one) => ({
        value: one.value_name,
        label: formatOption(one),
        isSoldOut: !skus.some(
          ({ options, inventory }) => inventory > 0 && matches(options, { ...choice, [name]: one.value_name }),
        ),
      })),
    }
  })
}

/** Returns the SKU with the chosen values once every option is chosen, or null. */
export function findChosenSku(skus: readonly ProductSku[], choice: Choice): ProductSku | null {
  return skus.find(({ options }) => options.every(({ name, value_name }) => choice[name] === value_name)) ?? null
}

/**
 * Returns the initial choice. Options with a single value are chosen. The first option is chosen too, because the
 * picture shows its value. The shopper chooses the rest.
 */
export function getInitialChoice(skus: readonly ProductSku[]): Choice {
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

/** Returns the options without a choice, in order. */
export function listMissingOptions(groups: readonly OptionGroup[], choice: Choice): string[] {
  return groups.filter(({ name }) => choice[name] === undefined).map(({ name }) => name)
}

/** 6: a stock below this number counts as low. */
const lowStockBelow = 6

export function isLowStock(inventory: number): boolean {
  return inventory > 0 && inventory < lowStockBelow
}
