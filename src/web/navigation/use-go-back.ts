import { useRouter } from '@tanstack/react-router'
import { homeLink } from '#links/catalogue.links.ts'

type History = ReturnType<typeof useRouter>['history']

/** The path of each history entry that this document has seen, by index. */
const trail = new Map<number, string>()

const getStep = ({ location }: History) => location.state.__TSR_index ?? 0

export function trackHistory(history: History): void {
  const recordPage = () => trail.set(getStep(history), history.location.pathname)
  recordPage()
  history.subscribe(recordPage)
}

/**
 * Returns a function that goes back to the previous page. A page opened directly is replaced by `otherwise`, so that
 * back arrows never form a loop.
 */
export function useGoBack(otherwise = homeLink): () => void {
  const { navigate, history } = useRouter()
  return () => {
    if (history.canGoBack()) history.back()
    else navigate({ href: otherwise, replace: true })
  }
}

/**
 * Returns a function that goes to the parent page. The function goes back if the shopper came from the parent page, and
 * otherwise replaces this page.
 */
export function useGoUp(path: string): () => void {
  const { navigate, history } = useRouter()
  return () => {
    const here = getStep(history)
    for (let step = here - 1; step >= 0; step--) if (trail.get(step) === path) return history.go(step - here)
    navigate({ href: path, replace: true })
  }
}
