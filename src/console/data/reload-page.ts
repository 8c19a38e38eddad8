import { useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'

/**
 * Reloads the page's data and resolves once they are shown. A plain `invalidate()` resolves earlier, and a button would
 * be enabled before the page shows its result.
 */
export function useReload(): () => Promise<void> {
  const router = useRouter()
  return useCallback(() => router.invalidate({ sync: true }), [router])
}
