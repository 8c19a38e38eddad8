import { useState } from 'react'
import { listRange } from './list-rows.rules.ts'

export type Rows = ReturnType<typeof useRows>

/** Returns the cursor, which is the row that keys act on, and the separate selection of rows. */
export function useRows(keys: string[], { at, max }: { at?: string | undefined; max: number }) {
  const [cursor, setCursor] = useState<string | null>(at ?? null)
  const [lastIndex, setLastIndex] = useState(0)
  const [ticks, setTicks] = useState<ReadonlySet<string>>(new Set())
  const [lastTick, setLastTick] = useState<string | null>(null)
  const found = cursor === null ? -1 : keys.indexOf(cursor)
  // If the row under the cursor leaves the list, the row in its place gets the cursor.
  const index = found >= 0 ? found : Math.min(lastIndex, keys.length - 1)
  const moveTo = (key: string) => {
    setCursor(key)
    setLastIndex(Math.max(0, keys.indexOf(key)))
  }
  const ticked = keys.filter((key) => ticks.has(key))
  return {
    /** The index of the cursor, or -1 for an empty list. */
    index,
    cursor: keys[index] ?? null,
    moveTo,
    move: (step: number) => {
      const next = keys[Math.min(keys.length - 1, Math.max(0, index + step))]
      if (next !== undefined) moveTo(next)
    },
    ticked,
    isTicked: (key: string) => ticks.has(key),
    tick: (key: string, isRange = false) => {
      const isOn = !ticks.has(key)
      const next = new Set(ticked)
      for (const one of isRange ? listRange(keys, lastTick, key) : [key]) isOn ? next.add(one) : next.delete(one)
      if (next.size > max) return
      setTicks(next)
      setLastTick(key)
    },
    tickAll: (isOn: boolean) => setTicks(new Set(isOn ? keys.slice(0, max) : [])),
    clear: () => setTicks(new Set()),
  }
}
