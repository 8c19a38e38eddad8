let pendingCount = 0
let listeners: (() => void)[] = []

function changePending(change: 1 | -1): void {
  pendingCount += change
  document.documentElement.toggleAttribute('data-going', pendingCount > 0)
  if (pendingCount > 0) return
  const ended = listeners
  listeners = []
  for (const listener of ended) listener()
}

/** Calls the listener once nothing is pending, possibly at once. */
export function whenNothingPending(listener: () => void): void {
  if (pendingCount > 0) listeners.push(listener)
  else listener()
}

/**
 * Shows a bar at the upper edge until the returned function is called. The bar confirms a tap whose result has no
 * placeholder of its own.
 */
export function beginPending(): () => void {
  let isOver = false
  changePending(1)
  return function end() {
    if (isOver) return
    isOver = true
    changePending(-1)
  }
}

export function trackPending<T>(work: Promise<T>): Promise<T> {
  return work.finally(beginPending())
}
