import { useEffect, useRef } from 'react'
import { type KeyChanges, moveHint, readPressed } from '#features/staff/single-keys.rules.ts'
import { useConsole } from './console-context.ts'

/** `g o` is two keys one after the other, `shift+c` one with another held. */
type Keys = Record<string, () => void>
const sequenceMs = 1_000

const none: KeyChanges = {}
/** Which keys somebody has moved, and where to. */
const useKeyChanges = (): KeyChanges => useConsole().me?.keys ?? none

/** How keys are to be pressed, for whoever may have moved them: as caps, and as `aria-keyshortcuts` says it. */
export function useHint(hint: string): { caps: string[]; shortcut: string } {
  const caps = moveHint(useKeyChanges(), hint)
  const shortcut = caps.map((cap) => shortcutNames[cap] ?? cap.toLowerCase()).join(hint.startsWith('G ') ? ' ' : '+')
  return { caps, shortcut }
}
const shortcutNames: Record<string, string> = { '⇧': 'Shift', Ctrl: 'Control', '↵': 'Enter' }

/** Single keys, outside of fields and dialogs only; a page names them as they come, whoever moved them. */
export function useKeys(keys: Keys): void {
  // Somebody may have turned them off: a voice that dictates presses letters too.
  const isOn = useConsole().me?.single_keys ?? true
  const changes = useKeyChanges()
  const known = useRef(keys)
  known.current = keys
  useEffect(() => {
    if (!isOn) return
    let last = { key: '', at: 0 }
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      const target = event.target as HTMLElement
      if (target.isContentEditable || target.matches('textarea, select, input:not([type=checkbox], [type=radio])'))
        return
      if (document.querySelector('dialog[open]')) return
      const held = event.shiftKey && event.key.length === 1 ? 'shift+' : ''
      const pressed = event.key.toLowerCase()
      const meant = readPressed(changes, pressed)
      const key = meant === null ? '' : held + meant
      const isSoon = event.timeStamp - last.at < sequenceMs
      // After a G comes a place, whichever part of the page listens.
      const isPlace = isSoon && last.key === 'g'
      const run =
        (isSoon && known.current[`${last.key} ${held}${pressed}`]) || (isPlace ? undefined : known.current[key])
      last = { key, at: event.timeStamp }
      if (!run) return
      event.preventDefault()
      run()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [isOn, changes])
}
