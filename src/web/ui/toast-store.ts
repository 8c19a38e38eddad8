export type ToastOptions = {
  icon?: 'ok' | 'alert'
  action?: { label: string; onClick: () => void }
}

export type Toast = ToastOptions & { id: number; text: string }

/** Where toasts can appear; the last one opened is on top (the page, then a sheet over it). */
export type ToastOutlet = { id: string }

type State = { toast: Toast | null; outlets: readonly ToastOutlet[] }

let state: State = { toast: null, outlets: [] }
let lastId = 0
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

/** Long sentences, and toasts with something to press, stay longer. */
export function toastDuration(text: string, hasAction = false): number {
  return text.length > 60 || hasAction ? 5000 : 2600
}

function setState(next: State) {
  state = next
  for (const listener of listeners) listener()
}

/** Shows a toast in the browser, from anywhere; it replaces the one that is showing. */
export function showToast(text: string, options: ToastOptions = {}): void {
  lastId += 1
  setState({ ...state, toast: { ...options, id: lastId, text } })
  resumeToast()
}

export function dismissToast(): void {
  clearTimeout(timer)
  if (state.toast) setState({ ...state, toast: null })
}

/** Somebody points at it or has focus in it: it waits. */
export function pauseToast(): void {
  clearTimeout(timer)
}

export function resumeToast(): void {
  clearTimeout(timer)
  const { toast } = state
  if (toast) timer = setTimeout(dismissToast, toastDuration(toast.text, Boolean(toast.action)))
}

export function openToastOutlet(outlet: ToastOutlet): () => void {
  setState({ ...state, outlets: [...state.outlets, outlet] })
  return () => setState({ ...state, outlets: state.outlets.filter((other) => other !== outlet) })
}

export function subscribeToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The toast to show in this outlet, if it is the one on top. */
export function toastAt(outletId: string): Toast | null {
  return state.outlets.at(-1)?.id === outletId ? state.toast : null
}
