import { type PointerEvent, useRef } from 'react'

/** As long as phones wait before they take a touch for a long one. */
const longMs = 500
/** A finger that moves so far scrolls. */
const stillPixels = 10

/** A finger that rests on a row ticks it; the tap that ends the press opens nothing. */
export function useLongPress(run: (key: string) => void) {
  const press = useRef<{ timer: ReturnType<typeof setTimeout>; x: number; y: number } | null>(null)
  const isDone = useRef(false)
  const stop = () => {
    clearTimeout(press.current?.timer)
    press.current = null
  }
  return (key: string) => ({
    onPointerDown: ({ pointerType, clientX: x, clientY: y }: PointerEvent) => {
      isDone.current = false
      if (pointerType !== 'touch') return
      const timer = setTimeout(() => {
        isDone.current = true
        run(key)
      }, longMs)
      press.current = { timer, x, y }
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      const from = press.current
      if (from && Math.hypot(clientX - from.x, clientY - from.y) > stillPixels) stop()
    },
    onPointerUp: stop,
    onPointerCancel: stop,
    // The browser's own menu for links would lie above it.
    onContextMenu: (event: { preventDefault: () => void }) => press.current && event.preventDefault(),
    onClickCapture: (event: { preventDefault: () => void; stopPropagation: () => void }) => {
      if (!isDone.current) return
      isDone.current = false
      event.preventDefault()
      event.stopPropagation()
    },
  })
}
