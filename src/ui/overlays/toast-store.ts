import { createStore } from '../state/store.ts'

export type ToastOptions = {
  icon?: 'ok' | 'alert'
  action?: { label: string; onClick: () => void }
}

export type Toast = ToastOptions & { id: number; text: string }

/** A place where toasts can appear. The place that opened last is on top, such as a sheet above the page. */
export type ToastOutlet = { id: string }

type State = { toast: Toast | null; outlets: readonly ToastOutlet[] }

export const toasts = createStore<State>({ toast: null, outlets: [] })
let lastId = 0
let timer: ReturnType<typeof setTimeout> | undefined

/**
 * The milliseconds for which a toast with an action stays: long enough to read the text, decide and reach the button.
 */
export const actionToastMs = 10_000

/** Returns how long a toast stays, in milliseconds. Long texts stay longer, and toasts with an action stay longest. */
export function toastDuration(text: string, hasAction = false): number {
  if (hasAction) return actionToastMs
  return text.length > 60 ? 5000 : 2600
}

function change(changes: Partial<State>) {
  toasts.write({ ...toasts.read(), ...changes })
}

/** Shows a toast, which replaces the current one. Browser only. */
export function showToast(text: string, options: ToastOptions = {}): void {
  lastId += 1
  change({ toast: { ...options, id: lastId, text } })
  resumeToast()
}

export function dismissToast(): void {
  clearTimeout(timer)
  if (toasts.read().toast) change({ toast: null })
}

/** Stops the timer while the toast is hovered or focused. */
export function pauseToast(): void {
  clearTimeout(timer)
}

export function resumeToast(): void {
  clearTimeout(timer)
  const { toast } = toasts.read()
  if (toast) timer = setTimeout(dismissToast, toastDuration(toast.text, Boolean(toast.action)))
}

export function openToastOutlet(outlet: ToastOutlet): () => void {
  change({ outlets: [...toasts.read().outlets, outlet] })
  return () => change({ outlets: toasts.read().outlets.filter((other) => other !== outlet) })
}

/** Returns the toast for an outlet, if that outlet is on top. */
export function toastAt(outletId: string, { toast, outlets } = toasts.read()): Toast | null {
  return outlets.at(-1)?.id === outletId ? toast : null
}
