import { expect, expectAccessible, expectContrast, signIn, test, waitUntilIdle } from './support/test.ts'

// The crawl checks every kind of page in light mode. Dark mode differs only in contrast.
test('is accessible in dark mode', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  for (const path of [
    '/',
    '/menu',
    '/catalogue/dresses?size=M&in_stock=1',
    '/search?q=snekers',
    '/products/ebb-wrap-midi-dress',
    '/information/Terms',
    '/blog',
    '/new-product-test/1',
  ]) {
    await page.goto(path)
    await expectContrast(page)
  }
})

test('has accessible filters and wishlist', async ({ page }) => {
  await page.goto('/catalogue/women_shoes')
  await page.getByRole('button', { name: 'Filter' }).click()
  await expect(page.getByRole('dialog', { name: 'Filter' })).toBeVisible()
  await expectAccessible(page)
  await signIn(page)
  await page.goto('/account/collect')
  await expectAccessible(page)
})

test('takes a new visitor from the home page through a category to the cart', async ({ page }) => {
  await page.goto('/')
  await expect(page).toHaveTitle('Harbor')
  const arrivals = page.getByRole('region', { name: 'Just landed' })
  await expect(arrivals.getByRole('listitem')).toHaveCount(8)
  await page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name: 'Dresses' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Dresses' })).toBeVisible()
  await page.getByRole('link', { name: /Ebb Wrap Midi Dress/ }).click()
  await expect(page).toHaveURL(/\/products\/ebb-wrap-midi-dress$/)
  await page.getByText('M', { exact: true }).click()
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await expect(page.getByText('In your cart: 1 piece')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Cart, 1 piece' })).toBeVisible()
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Cart, 1 piece' })).toHaveAttribute('href', '/cart')
})

test('stores filters, order and page of a list in its address', async ({ page }) => {
  await page.goto('/catalogue/women_shoes')
  await page.getByRole('button', { name: 'Filter' }).click()
  const sheet = page.getByRole('dialog', { name: 'Filter' })
  await sheet.getByRole('button', { name: 'US 7.5' }).click()
  await sheet.getByLabel(/^Price to/).fill('110')
  await sheet.getByLabel('In stock only').check()
  await sheet.getByRole('button', { name: 'Show' }).click()
  await expect(page).toHaveURL(/\/catalogue\/women_shoes\?size=38&max_price=110&in_stock=1$/)
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption({ label: 'Price: low to high' })
  await expect(page).toHaveURL(/size=38&max_price=110&in_stock=1&sort=price_asc$/)
  const list = page.getByRole('region', { name: 'Products' })
  // The first price of a card is the current price. A second price is the earlier price.
  const readPrices = async () => {
    const cards = await list.getByRole('link', { name: /\$/ }).allTextContents()
    return cards.map((text) => Number(/\$([\d.]+)/.exec(text)?.[1]))
  }
  await expect.poll(readPrices).toEqual([95, 108])
  // A page that opens this address shows the same list.
  await page.reload()
  expect(await readPrices()).toEqual([95, 108])
  await expect(page.getByRole('combobox', { name: 'Sort by' })).toHaveValue('price_asc')
  await page.getByRole('link', { name: 'Remove In stock only' }).click()
  await expect(page).not.toHaveURL(/in_stock/)

  await page.goto('/catalogue')
  await expect(list.getByRole('link', { name: /\$/ })).toHaveCount(24)
  await page.getByRole('link', { name: 'Next page' }).click()
  await expect(page).toHaveURL(/\/catalogue\?page=2$/)
  await expect(page.getByText('Page 2 of 3')).toBeVisible()
  await page.goBack()
  await expect(page.getByText('Page 1 of 3')).toBeVisible()
})

test('ignores invalid values in the address of a list', async ({ page }) => {
  await page.goto('/catalogue/dresses?page=-1&sort=name&min_price=lots&size=,,&color=%3Cb%3E')
  await expect(page.getByText('No products match all filters.')).toBeVisible()
  await page.getByRole('link', { name: 'Clear' }).click()
  await expect(page.getByRole('status').filter({ hasText: /products/ })).toHaveText('7 products')
})

test('tolerates typos in a search and says so, and shows an empty result', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('link', { name: 'Search' }).click()
  const field = page.getByRole('searchbox', { name: 'What are you looking for?' })
  await expect(field).toBeFocused()
  await field.press('Enter')
  await expect(page.getByText('Please fill in this field')).toBeVisible()
  await field.fill('snekers')
  await field.press('Enter')
  await expect(page).toHaveURL(/\/search\?q=snekers$/)
  await expect(page.getByText('No results for “snekers”. These products are similar.')).toBeVisible()
  await expect(page.getByRole('link', { name: /Regatta Court Sneaker/ })).toBeVisible()
  await field.fill('38')
  await field.press('Enter')
  await expect(page).toHaveURL(/\/search\?q=38$/)
  await expect(page.getByText('It is empty here')).toBeVisible()
  await page.getByRole('link', { name: 'All products' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'All products' })).toBeVisible()
})

test("shows prices in the visitor's currency", async ({ page }) => {
  const euro = { name: 'currency', value: 'EUR', url: process.env.HARBOR_URL ?? '' }
  await page.context().addCookies([euro])
  await page.goto('/catalogue/dresses')
  const card = page.getByRole('link', { name: /Ebb Wrap Midi Dress/ })
  await expect(card).toContainText('€')
  const shown = await card.getByText('€').first().textContent()
  await card.click()
  await expect(page.getByText(shown ?? '', { exact: true }).first()).toBeVisible()
})

test('asks a guest who taps the heart to sign in, and adds the product to the wishlist', async ({ page }) => {
  // The heart turns red before the response. The request is sent even if the visitor leaves the page at once.
  const isKept = page.waitForEvent('console', (line) => line.text().startsWith('kept '))
  await page.addInitScript(() => {
    const send = window.fetch
    window.fetch = (address, init) => {
      if (String(address).endsWith('/rest/collect')) console.log('kept', init?.keepalive)
      return send(address, init)
    }
  })
  await page.goto('/catalogue/knitwear')
  const heart = page.getByRole('button', { name: 'Wishlist: Fisher Cable Jumper' })
  await heart.click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email').fill('new@harbor.test')
  await dialog.getByRole('textbox', { name: 'Password' }).fill('Harbor2026')
  const saved = page.waitForResponse('**/rest/collect')
  await dialog.getByRole('button', { name: 'Log in' }).click()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  await saved
  expect((await isKept).text()).toBe('kept true')
  await page.goto('/account/collect')
  await expect(page.getByRole('link', { name: /Fisher Cable Jumper/ })).toBeVisible()
  await page.goto('/products/fisher-cable-jumper')
  await heart.click()
  await expect(heart).toHaveAttribute('aria-pressed', 'false')
  await waitUntilIdle(page)
  await page.goto('/account/collect')
  await expect(page.getByText('It is empty here')).toBeVisible()
})

test('resets the heart after a failed request and reports the failure', async ({ page, expectConsole }) => {
  expectConsole(/Failed to load resource/)
  await signIn(page)
  await page.goto('/catalogue/coats')
  await page.route('**/rest/collect', (route) => route.abort())
  const heart = page.getByRole('button', { name: 'Wishlist: Northpier Long Coat' })
  await heart.click()
  await expect(page.getByText('We couldn’t send your request. Please try again.')).toBeVisible()
  await expect(heart).toHaveAttribute('aria-pressed', 'false')
})

test('asks a guest at the wishlist to sign in', async ({ page }) => {
  await page.goto('/account/collect')
  await expect(page.getByRole('dialog')).toBeVisible()
})

test('opens the named pages from the links below the sign-in form', async ({ page }) => {
  await page.goto('/account')
  await page.getByRole('button', { name: 'Sign In / Register' }).click()
  const dialog = page.getByRole('dialog')
  for (const name of ['Terms', 'Privacy Notice']) {
    const href = await dialog.getByRole('link', { name }).getAttribute('href')
    const html = await (await page.request.get(href ?? '')).text()
    expect(html).toContain(`<title>${name} · Harbor</title>`)
  }
})

test('gives search engines product data, canonical addresses and exclusions', async ({ page }) => {
  await page.goto('/products/ebb-wrap-midi-dress?utm_source=letter')
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/products\/ebb-wrap-midi-dress$/)
  await expect(page.locator('meta[name=description]')).toHaveAttribute('content', /washed linen/)
  const blocks = await page.locator('script[type="application/ld+json"]').allTextContents()
  const facts = blocks.map((text) => JSON.parse(text))
  expect(facts).toContainEqual(
    expect.objectContaining({
      '@type': 'Product',
      name: 'Ebb Wrap Midi Dress',
      offers: expect.arrayContaining([
        expect.objectContaining({ priceCurrency: 'USD', availability: expect.any(String) }),
      ]),
      aggregateRating: expect.objectContaining({ bestRating: 5 }),
    }),
  )
  expect(facts).toContainEqual(expect.objectContaining({ '@type': 'BreadcrumbList' }))
  await page.goto('/catalogue/dresses?size=M')
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex, follow')
  const account = await page.request.get('/account')
  expect(account.headers()['x-robots-tag']).toBe('noindex')
  const robots = await (await page.request.get('/robots.txt')).text()
  const sitemap = /Sitemap: (.+)/.exec(robots)?.[1] ?? ''
  const listAddresses = async (file: string) => {
    const xml = await (await page.request.get(new URL(file).pathname)).text()
    return [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address ?? '')
  }
  const parts = await listAddresses(sitemap)
  const addresses = (await Promise.all(parts.map(listAddresses))).flat()
  expect(addresses.length).toBeGreaterThan(70)
  for (const address of addresses.filter((_, at) => at % 8 === 0)) {
    expect((await page.request.get(new URL(address).pathname)).status(), address).toBe(200)
  }
})

test('shows texts of staff as plain text', async ({ page }) => {
  await page.goto('/information/Return%20Policy')
  const article = page.getByRole('article')
  await expect(article.getByRole('heading', { name: 'How to return' })).toBeVisible()
  await expect(article.getByRole('listitem').first()).toContainText('Apply for Return')
})

test.describe('a narrow screen and large text', () => {
  test.use({ viewport: { width: 320, height: 640 } })
  test('clips nothing at 320 px, also with text at 200%', async ({ page }) => {
    for (const path of ['/', '/menu', '/catalogue/dresses?size=M', '/search?q=linen', '/blog', '/information/Terms']) {
      await page.goto(path)
      const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(await overflow(), path).toBeLessThanOrEqual(0)
      await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
      expect(await overflow(), `${path} at 200 %`).toBeLessThanOrEqual(0)
    }
  })
})
