import type { AnyRoute, AnyRouter, HistoryLocation } from '@tanstack/react-router'
import { Component, type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { beginPending, trackPending } from '#ui/overlays/pending-requests.ts'

const retryDelaysMs = [0, 500, 2000]
const timeoutMs = 120_000
const reloadKey = 'reloaded_for_code'

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Loads code, with retries after network failures. A request that hangs fails after two minutes. */
export async function fetchCode<T>(load: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('late-code')), timeoutMs)
  })
  try {
    return await Promise.race([loadWithRetries(load), timeout])
  } finally {
    clearTimeout(timer)
  }
}

async function loadWithRetries<T>(load: () => Promise<T>): Promise<T> {
  let fault: unknown
  for (const ms of retryDelaysMs) {
    await wait(ms)
    try {
      return await load()
    } catch (error) {
      fault = error
    }
  }
  throw fault
}

/**
 * Reloads the page to get the files of a new release. Reloads at most once a minute, and only if the server responds.
 * Returns whether the page is reloading.
 */
export async function reloadOnce(href: string): Promise<boolean> {
  if (Date.now() - Number(sessionStorage.getItem(reloadKey)) < 60_000) return false
  const healthAnswer = await fetch('/healthz', { cache: 'no-store' }).catch(() => null)
  if (!healthAnswer?.ok) return false
  sessionStorage.setItem(reloadKey, String(Date.now()))
  window.location.assign(href)
  return true
}

type LazyComponent = ComponentType & { preload?: () => Promise<unknown> }

/** Loads the code of the page at an address. A route whose component still has `preload` is not loaded yet. */
export async function fetchPage(router: AnyRouter, pathname: string): Promise<void> {
  const isMissing = (route: AnyRoute) => Boolean((route.options.component as LazyComponent | undefined)?.preload)
  const missing = (router.getMatchedRoutes(pathname)[0] as AnyRoute[]).filter(isMissing)
  if (missing.length === 0) return
  await fetchCode(async () => {
    await Promise.all(missing.map((route) => router.loadRouteChunk(route)))
    if (missing.some(isMissing)) throw new Error('missing-code')
  })
}

/** Keeps the current page until the code of the next page is loaded. A bar is shown while code or data loads. */
export function guardNavigation(router: AnyRouter, onFailure = () => {}): void {
  let latestTurn = 0
  let endPending = () => {}
  const retryNavigation = (href: string, ownTurn: number) => {
    if (ownTurn === latestTurn) router.navigate({ href })
  }
  router.history.block({
    enableBeforeUnload: false,
    blockerFn: async ({ nextLocation: { pathname, href } }: { nextLocation: HistoryLocation }) => {
      const ownTurn = ++latestTurn
      endPending()
      endPending = beginPending()
      try {
        await fetchPage(router, pathname)
        // If the shopper has navigated elsewhere meanwhile, this navigation is dropped.
        return ownTurn !== latestTurn
      } catch {
        if (ownTurn === latestTurn) {
          endPending()
          reloadOnce(href).then((isReloading) => isReloading || onFailure())
        }
        addEventListener('online', () => retryNavigation(href, ownTurn), { once: true })
        return true
      }
    },
  })
  router.subscribe('onResolved', () => endPending())
}

/**
 * Creates a component whose code loads when it is first rendered. The rest of the page stays during the load and after
 * a failure.
 */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>, Placeholder?: ComponentType) {
  let Part: ComponentType<P> | undefined
  const fetchPart = async () => {
    Part ??= await fetchCode(load)
  }
  function LazyPart(props: P) {
    const [, setLoaded] = useState(Part !== undefined)
    useEffect(() => {
      if (!Part) {
        // A part without a placeholder was requested by a tap, so a bar confirms the tap.
        const loading = Placeholder ? fetchPart() : trackPending(fetchPart())
        loading.then(
          () => setLoaded(true),
          () => reloadOnce(window.location.href),
        )
      }
    }, [])
    if (Part) return <Part {...props} />
    return Placeholder ? <Placeholder /> : null
  }
  /** Loads the code early. A failure is ignored, because the code is requested again when needed. */
  const fetchEarly = () =>
    void load().then(
      (found) => {
        Part ??= found
      },
      () => undefined,
    )
  return Object.assign(LazyPart, { fetchEarly })
}

/** Renders nothing if its children throw, for optional parts of a page. */
export class HideWhenBroken extends Component<{ children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false }
  static getDerivedStateFromError() {
    return { isBroken: true }
  }
  override render() {
    return this.state.isBroken ? null : this.props.children
  }
}
