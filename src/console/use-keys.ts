import { useEffect, useRef } from 'react'
import { useConsole } from './console-context.ts'

/** `g o` is two keys one after the other, `shift+c` one with another held. */
type Keys = Record<string, () => void>
const sequenceMs = 1_000

/** Single keys, outside of fields and dialogs only. */
export function useKeys(keys: Keys): void {
  // Somebody may have turned them off: a voice that dictates presses letters too.
  const isOn = useConsole().me?.single_keys ?? true
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
      const key = (event.shiftKey && event.key.length === 1 ? 'shift+' : '') + event.key.toLowerCase()
      const isSoon = event.timeStamp - last.at < sequenceMs
      // After a G comes a place, whichever part of the page listens.
      const isPlace = isSoon && last.key === 'g'
      const run = (isSoon && known.current[`${last.key} ${key}`]) || (isPlace ? undefined : known.current[key])
      last = { key, at: event.timeStamp }
      if (!run) return
      event.preventDefault()
      run()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [isOn])
}
