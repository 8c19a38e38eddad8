import { type ComponentType, useCallback, useEffect, useState } from 'react'
import { showGoing } from '#ui/overlays/going.ts'

/**
 * A part of a screen whose code comes when the screen is first touched: whoever only looks never needs it. `fetchPart` tries again
 * and says whether it is there now; a line that is down never takes the screen away.
 */
export function useLatePart<P>(load: () => Promise<ComponentType<P>>) {
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
  return { Part: part?.Part ?? null, fetchPart: () => showGoing(fetchPart()) }
}
