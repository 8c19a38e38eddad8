import type { LucideIcon } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { createStore } from '#ui/state/store.ts'

export type PaletteCommand = {
  /** The name of the command, such as `Pack HB2V8C6MD3XP7`. */
  name: string
  icon?: LucideIcon
  /** The key of the command, as shown on its key cap. */
  hint?: string
  run: () => void
}
type CommandGroup = { about: string; commands: PaletteCommand[] }

/**
 * The commands of the visible screens. Groups registered last come first, because such groups belong to the innermost
 * part.
 */
const commandGroups = new Map<symbol, CommandGroup>()
export const listCommandGroups = (): CommandGroup[] =>
  [...commandGroups.values()].reverse().filter(({ commands }) => commands.length > 0)

/** Whether the palette is open. */
export const paletteStore = createStore(false)

/** Registers commands of this screen, or of the row under its cursor, while they are visible. */
export function usePaletteCommands(commands: PaletteCommand[], about = 'Here'): void {
  const own = useRef(Symbol(about))
  useEffect(() => {
    const id = own.current
    commandGroups.set(id, { about, commands })
    return () => void commandGroups.delete(id)
  })
}
