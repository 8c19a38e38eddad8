import type { FocusEvent, PointerEvent } from 'react'

/** Returns handlers that keep a toast open while the pointer or the focus is on it. */
export function holdWhileUsed(hold: () => void, release: () => void) {
  return {
    onPointerEnter: hold,
    onPointerLeave({ currentTarget }: PointerEvent) {
      if (!currentTarget.contains(document.activeElement)) release()
    },
    onFocus: hold,
    onBlur({ currentTarget, relatedTarget }: FocusEvent) {
      if (!currentTarget.contains(relatedTarget) && !currentTarget.matches(':hover')) release()
    },
  }
}
