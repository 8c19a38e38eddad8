import { actionToastMs } from '#ui/overlays/toast-store.ts'

const shownMs = 6_000

type Action = { label: string; run: () => void }
type Toast = { id: number; text: string; action?: Action; pauseTimer: () => void; resumeTimer: () => void }

let current: Toast | null = null
let lastId = 0
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

export const readToast = () => current
export function subscribeToast(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Shows a toast, which replaces the current toast. The toast stays while the pointer or the focus is on it. */
export function showToast(text: string, { action, ms }: { action?: Action; ms?: number } = {}): void {
  const stays = ms ?? (action ? actionToastMs : shownMs)
  const id = ++lastId
  const resumeTimer = () => {
    clearTimeout(timer)
    timer = setTimeout(() => dismissToast(id), stays)
  }
  set({ id, text, ...(action && { action }), pauseTimer: () => clearTimeout(timer), resumeTimer })
  resumeTimer()
}

export function dismissToast(id: number): void {
  if (current?.id === id) set(null)
}

/** Presses the button of the toast, for the key `Z`. */
export function undoLast(): void {
  const toast = current
  if (!toast?.action) return
  set(null)
  toast.action.run()
}

function set(toast: Toast | null): void {
  current = toast
  for (const listener of listeners) listener()
}
