import type { LucideIcon } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { createStore } from '#ui/state/store.ts'

export type PaletteCommand = {
  /** What happens to what: `Pack HB2V8C6MD3XP7`. */
  name: string
  icon?: LucideIcon
  /** The key that does the same, as its cap shows it. */
  hint?: string
  run: () => void
}
type Offer = { about: string; commands: PaletteCommand[] }

/** What the screens in view can do; the latest comes first, as it is nearest to the cursor. */
const offers = new Map<symbol, Offer>()
export const listOffers = (): Offer[] => [...offers.values()].reverse().filter(({ commands }) => commands.length > 0)

/** Whether it is open. */
export const paletteStore = createStore(false)

/** Offers what this screen, or the row under its cursor, can do, for as long as it is in view. */
export function usePaletteCommands(commands: PaletteCommand[], about = 'Here'): void {
  const own = useRef(Symbol(about))
  useEffect(() => {
    const id = own.current
    offers.set(id, { about, commands })
    return () => void offers.delete(id)
  })
}
