import type { MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import type { ShopMetrics } from '../../log/shop-metrics.ts'

// Visitors can send any method, but only these methods become labels.
const knownMethods = new Set(['GET', 'POST', 'HEAD', 'OPTIONS'])

/**
 * Counts every request under its route pattern. The address is not a label, because addresses contain ids and each id
 * would make a new series. `nameOf` gives a better name for a pattern that serves many pages.
 */
export function countRequests(
  metrics: ShopMetrics,
  nameOf: (request: Request) => string | undefined,
): MiddlewareHandler {
  const { requests, duration, inFlight } = metrics
  return async (c, next) => {
    const started = performance.now()
    inFlight.add(1)
    try {
      await next()
    } finally {
      inFlight.add(-1)
    }
    const method = knownMethods.has(c.req.method) ? c.req.method : 'other'
    const route = nameOf(c.req.raw) ?? routePath(c)
    requests.add({ method, route, status: `${Math.floor(c.res.status / 100)}xx` })
    duration.observe({ method, route }, (performance.now() - started) / 1000)
  }
}
