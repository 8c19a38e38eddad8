import type { AnyRoute, AnyRouter, HistoryLocation } from '@tanstack/react-router'
import { Component, type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { beginGoing, showGoing } from '#ui/overlays/going.ts'

const waitsMs = [0, 500, 2000]
const patienceMs = 120_000
const reloadKey = 'reloaded_for_code'

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Loads code, with retries after network failures. A request that hangs fails after two minutes. */
export async function fetchCode<T>(load: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('late-code')), patienceMs)
  })
  try {
    return await Promise.race([tryAgain(load), late])
  } finally {
    clearTimeout(timer)
  }
}

async function tryAgain<T>(load: () => Promise<T>): Promise<T> {
  let fault: unknown
  for (const ms of waitsMs) {
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
 * Reloads the page once after a release whose files have changed. Reloads at most once a minute, and only if the server
 * answers. Returns whether it answers.
 */
export async function reloadOnce(href: string): Promise<boolean> {
  if (Date.now() - Number(sessionStorage.getItem(reloadKey)) < 60_000) return false
  const isThere = await fetch('/healthz', { cache: 'no-store' }).catch(() => null)
  if (!isThere?.ok) return false
  sessionStorage.setItem(reloadKey, String(Date.now()))
  window.location.assign(href)
  return true
}

type LateComponent = ComponentType & { preload?: () => Promise<unknown> }

/** Loads the code of the page at an address. The router forgets how to load code once it is loaded. */
export async function fetchPage(router: AnyRouter, pathname: string): Promise<void> {
  const isMissing = (route: AnyRoute) => Boolean((route.options.component as LateComponent | undefined)?.preload)
  const missing = (router.getMatchedRoutes(pathname)[0] as AnyRoute[]).filter(isMissing)
  if (missing.length === 0) return
  await fetchCode(async () => {
    await Promise.all(missing.map((route) => router.loadRouteChunk(route)))
    if (missing.some(isMissing)) throw new Error('missing-code')
  })
}

/** Keeps the current page until the code of the next one is loaded. A bar shows the wait for code and for data. */
export function guardNavigation(router: AnyRouter, tellFailure = () => {}): void {
  let turn = 0
  let end = () => {}
  const goOn = (href: string, mine: number) => {
    if (mine === turn) router.navigate({ href })
  }
  router.history.block({
    enableBeforeUnload: false,
    blockerFn: async ({ nextLocation: { pathname, href } }: { nextLocation: HistoryLocation }) => {
      const mine = ++turn
      end()
      end = beginGoing()
      try {
        await fetchPage(router, pathname)
        // If the shopper has navigated elsewhere meanwhile, this navigation is dropped.
        return mine !== turn
      } catch {
        if (mine === turn) {
          end()
          reloadOnce(href).then((isReloading) => isReloading || tellFailure())
        }
        addEventListener('online', () => goOn(href, mine), { once: true })
        return true
      }
    },
  })
  router.subscribe('onResolved', () => end())
}

/**
 * Creates a component whose code loads when it is first rendered. Meanwhile, and after a failure, the rest of the page
 * stays.
 */
export function latePart<P extends object>(load: () => Promise<ComponentType<P>>, Waiting?: ComponentType) {
  let Part: ComponentType<P> | undefined
  const fetchPart = async () => {
    Part ??= await fetchCode(load)
  }
  function LatePart(props: P) {
    const [, setHere] = useState(Part !== undefined)
    useEffect(() => {
      if (!Part) {
        // A part without a placeholder was requested by a tap, so a bar confirms the tap.
        const coming = Waiting ? fetchPart() : showGoing(fetchPart())
        coming.then(
          () => setHere(true),
          () => reloadOnce(window.location.href),
        )
      }
    }, [])
    if (Part) return <Part {...props} />
    return Waiting ? <Waiting /> : null
  }
  /** Loads the code early. A failure is ignored, because the code is requested again when needed. */
  const fetchEarly = () =>
    void load().then(
      (found) => {
        Part ??= found
      },
      () => undefined,
    )
  return Object.assign(LatePart, { fetchEarly })
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
