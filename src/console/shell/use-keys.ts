import { useEffect, useRef } from 'react'
import { findOriginalKey, type KeyChanges, remapHint } from '#features/staff/single-keys.rules.ts'
import { useConsole } from './console-context.ts'

/** Functions by key: `g o` is a sequence of two keys, and `shift+c` a combination. */
type Keys = Record<string, () => void>
const sequenceMs = 1_000

const none: KeyChanges = {}
/** Returns the keys that the member has changed. */
const useKeyChanges = (): KeyChanges => useConsole().me?.keys ?? none

/** Returns the caps and the `aria-keyshortcuts` value of a hint, with the keys that the member has changed. */
export function useHint(hint: string): { caps: string[]; shortcut: string } {
  const caps = remapHint(useKeyChanges(), hint)
  const shortcut = caps.map((cap) => shortcutNames[cap] ?? cap.toLowerCase()).join(hint.startsWith('G ') ? ' ' : '+')
  return { caps, shortcut }
}
const shortcutNames: Record<string, string> = { '⇧': 'Shift', Ctrl: 'Control', '↵': 'Enter' }

/**
 * Registers single-key shortcuts, which work outside of fields and dialogs only. Pages use the default keys, and this
 * hook applies the member's changes.
 */
export function useKeys(keys: Keys): void {
  // Members may turn off single-key shortcuts, because speech input also presses letters.
  const isOn = useConsole().me?.single_keys ?? true
  const changes = useKeyChanges()
  const known = useRef(keys)
  known.current = keys
  useEffect(() => {
    if (!isOn) return
    let last = { key: '', at: 0 }
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      if (isField(event.target) || document.querySelector('dialog[open]')) return
      const shiftPrefix = event.shiftKey && event.key.length === 1 ? 'shift+' : ''
      const pressed = event.key.toLowerCase()
      const mappedKey = findOriginalKey(changes, pressed)
      const key = mappedKey === null ? '' : shiftPrefix + mappedKey
      const isInSequence = event.timeStamp - last.at < sequenceMs
      // After G, any other registration of the second key is ignored.
      const isSecondKey = isInSequence && last.key === 'g'
      const run =
        (isInSequence && known.current[`${last.key} ${shiftPrefix}${pressed}`]) ||
        (isSecondKey ? undefined : known.current[key])
      last = { key, at: event.timeStamp }
      if (!run) return
      event.preventDefault()
      run()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [isOn, changes])
}

/** Returns whether letters that are pressed on the target are typed text. */
function isField(target: EventTarget | null): boolean {
  if (target instanceof HTMLElement && target.isContentEditable) return true
  return target instanceof Element && target.matches('textarea, select, input:not([type=checkbox], [type=radio])')
}
