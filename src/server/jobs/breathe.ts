/** Milliseconds of work in one go: requests wait no longer than this for a file that is read beside them. */
const longestMs = 10

/**
 * Returns a function for loops that work for long without waiting for anything. Called often, it lets waiting requests go first when
 * the loop has run for its share.
 */
export function takeBreaths(): () => Promise<void> | undefined {
  let since = performance.now()
  return () => {
    if (performance.now() - since < longestMs) return undefined
    return new Promise((resolve) => {
      setImmediate(() => {
        since = performance.now()
        resolve()
      })
    })
  }
}
