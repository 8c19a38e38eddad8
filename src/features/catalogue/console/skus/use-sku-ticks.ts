import { useState } from 'react'
import type { GridRow } from './sku-grid.rules.ts'

export type SkuTicks = ReturnType<typeof useSkuTicks>

/** Returns the selected rows of the grid. Rows that leave the grid lose their selection. */
export function useSkuTicks(rows: GridRow[]) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const keys = rows.map(({ key }) => key)
  const chosen = new Set(keys.filter((key) => ticked.has(key)))
  const isAll = chosen.size > 0 && chosen.size === rows.length
  return {
    chosen,
    isAll,
    isSome: chosen.size > 0 && !isAll,
    /** The selected rows, or all rows if none is selected. */
    targets: chosen.size > 0 ? chosen : new Set(keys),
    toggle: (key: string) =>
      setTicked(new Set(chosen.has(key) ? [...chosen].filter((one) => one !== key) : [...chosen, key])),
    toggleAll: () => setTicked(new Set(isAll ? [] : keys)),
  }
}
