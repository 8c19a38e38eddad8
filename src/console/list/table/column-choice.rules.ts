type Choosable = { id: string; isFixed?: boolean }

/** The hidden columns and the order of columns, stored in the address as `columns=total,customer,-method`. */
export type ColumnOrder = { hidden: string[]; order: string[] }

/** Reads the columns from the address. New columns, which the address lacks, come last. */
export function readColumns(columns: readonly Choosable[], word: string | undefined): ColumnOrder {
  const words = (word ?? '').split(',').filter(Boolean)
  const named = words.map((one) => one.replace(/^-/, ''))
  const isMoved = words.some((one) => !one.startsWith('-'))
  const free = columns.filter(({ isFixed }) => !isFixed).map(({ id }) => id)
  const known = isMoved ? named.filter((id) => free.includes(id)) : []
  const fixed = columns.filter(({ isFixed }) => isFixed).map(({ id }) => id)
  return {
    hidden: words.filter((one) => one.startsWith('-')).map((one) => one.slice(1)),
    order: [...fixed, ...new Set([...known, ...free])],
  }
}

/** Formats the columns for the address. Returns undefined for the default columns. */
export function writeColumns(columns: readonly Choosable[], { hidden, order }: ColumnOrder): string | undefined {
  const free = columns.filter(({ isFixed }) => !isFixed).map(({ id }) => id)
  const ordered = order.filter((id) => free.includes(id))
  const isMoved = ordered.join() !== free.join()
  const sign = (id: string) => (hidden.includes(id) ? `-${id}` : id)
  const words = isMoved ? ordered.map(sign) : ordered.filter((id) => hidden.includes(id)).map(sign)
  return words.join() || undefined
}

/** Moves a column one place towards the start (-1) or the end (1), never past fixed columns. */
export function moveColumn(columns: readonly Choosable[], { hidden, order }: ColumnOrder, id: string, step: -1 | 1) {
  const isFixed = (other: string | undefined) => columns.find((one) => one.id === other)?.isFixed ?? false
  const from = order.indexOf(id)
  const other = order[from + step]
  if (from < 0 || other === undefined || isFixed(other)) return { hidden, order }
  const moved = order.map((one) => (one === id ? other : one === other ? id : one))
  return { hidden, order: moved }
}
