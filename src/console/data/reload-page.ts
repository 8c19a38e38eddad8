import { useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'

/**
 * Returns a function that reloads the page's data and resolves once the new data is shown. A plain `invalidate()`
 * resolves earlier, so a button would be enabled before the page shows its result. Every reload of the console passes
 * `sync`: a plain reload that replaces a running one would also resolve the running one early.
 */
export function useReload(): () => Promise<void> {
  const router = useRouter()
  return useCallback(() => router.invalidate({ sync: true }), [router])
}
