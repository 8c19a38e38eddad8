let waits = 0
let listeners: (() => void)[] = []

function mark(change: 1 | -1): void {
  waits += change
  document.documentElement.toggleAttribute('data-going', waits > 0)
  if (waits > 0) return
  const ended = listeners
  listeners = []
  for (const listener of ended) listener()
}

/** Calls the listener once nothing is pending, possibly at once. */
export function whenNotGoing(listener: () => void): void {
  if (waits > 0) listeners.push(listener)
  else listener()
}

/**
 * Shows a bar at the upper edge until the returned function is called. The bar confirms a tap whose result has no
 * placeholder of its own.
 */
export function beginGoing(): () => void {
  let isOver = false
  mark(1)
  return function end() {
    if (isOver) return
    isOver = true
    mark(-1)
  }
}

export function showGoing<T>(work: Promise<T>): Promise<T> {
  return work.finally(beginGoing())
}
