import type { FocusEvent, PointerEvent } from 'react'

/** Handlers of a toast that waits for as long as the pointer or the focus is on it. */
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
