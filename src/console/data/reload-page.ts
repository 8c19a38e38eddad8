import { useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'

/**
 * Reads the data of the page again and resolves once they are shown. A plain `invalidate()` resolves while they are
 * still on their way: a button would be free again before the page shows what it did.
 */
export function useReload(): () => Promise<void> {
  const router = useRouter()
  return useCallback(() => router.invalidate({ sync: true }), [router])
}
