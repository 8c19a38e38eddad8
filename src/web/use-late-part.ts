import { type ComponentType, useCallback, useEffect, useState } from 'react'

/**
 * A part of a screen whose code comes after the screen itself: at once, but without making it wait. `fetchPart` tries again and
 * says whether it is there now; a line that is down never takes the screen away.
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
  useEffect(() => void fetchPart(), [fetchPart])
  return { Part: part?.Part ?? null, fetchPart }
}
