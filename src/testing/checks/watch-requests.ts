import { setTimeout as sleep } from 'node:timers/promises'
import type { Page, Request } from '@playwright/test'

/**
 * Counts the open requests of a page. The returned function waits until no request is open and the browser is idle.
 * Playwright's built-in wait for an idle network never ends on a page with live updates.
 */
export function watchRequests(page: Page): () => Promise<void> {
  const open = new Set<Request>()
  page.on('request', (request) => request.resourceType() !== 'eventsource' && open.add(request))
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
  return async () => {
    do {
      while (open.size > 0) await sleep(20)
      // A loaded script may start further requests.
      await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1_000 })))
    } while (open.size > 0)
  }
}
