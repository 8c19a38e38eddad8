import type { Page } from '@playwright/test'
import { findKind, readLinks } from './support/links.ts'
import { expect, expectAccessible, signIn, test, waitUntilIdle } from './support/test.ts'

/**
 * The maximum numbers of addresses of each kind that are requested, and of addresses that are opened in the browser.
 */
const requestsByKind = 4
const openedByKind = 1
/** Pages that are the same for all visitors. Only the crawl as a guest opens these pages. */
const sameForAll = /^\/(?:blog|blog-detail|catalogue|information|new-product-test|order-query|search)\b/
/** A shopper's pages that axe checks in other browser tests, in more states than a crawl finds. */
const checkedElsewhere =
  /^\/(?:account(?:\/(?:setting|orderlist|order\/\*|coupon|collect|review\/\*\/\*))?|return\/\*\/\*|returndetail\/\*|contact-us(?:\/tickets(?:\/\*)?)?|checkout|checkout\/address-book|cart)(?: |$)/
const maxAddresses = 300

/** External sites that the shop's data may link to. */
const otherSites = /^https:\/\/(?:apps\.apple\.com|itunes\.apple\.com|play\.google\.com)\//

/** Decides which kinds of pages are opened in the browser, and which of these axe checks. */
type Choice = Record<'isOpened' | 'isLookedAt', (kind: string) => boolean>
type Crawl = { asked: Map<string, number>; opened: Map<string, number>; problems: string[] }

function countOf(kinds: Map<string, number>, kind: string): number {
  const count = (kinds.get(kind) ?? 0) + 1
  kinds.set(kind, count)
  return count
}

/**
 * Follows the links from page to page. Each address must respond, and one page of each kind must work in the browser.
 */
async function crawl(page: Page, starts: string[], { isOpened, isLookedAt }: Choice): Promise<Crawl> {
  const found: Crawl = { asked: new Map(), opened: new Map(), problems: [] }
  const seen = new Set(starts)
  const queue = starts.map((address) => ({ address, from: 'the start' }))
  for (let next = queue.shift(); next && seen.size < maxAddresses; next = queue.shift()) {
    const { address, from } = next
    const kind = findKind(address)
    if (countOf(found.asked, kind) > requestsByKind) continue
    const answer = await page.request.get(address)
    if (answer.status() >= 400) {
      found.problems.push(`${answer.status()} ${address}, linked from ${from}`)
      continue
    }
    let html = await answer.text()
    const isPage = answer.headers()['content-type']?.includes('text/html') && isOpened(kind)
    if (isPage && countOf(found.opened, kind) <= openedByKind) {
      await page.goto(address)
      await waitUntilIdle(page)
      html += await page.content()
      if (isLookedAt(kind)) await test.step(`axe at ${address}`, () => expectAccessible(page))
    }
    for (const href of readLinks(html)) {
      if (otherSites.test(href)) continue
      if (!href.startsWith('/') || href.startsWith('//')) {
        found.problems.push(`${address} leads out of the shop to ${href}`)
      } else if (!seen.has(href)) {
        seen.add(href)
        queue.push({ address: href, from: address })
      }
    }
  }
  return found
}

test.describe.configure({ mode: 'parallel' })

for (const who of ['guest', 'shopper'] as const) {
  test(`finds no dead link and no broken kind of page as a ${who}`, async ({ page }) => {
    test.setTimeout(480_000)
    if (who === 'shopper') await signIn(page)
    const starts = ['/', '/account', '/account/setting', '/account/orderlist']
    const { asked, problems } = await crawl(page, starts, {
      isOpened: (kind) => who === 'guest' || !sameForAll.test(kind),
      isLookedAt: (kind) => who === 'guest' || !checkedElsewhere.test(kind),
    })
    expect(problems).toEqual([])
    // The crawl must reach the shop, the account and the pages between the two.
    for (const kind of ['/products/*', '/catalogue/*', '/account/setting', '/information/*', '/blog', '/contact-us']) {
      expect([...asked.keys()]).toContain(kind)
    }
    if (who === 'shopper') expect([...asked.keys()]).toContain('/account/order/*')
  })
}
