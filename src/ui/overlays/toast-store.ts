import { createStore } from '../state/store.ts'

export type ToastOptions = {
  icon?: 'ok' | 'alert'
  action?: { label: string; onClick: () => void }
}

export type Toast = ToastOptions & { id: number; text: string }

/** Where toasts can appear; the last one opened is on top (the page, then a sheet over it). */
export type ToastOutlet = { id: string }

type State = { toast: Toast | null; outlets: readonly ToastOutlet[] }

export const toasts = createStore<State>({ toast: null, outlets: [] })
let lastId = 0
let timer: ReturnType<typeof setTimeout> | undefined

/** How long a toast with an action stays, in milliseconds. Long enough to read the text, decide and reach the button. */
export const actionToastMs = 10_000

/** Returns how long a toast stays, in milliseconds. Long sentences stay longer, toasts with an action longest. */
export function toastDuration(text: string, hasAction = false): number {
  if (hasAction) return actionToastMs
  return text.length > 60 ? 5000 : 2600
}

function change(changes: Partial<State>) {
  toasts.write({ ...toasts.read(), ...changes })
}

/** Shows a toast in the browser, from anywhere; it replaces the one that is showing. */
export function showToast(text: string, options: ToastOptions = {}): void {
  lastId += 1
  change({ toast: { ...options, id: lastId, text } })
  resumeToast()
}

export function dismissToast(): void {
  clearTimeout(timer)
  if (toasts.read().toast) change({ toast: null })
}

/** Paused while it is hovered or focused. */
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

/** The toast to show in this outlet, if it is the one on top. */
export function toastAt(outletId: string, { toast, outlets } = toasts.read()): Toast | null {
  return outlets.at(-1)?.id === outletId ? toast : null
}
