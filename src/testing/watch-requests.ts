import { setTimeout as sleep } from 'node:timers/promises'
import type { Page, Request } from '@playwright/test'

/**
 * Follows what a page asks for. The answer waits until all of it has come and the browser has nothing left to do. Playwright's own
 * `networkidle` would wait half a second more, and for ever on a page with live updates.
 */
export function watchRequests(page: Page): () => Promise<void> {
  const open = new Set<Request>()
  page.on('request', (request) => request.resourceType() !== 'eventsource' && open.add(request))
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
  return async () => {
    do {
      while (open.size > 0) await sleep(20)
      // What has come may ask for more.
      await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1_000 })))
    } while (open.size > 0)
  }
}
