import type { MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import type { ShopMetrics } from '../../log/shop-metrics.ts'

// A visitor can send any method. Only these become labels.
const knownMethods = new Set(['GET', 'POST', 'HEAD', 'OPTIONS'])

/**
 * Counts every request under its route pattern. The address is not a label, because it contains ids and each id would
 * be a series of its own. `nameOf` gives a better name for a pattern that serves many pages.
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
