import { type PaletteCommand, usePaletteCommands } from '#console/palette/palette-store.ts'
import { useKeys } from '#console/shell/use-keys.ts'

/** Registers commands in the palette, and runs each one by the key in its hint. */
export function usePageCommands(commands: PaletteCommand[], about?: string): void {
  usePaletteCommands(commands, about)
  useKeys(Object.fromEntries(commands.flatMap(({ hint, run }) => (hint ? [[hint.toLowerCase(), run]] : []))))
}
