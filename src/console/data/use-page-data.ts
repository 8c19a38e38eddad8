import { getRouteApi } from '@tanstack/react-router'

/** What the loader of a screen answered, by the screen's address. The registered router is the shop's, so its types cannot tell. */
export function usePageData<L extends (...given: never[]) => unknown>(path: string): Awaited<ReturnType<L>> {
  return getRouteApi(`/frame${path}` as never).useLoaderData() as Awaited<ReturnType<L>>
}

export function usePageSearch<T>(path: string): T {
  return getRouteApi(`/frame${path}` as never).useSearch() as T
}
