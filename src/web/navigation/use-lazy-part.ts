import { type ComponentType, useCallback, useEffect, useState } from 'react'
import { trackPending } from '#ui/overlays/pending-requests.ts'

/**
 * Returns a component whose code loads at the first interaction with the screen. `fetchPart` retries and returns
 * whether the code is loaded. A network failure never removes the screen.
 */
export function useLazyPart<P>(load: () => Promise<ComponentType<P>>) {
  const [part, setPart] = useState<{ Part: ComponentType<P> } | null>(null)
  const fetchPart = useCallback(
    () =>
      load().then(
        (Part) => {
          setPart({ Part })
          return true
        },
        () => false,
      ),
    [load],
  )
  useEffect(() => {
    const touched = new AbortController()
    const fetchEarly = () => {
      touched.abort()
      void fetchPart()
    }
    for (const kind of ['pointerdown', 'keydown']) addEventListener(kind, fetchEarly, { signal: touched.signal })
    return () => touched.abort()
  }, [fetchPart])
  return { Part: part?.Part ?? null, fetchPart: () => trackPending(fetchPart()) }
}
