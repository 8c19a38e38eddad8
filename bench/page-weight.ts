import type { Browser, Cookie, Page } from '@playwright/test'
import { watchRequests } from '#testing/checks/watch-requests.ts'

/** The transferred kilobytes and the number of requests. */
export type Weight = { html: number; script: number; style: number; font: number; image: number; requests: number }

const kinds: Record<string, Exclude<keyof Weight, 'requests'>> = {
  Document: 'html',
  Script: 'script',
  Stylesheet: 'style',
  Font: 'font',
  Image: 'image',
}

/** Returns the weight of a page's first visit, and of a second visit with the browser's cache. */
export async function weighPage(
  browser: Browser,
  url: string,
  cookies: Cookie[],
): Promise<{ cold: Weight; warm: Weight }> {
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
    isMobile: true,
    hasTouch: true,
  })
  try {
    await context.addCookies(cookies)
    const page = await context.newPage()
    return { cold: await weighVisit(page, url), warm: await weighVisit(page, url) }
  } finally {
    await context.close()
  }
}

async function weighVisit(page: Page, url: string): Promise<Weight> {
  const weight: Weight = { html: 0, script: 0, style: 0, font: 0, image: 0, requests: 0 }
  const types = new Map<string, string>()
  const waitUntilIdle = watchRequests(page)
  const devtools = await page.context().newCDPSession(page)
  devtools.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (!response.fromDiskCache && !response.fromPrefetchCache) types.set(requestId, type)
  })
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const type = types.get(requestId)
    if (type === undefined || encodedDataLength === 0) return
    weight.requests++
    const kind = kinds[type]
    if (kind) weight[kind] += encodedDataLength / 1000
  })
  await devtools.send('Network.enable')
  await page.goto(url)
  await waitUntilIdle()
  await devtools.detach()
  return weight
}
