import type { FocusEvent, PointerEvent } from 'react'

/** Returns handlers that keep a toast open while the pointer or the focus is on it. */
export function pauseWhileUsed(pause: () => void, resume: () => void) {
  return {
    onPointerEnter: pause,
    onPointerLeave({ currentTarget }: PointerEvent) {
      if (!currentTarget.contains(document.activeElement)) resume()
    },
    onFocus: pause,
    onBlur({ currentTarget, relatedTarget }: FocusEvent) {
      if (!currentTarget.contains(relatedTarget) && !currentTarget.matches(':hover')) resume()
    },
  }
}
