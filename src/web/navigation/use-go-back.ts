import { useRouter } from '@tanstack/react-router'
import { homeLink } from '#links/catalogue.links.ts'

type History = ReturnType<typeof useRouter>['history']

/** Which page stands at each step of the history, as far as this document has seen it. */
const trail = new Map<number, string>()

const findStep = ({ location }: History) => location.state.__TSR_index ?? 0

export function trackHistory(history: History): void {
  const note = () => trail.set(findStep(history), history.location.pathname)
  note()
  history.subscribe(note)
}

/** Back to the page before; one that was opened by itself gives way to `otherwise`, so that no arrow ever leads in a circle. */
export function useGoBack(otherwise = homeLink): () => void {
  const { navigate, history } = useRouter()
  return () => {
    if (history.canGoBack()) history.back()
    else navigate({ href: otherwise, replace: true })
  }
}

/** Up to the one page above: as it was left where the shopper came by it, else in place of this one. */
export function useGoUp(path: string): () => void {
  const { navigate, history } = useRouter()
  return () => {
    const here = findStep(history)
    for (let step = here - 1; step >= 0; step--) if (trail.get(step) === path) return history.go(step - here)
    navigate({ href: path, replace: true })
  }
}
