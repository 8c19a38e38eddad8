import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

const firstWaitMs = 2000
const longestWaitMs = 60_000

/**
 * Reloads the page at growing intervals until the missing data arrives. Reloads at once when the connection is back.
 */
export function useOptionalRetry(isUnavailable: boolean): void {
  const router = useRouter()
  const tries = useRef(0)
  useEffect(() => {
    if (!isUnavailable) {
      tries.current = 0
      return
    }
    let timer: ReturnType<typeof setTimeout>
    const again = async () => {
      tries.current += 1
      await router.invalidate()
      plan()
    }
    const plan = () => {
      clearTimeout(timer)
      timer = setTimeout(again, Math.min(longestWaitMs, firstWaitMs * 2 ** tries.current))
    }
    plan()
    addEventListener('online', again)
    return () => {
      clearTimeout(timer)
      removeEventListener('online', again)
    }
  }, [isUnavailable, router])
}
