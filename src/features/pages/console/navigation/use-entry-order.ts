import { useState } from 'react'
import { useConsole } from '#console/shell/console-context.ts'
import { editNavigationItem } from '#features/pages/pages.staff.contract.ts'
import type { Item } from './navigation-entry.tsx'
import { moveEntry } from './navigation-order.rules.ts'

export type EntryOrder = ReturnType<typeof useEntryOrder>

/** Returns the entries in their unsaved order, and the functions that change and save it. */
export function useEntryOrder(saved: Item[]) {
  const { call } = useConsole()
  const [sorts, setSorts] = useState<ReadonlyMap<number, number>>(new Map())
  const entries = saved.map((one) => ({ ...one, sort: sorts.get(one.id) ?? one.sort }))
  const moved = entries.filter(({ sort }, at) => sort !== saved[at]?.sort)
  // The new order of the entries stays visible until the entries are reloaded.
  if (moved.length === 0 && sorts.size > 0) setSorts(new Map())
  return {
    entries,
    isChanged: moved.length > 0,
    /** Moves an entry to the position of another entry. Without a target, no entry moves. */
    move(id: number, to: number | undefined) {
      if (to !== undefined) setSorts(new Map(moveEntry(entries, id, to).map((one) => [one.id, one.sort])))
    },
    async save() {
      for (const { id, sort } of moved) await call(editNavigationItem, { id, sort }, { ifMatch: '*' })
    },
    discard: () => setSorts(new Map()),
  }
}
