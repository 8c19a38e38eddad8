import { useCanGoBack, useRouter } from '@tanstack/react-router'

/** Back to where the shopper came from; for a page opened by itself, up to `fallback`. */
export function useGoBack(fallback = '/'): () => void {
  const router = useRouter()
  const canGoBack = useCanGoBack()
  return () => {
    if (canGoBack) router.history.back()
    else router.navigate({ href: fallback })
  }
}
