import { getRouteApi } from '@tanstack/react-router'

/**
 * Returns the loader data of a screen by its path. The registered router is the shop's, so its types cannot infer the
 * data.
 */
export function usePageData<L extends (...given: never[]) => unknown>(path: string): Awaited<ReturnType<L>> {
  return getRouteApi(`/frame${path}` as never).useLoaderData() as Awaited<ReturnType<L>>
}

export function usePageSearch<T>(path: string): T {
  return getRouteApi(`/frame${path}` as never).useSearch() as T
}
