import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, signIn, test } from './support/test.ts'

type Words = Record<string, string>

async function readCatalogue(language: string): Promise<Words> {
  return JSON.parse(await readFile(`src/web/i18n/catalogues/${language}.json`, 'utf8')) as Words
}

/** English messages the page still shows although the language has words of its own for them. */
async function findEnglish(page: Page, words: Words): Promise<string[]> {
  const differing = Object.keys(words).filter((id) => words[id] !== id)
  return page.evaluate((ids) => {
    const known = new Set(ids)
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const left: string[] = []
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement
      if (!element || element.closest('script, [translate=no]')) continue
      const text = node.textContent?.trim() ?? ''
      if (known.has(text)) left.push(text)
    }
    return left
  }, differing)
}

/** The first piece of the demo shopper that can be sent back. */
async function findReturnable(page: Page): Promise<string> {
  const answer = await page.request.get('/rest/order?from_type=2&page=1&limit=50')
  for (const order of (await answer.json()).data) {
    for (const line of order.products) if (line.can_after_sale) return `/return/${order.id}/${line.id}`
  }
  throw new Error('The demo has nothing that can be returned.')
}

for (const language of ['en', 'de', 'ar', 'zh-CN']) {
  test.describe(language, () => {
    test.use({ viewport: { width: 320, height: 640 } })
    test(`the account speaks ${language}, and nothing is clipped at 320 px`, async ({ page, context, baseURL }) => {
      test.slow()
      await context.addCookies([{ name: 'language', value: language, url: baseURL ?? '' }])
      await signIn(page)
      const words = language === 'en' ? {} : await readCatalogue(language)
      for (const path of ['/account', '/account/orderlist', await findReturnable(page), '/account/coupon']) {
        await page.goto(path)
        await expect(page.locator('html')).toHaveAttribute('lang', language)
        await expect(page.locator('html')).toHaveAttribute('dir', language === 'ar' ? 'rtl' : 'ltr')
        await expect(page.getByRole('heading').first()).toBeVisible()
        expect(await findEnglish(page, words), path).toEqual([])
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
        expect(overflow, path).toBeLessThanOrEqual(0)
        await expectAccessible(page)
      }
    })
  })
}

test('a first visit is answered in the language of the browser', async ({ request }) => {
  const answer = await request.get('/account', { headers: { 'accept-language': 'de-AT,de;q=0.9,en;q=0.5' } })
  const html = await answer.text()
  expect(html).toContain('<html lang="de"')
  expect(html).toContain((await readCatalogue('de'))['My Orders'])
})

test('a language without words of ours is shown in English, with a notice', async ({ page, context, baseURL }) => {
  await context.addCookies([{ name: 'language', value: 'haw', url: baseURL ?? '' }])
  await page.goto('/account/settinglanguage')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(page.getByText(/^We do not speak .* yet, so the shop is shown in English\.$/)).toBeVisible()
})

test('nothing is asked of a page translator while the shop has none', async ({ page, context, baseURL }) => {
  const foreign: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(baseURL ?? '') && !/^(?:data|blob):/.test(request.url())) foreign.push(request.url())
  })
  await context.addCookies([{ name: 'language', value: 'haw', url: baseURL ?? '' }])
  await page.goto('/account')
  await page.waitForLoadState('networkidle')
  expect(foreign).toEqual([])
})

/** What page translators do: every text goes into elements of their own, again and again as the page changes. */
function translateLikeAWidget() {
  const done = new WeakSet<Node>()
  const wrap = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const texts: Text[] = []
    for (let node = walker.nextNode(); node; node = walker.nextNode()) texts.push(node as Text)
    for (const text of texts) {
      const parent = text.parentElement
      if (!parent || parent.closest('script, style, [translate=no], font') || !text.data.trim() || done.has(text))
        continue
      const outer = document.createElement('font')
      const inner = outer.appendChild(document.createElement('font'))
      text.replaceWith(outer)
      text.data = `«${text.data}»`
      inner.append(text)
      done.add(text)
    }
  }
  wrap(document.body)
  new MutationObserver((changes) => {
    for (const change of changes) for (const node of change.addedNodes) if (node.isConnected) wrap(node)
  }).observe(document.body, { childList: true, subtree: true })
}

test('the shop survives a page translator', async ({ page }) => {
  await signIn(page)
  await page.goto('/account')
  await page.waitForLoadState('networkidle')
  await page.evaluate(translateLikeAWidget)
  await expect(page.getByText('«My Orders»')).toBeVisible()
  await page.getByRole('link', { name: /Processing/ }).click()
  await expect(page.getByRole('tab', { name: /Processing/ })).toHaveAttribute('aria-selected', 'true')
  for (const tab of ['Shipped', 'Returns', 'All']) {
    await page.getByRole('tab', { name: new RegExp(tab) }).click()
    await expect(page.getByRole('tab', { name: new RegExp(tab) })).toHaveAttribute('aria-selected', 'true')
  }
  await page.getByRole('button', { name: /VIEW MORE/ }).click()
  await page.locator('a[href^="/account/order/"]').first().click()
  await expect(page).toHaveURL(/\/account\/order\//)
  await page.getByRole('button', { name: /Back/ }).click()
  await expect(page).toHaveURL(/\/account\/orderlist/)
  await page.goto('/account/setting')
  await page.waitForLoadState('networkidle')
  await page.evaluate(translateLikeAWidget)
  await page.getByRole('link', { name: /Currency/ }).click()
  await page.getByRole('searchbox').fill('yen')
  await expect(page.getByRole('option')).toHaveCount(1)
  await page.getByRole('searchbox').fill('')
  expect(await page.getByRole('option').count()).toBeGreaterThan(20)
})
