import { type PointerEvent, useRef } from 'react'

/** 500: the delay of a long press on phones. */
const longMs = 500
/** 10: a finger that moves farther is scrolling. */
const stillPixels = 10

/** Selects a row by a long press. The tap that ends the press opens nothing. */
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
    // The browser's own context menu for links would cover the row.
    onContextMenu: (event: { preventDefault: () => void }) => press.current && event.preventDefault(),
    onClickCapture: (event: { preventDefault: () => void; stopPropagation: () => void }) => {
      if (!isDone.current) return
      isDone.current = false
      event.preventDefault()
      event.stopPropagation()
    },
  })
}
