type Entry = { id: number; parent_id: number | null; sort: number }

/** Returns the entries in the order that shoppers see, each followed by its children. Every entry appears once. */
export function flattenEntries<T extends Entry>(entries: readonly T[]): { entry: T; depth: number }[] {
  const ids = new Set(entries.map(({ id }) => id))
  const listDescendants = (parent: number | null, depth: number): { entry: T; depth: number }[] =>
    entries
      .filter(({ parent_id }) => (parent_id !== null && ids.has(parent_id) ? parent_id : null) === parent)
      .sort((a, b) => a.sort - b.sort || a.id - b.id)
      .flatMap((entry) => [{ entry, depth }, ...listDescendants(entry.id, depth + 1)])
  return listDescendants(null, 0)
}

/** Returns the entries after moving one entry to the position of a sibling. The siblings are renumbered. */
export function moveEntry<T extends Entry>(entries: readonly T[], id: number, to: number): T[] {
  const moved = entries.find((one) => one.id === id)
  const siblings = flattenEntries(entries)
    .map(({ entry }) => entry)
    .filter(({ parent_id }) => parent_id === moved?.parent_id)
  const target = siblings.findIndex((one) => one.id === to)
  if (!moved || target < 0) return [...entries]
  const order = siblings.filter((one) => one.id !== id).map((one) => one.id)
  order.splice(target, 0, id)
  return entries.map((one) => (order.includes(one.id) ? { ...one, sort: (order.indexOf(one.id) + 1) * 10 } : one))
}
