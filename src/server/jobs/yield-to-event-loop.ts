/** 10 ms: the longest time that requests wait for a file that is parsed beside them. */
const maxMs = 10

/**
 * Returns a function for long loops without other pauses. Called often, the function yields to waiting requests when
 * the loop has used its time share.
 */
export function createEventLoopYielder(): () => Promise<void> | undefined {
  let since = performance.now()
  return () => {
    if (performance.now() - since < maxMs) return undefined
    return new Promise((resolve) => {
      setImmediate(() => {
        since = performance.now()
        resolve()
      })
    })
  }
}
