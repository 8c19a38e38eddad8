import { readdir, readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { callStaff, signInStaff } from './support/console.ts'
import { expect, expectAccessible, signIn, test, waitUntilIdle } from './support/test.ts'

type Words = Record<string, string>

async function readCatalogue(language: string): Promise<Words> {
  return JSON.parse(await readFile(`src/words/catalogues/${language}.json`, 'utf8')) as Words
}

/** Returns English messages on the page that the language has a translation for. */
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

/** Returns the return page of the demo shopper's first returnable line. */
async function findReturnable(page: Page): Promise<string> {
  const answer = await page.request.get('/rest/order?from_type=2&page=1&limit=50')
  for (const order of (await answer.json()).data) {
    for (const line of order.products) if (line.can_after_sale) return `/return/${order.id}/${line.id}`
  }
  throw new Error('The demo has nothing that can be returned.')
}

const journey = ['/account', '/account/orderlist', '/account/coupon', '/account/setting', '/account/changepassword']

for (const language of ['en', 'de', 'ar', 'zh-CN']) {
  test.describe(language, () => {
    test.use({ viewport: { width: 320, height: 640 } })
    test(`shows the account in ${language} and clips no text at 320 px`, async ({ page, context, baseURL }) => {
      // The test signs in before it sets the language, because signing in sets the language of the account's mails,
      // which other browser tests read.
      await signIn(page)
      await context.addCookies([{ name: 'language', value: language, url: baseURL ?? '' }])
      const words = language === 'en' ? {} : await readCatalogue(language)
      for (const path of [...journey, await findReturnable(page)]) {
        await page.goto(path)
        await expect(page.locator('html')).toHaveAttribute('lang', language)
        await expect(page.locator('html')).toHaveAttribute('dir', language === 'ar' ? 'rtl' : 'ltr')
        await expect(page.getByRole('heading').first()).toBeVisible()
        expect(await findEnglish(page, words), path).toEqual([])
        expect(await page.evaluate(findClipped), path).toEqual([])
        // Other browser tests check English pages with axe. Arabic stands for all right-to-left languages.
        if (language === 'ar') await expectAccessible(page)
      }
      // The return form is the last page of the loop. The sheet with the reasons must be translated too.
      await page.locator('button[aria-haspopup=dialog]').first().click()
      await expect(page.getByRole('dialog')).toBeVisible()
      expect(await findEnglish(page, words), 'the reasons').toEqual([])
      expect(await page.evaluate(findClipped), 'the reasons').toEqual([])
    })
  })
}

/** Returns texts that are clipped or overflow the screen. */
function findClipped(): string[] {
  const found: string[] = []
  const beyond = document.documentElement.scrollWidth - window.innerWidth
  if (beyond > 0) found.push(`the page is ${beyond} px too wide`)
  for (const element of document.querySelectorAll<HTMLElement>('body *')) {
    const hasText = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim())
    const { overflow, display } = getComputedStyle(element)
    if (!hasText || overflow === 'visible' || display === 'inline' || element.clientWidth < 2) continue
    if (element.scrollWidth > element.clientWidth + 1) found.push(element.innerText)
  }
  return found
}

/** Returns the visible and announced texts of a page, without texts that are the same in every language. */
function readTexts(html: string): string[] {
  let rest = html.replace(/<(script|style|svg|title)\b[\s\S]*?<\/\1>/g, '')
  const untouched = /<(\w+)[^>]*\stranslate="no"[^>]*>(?:(?!<\1[\s>])[\s\S])*?<\/\1>/g
  for (let before = ''; before !== rest; ) {
    before = rest
    rest = rest.replace(untouched, '')
  }
  const shown = [...rest.matchAll(/>([^<]+)</g), ...rest.matchAll(/\s(?:aria-label|placeholder)="([^"]+)"/g)]
  return shown.map(([, text = '']) => text.replaceAll('&amp;', '&').trim()).filter((text) => /\p{L}{2}/u.test(text))
}

/** Returns all texts in the data of a response. Texts of shoppers, staff and the merchant are not translated. */
function collectTexts(data: unknown): string[] {
  if (typeof data === 'string') return [data]
  return typeof data === 'object' && data !== null ? Object.values(data).flatMap(collectTexts) : []
}

test('leaves no English word on any page of the account in any language', async ({ page, context, baseURL }) => {
  await signIn(page)
  const ask = async (path: string) => (await page.request.get(path)).json()
  const list = 'from_type=2&page=1&limit=50'
  const answers = await Promise.all([`/rest/order?${list}`, `/rest/after_sale?${list}`].map(ask))
  const entered = new Set(answers.flatMap(collectTexts))
  const isEntered = (text: string) => text.split(' / ').every((part) => entered.has(part) || /^US [\d.]+$/.test(part))
  const returns = answers[1].data.map(({ id }: { id: string }) => `/returndetail/${id}`)
  const paths = [...journey, '/account/orderlist?return=1', '/contact-us', '/order-query']
  paths.push(await findReturnable(page), ...returns.slice(0, 12))
  const read = async (path: string, language: string) => {
    await context.addCookies([{ name: 'language', value: language, url: baseURL ?? '' }])
    return readTexts(await (await page.request.get(path)).text())
  }
  const english = new Map<string, Set<string>>()
  for (const path of paths) english.set(path, new Set(await read(path, 'en')))
  // A browser test running in parallel may have added a navigation entry.
  await signInStaff(page, 'owner')
  const ours = await readCatalogue('de')
  const navigation = await callStaff<{ name: string }[]>(page, 'GET', '/navigation?limit=100')
  for (const { name } of navigation) if (!(name in ours)) entered.add(name)
  const codes = (await readdir('src/words/catalogues')).map((name) => name.slice(0, -5))
  for (const language of codes.filter((code) => code !== 'en')) {
    // A text may also occur inside a translated sentence, because some words are spelled the same in both languages.
    const own = Object.values(await readCatalogue(language)).join('\n')
    // For each language, the test opens the first three pages and a third of the other pages.
    const share = paths.filter((_, at) => at < 3 || at % 3 === codes.indexOf(language) % 3)
    for (const path of share) {
      const left = (await read(path, language)).filter(
        (text) => english.get(path)?.has(text) && !isEntered(text) && !own.includes(text) && !/^[A-Z0-9]+$/.test(text),
      )
      expect(left, `${path} in ${language}`).toEqual([])
    }
  }
})

test("answers a first visit in the browser's language", async ({ request }) => {
  const answer = await request.get('/account', { headers: { 'accept-language': 'de-AT,de;q=0.9,en;q=0.5' } })
  const html = await answer.text()
  expect(html).toContain('<html lang="de"')
  expect(html).toContain((await readCatalogue('de'))['My Orders'])
})

test('shows a language without a catalog in English, with a notice', async ({ page, context, baseURL }) => {
  await context.addCookies([{ name: 'language', value: 'haw', url: baseURL ?? '' }])
  await page.goto('/account/settinglanguage')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(page.getByText(/^The shop is not available in .* yet, so it is shown in English\.$/)).toBeVisible()
})

test('shows the notice about a missing catalog on the screen, even for the last languages of the list', async ({
  page,
}) => {
  await page.goto('/account/settinglanguage')
  await page.getByText('IsiZulu').click()
  await expect(page.getByRole('status').getByText(/^The shop is not available in .* yet/)).toBeInViewport()
})

test('sends no request to a page translator while the shop has none', async ({ page, context, baseURL }) => {
  const foreign: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(baseURL ?? '') && !/^(?:data|blob):/.test(request.url())) foreign.push(request.url())
  })
  await context.addCookies([{ name: 'language', value: 'haw', url: baseURL ?? '' }])
  await page.goto('/account')
  await waitUntilIdle(page)
  expect(foreign).toEqual([])
})

/**
 * Imitates a page translator, which wraps every text in additional elements, and does so again when the page changes.
 */
function imitatePageTranslator() {
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

/** Translates the page when the browser is idle, because hydration still continues part by part until then. */
async function translatePage(page: Page) {
  await waitUntilIdle(page)
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  await page.evaluate(imitatePageTranslator)
}

test('keeps working when a page translator changes the page', async ({ page }) => {
  await signIn(page)
  await page.goto('/account')
  await translatePage(page)
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
  await translatePage(page)
  await page.getByRole('link', { name: /Currency/ }).click()
  await page.getByRole('searchbox').fill('yen')
  await expect(page.getByRole('option')).toHaveCount(1)
  await page.getByRole('searchbox').fill('')
  expect(await page.getByRole('option').count()).toBeGreaterThan(20)
})
