import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import type { Browser, Page } from '@playwright/test'
import { parse } from 'csv-parse/sync'
import { openConsole, waitForConsole } from './support/console.ts'
import { becomeOwner, callOwner, type EmptyShop, openEmptyShop } from './support/empty-shop.ts'
import { expect, expectAccessible, expectAccessibleInBothThemes, test } from './support/test.ts'

test.use({ viewport: { width: 1440, height: 900 }, isMobile: false, hasTouch: false })

const runFile = promisify(execFile)
const hasPoppler = await runFile('pdftotext', ['-v']).then(
  () => true,
  () => false,
)

let shop: EmptyShop
test.beforeEach(async () => {
  shop = await openEmptyShop()
})
test.afterEach(() => shop.close())

type Money = { amount: number; currency: string }
type Order = {
  number: string
  total: Money
  lines: { id: string; name: string; paid: Money; tax: Money; tax_rate: number }[]
  tax: { treatment: string; amount: Money; rates: { kind: string; net: Money; tax: Money; gross: Money }[] }
  refunds: { id: string; status: string; amount: Money; tax: Money }[]
}
type Document = { id: string; kind: 'invoice' | 'credit_note'; number: string; net: Money; tax: Money; gross: Money }

/** A file as Shopify exports products: prices without a currency. */
const shopifyFile = (price: string) => ({
  name: 'products_export.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(
    'Handle,Title,Body (HTML),Vendor,Type,Tags,Published,Option1 Name,Option1 Value,Variant SKU,Variant Inventory Qty,Variant Price,Variant Compare At Price,Status\n' +
      `dune-hat,Dune Hat,"<p>Felt of wool.</p>",Tern,Hats,,true,Title,Default Title,HAT,5,${price},,active\n`,
  ),
})

/** Imports the Shopify file in the console. The file's prices are in the shop's own currency. */
async function importProducts(page: Page, currency: string, price: string) {
  await openConsole(page, `${shop.url}/staff/imports`)
  await expect(page.getByLabel('Currency of the prices')).toHaveValue(currency)
  await page.getByLabel('File', { exact: true }).setInputFiles(shopifyFile(price))
  await page.getByRole('button', { name: 'Apply 1 change' }).click()
  await expect(page.getByText('1 of 1 records imported')).toBeVisible()
}

/** Opens the shop on a phone in a country, as the browser's language names the country. */
async function openAsGuest(browser: Browser, locale: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, isMobile: true, locale })
  return context.newPage()
}

/** Puts the scarf and the hat into the cart and opens the checkout. */
async function fillCart(guest: Page, prices: [scarf: string, hat: string]) {
  for (const [index, handle] of ['skerry-scarf', 'dune-hat'].entries()) {
    await guest.goto(`${shop.url}/products/${handle}`)
    await expect(guest.getByText(prices[index] ?? '', { exact: true }).first()).toBeVisible()
    await guest.getByRole('button', { name: 'Add to cart' }).click()
    await expect(guest.getByText(/^In your cart: \d+ pieces?$/)).toBeVisible()
  }
  await guest.goto(`${shop.url}/checkout`)
}

const findSummary = (guest: Page) => guest.getByRole('region', { name: 'Summary' })

/** Expects rows of totals, each with its label directly before its value. */
async function expectTotals(guest: Page, rows: [label: string, value: string][]) {
  for (const [label, value] of rows) {
    await expect(findSummary(guest)).toContainText(new RegExp(`${escapeText(label)}\\s*${escapeText(value)}`))
  }
}

const escapeText = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Places the order of a guest, pays it, and returns its number. The guest's page then shows the order. */
async function buyAsGuest(guest: Page, email: string, address: Record<string, string>): Promise<string> {
  await guest.getByRole('textbox', { name: 'Email' }).fill(email)
  for (const [label, value] of Object.entries(address)) await guest.getByRole('textbox', { name: label }).fill(value)
  await guest.getByRole('button', { name: 'PLACE ORDER' }).click()
  await guest.waitForURL('**/payment?**')
  await guest.getByRole('button', { name: 'PAY NOW' }).click()
  await expect(guest.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  const number = await guest
    .getByText(/^HB[A-Z0-9]{11}$/)
    .first()
    .innerText()
  await guest.getByRole('link', { name: 'Track order' }).click()
  await expect(guest.getByText(number).first()).toBeVisible()
  return number
}

/** Refunds a part of the scarf in the console and settles the refund. */
async function refundScarf(page: Page, number: string, { typed, shown }: { typed: string; shown: string }) {
  await openConsole(page, `${shop.url}/staff/orders/${number}`)
  await expectAccessibleInBothThemes(page)
  await page.getByRole('button', { name: 'Refund part' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Refund Skerry Scarf').check()
  await dialog.getByLabel('Refund of Skerry Scarf').fill(typed)
  await dialog.getByLabel('Message to the shopper').fill('A thread was loose.')
  await dialog.getByRole('button', { name: `Refund ${shown}` }).click()
  await expect(dialog).toHaveCount(0)
  // The test provider leaves refunds to staff, who record the reference of the transfer.
  const [refund] = (await readOrder(page, number)).refunds
  await callOwner(page, shop, 'POST', `/refunds/${refund?.id}/settle`, { reference: 'TRANSFER-1' })
}

const readOrder = (page: Page, number: string) => callOwner<Order>(page, shop, 'GET', `/orders/${number}`)

/** Expects that net and tax add up to the gross amount in every row, and the rows to the order. */
function expectOrderAddsUp({ lines, tax, total }: Order, shipping: number) {
  for (const row of tax.rates) expect(row.net.amount + row.tax.amount).toBe(row.gross.amount)
  const add = (amounts: Money[]) => amounts.reduce((sum, { amount }) => sum + amount, 0)
  expect(add(tax.rates.map(({ tax: one }) => one))).toBe(tax.amount.amount)
  expect(add(tax.rates.map(({ gross }) => gross))).toBe(total.amount)
  expect(add(lines.map(({ paid }) => paid)) + shipping).toBe(total.amount)
}

/** Downloads the tax report in the console, as an accountant does, and returns its rows. */
async function exportTaxes(page: Page, kind: 'oss' | 'domestic'): Promise<Record<string, string>[]> {
  await openConsole(page, `${shop.url}/staff/settings/taxes`)
  await page.getByLabel('Return').selectOption(kind)
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export CSV' }).click()
  return parse(await readFile(await (await download).path(), 'utf8'), { columns: true })
}

/** Expects texts in a PDF, each on one line. Without poppler, expects only that the PDF can be opened. */
async function expectInPdf(page: Page, address: string, parts: string[]) {
  const answer = await page.request.get(address)
  expect(answer.status(), address).toBe(200)
  const path = test.info().outputPath('paper.pdf')
  await writeFile(path, await answer.body())
  if (!hasPoppler) return
  const { stdout } = await runFile('pdftotext', ['-layout', path, '-'])
  const text = stdout.replaceAll(/\s+/g, ' ')
  for (const part of parts) expect(text).toContain(part)
}

type Papers = {
  invoice: [net: number, tax: number, gross: number]
  note: [net: number, tax: number, gross: number]
  /** Texts of the invoice. */
  printed: string[]
  /** Row of the credit note with the rest of the invoice. */
  left: string
}

/** Expects an invoice and a credit note with these amounts in the console, on the guest's page and in the PDF files. */
async function expectPapers(page: Page, guest: Page, order: Order, wanted: Papers) {
  const papers = await callOwner<Document[]>(page, shop, 'GET', `/documents?order=${order.number}`)
  const [invoice] = papers.filter(({ kind }) => kind === 'invoice')
  const [note] = papers.filter(({ kind }) => kind === 'credit_note')
  expect(papers).toHaveLength(2)
  const amounts = (one?: Document) => one && [one.net.amount, one.tax.amount, one.gross.amount]
  expect(amounts(invoice)).toEqual(wanted.invoice)
  expect(amounts(note)).toEqual(wanted.note)

  await openConsole(page, `${shop.url}/staff/orders/${order.number}`)
  const table = page.getByRole('table', { name: 'Invoice and credit notes' })
  await expect(table.getByRole('row', { name: /^Invoice/ })).toContainText(invoice?.number ?? '')
  await expect(table.getByRole('row', { name: /^Credit note/ })).toContainText(note?.number ?? '')
  await expectAccessibleInBothThemes(page)

  // The lookup of an order names its papers. Their links arrive by email, because the lookup hides personal data.
  await guest.reload()
  for (const one of papers) await expect(guest.getByText(one.number, { exact: true })).toBeVisible()
  const findPdf = (one?: Document) => `${shop.url}/staff-api/v1/documents/${one?.id}/pdf`
  const { number, lines } = order
  const names = lines.map(({ name }) => name)
  await expectInPdf(page, findPdf(invoice), [invoice?.number ?? '', number, ...names, ...wanted.printed])
  await expectInPdf(page, findPdf(note), [
    ...[note?.number ?? '', `This note corrects invoice ${invoice?.number}`],
    wanted.left,
  ])
}

test('sells from Berlin to France with gross prices in euros and the One-Stop Shop', async ({ page, browser }) => {
  await becomeOwner(page, shop)
  await page.goto(`${shop.url}/staff/start`)
  await waitForConsole(page)
  const setUp = page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Set-up' })
  const dialog = page.getByRole('dialog')
  const expectDone = (text: string) => expect(page.getByRole('status').filter({ hasText: text })).toBeVisible()

  await page.getByRole('link', { name: 'Set up: Store name and seller' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Tern')
  await page.getByLabel('Legal name').fill('Tern Kleidung GmbH')
  await page.getByLabel('Country', { exact: true }).selectOption('DE')
  await page.getByLabel('Postal code').fill('10117')
  await page.getByLabel('City').fill('Berlin')
  await page.getByLabel('Address of the seller').fill('Werderstraße 4\n10117 Berlin')
  await page.keyboard.press('Control+s')
  await expectDone('Store details saved')
  await setUp.click()

  await page.getByRole('link', { name: 'Set up: Store currency' }).click()
  await page.getByLabel('Currency', { exact: true }).selectOption('EUR')
  await page.getByRole('button', { name: 'Change to EUR' }).click()
  await expect(page.getByRole('columnheader', { name: 'For 1 EUR' })).toBeVisible()
  await setUp.click()

  await page.getByRole('button', { name: /^(Set up|Continue): Tax registration$/ }).click()
  await page.getByLabel('Registered for VAT').check()
  await page.getByRole('textbox', { name: 'VAT number' }).fill('DE136695976')
  await page.getByRole('switch', { name: 'Use One-Stop Shop (OSS) for other EU countries' }).click()
  await page.getByRole('button', { name: 'Save and continue' }).click()
  await expectDone('Tax registration saved')

  // The first market has all countries. Removing it frees them for the markets of this shop. The staff API sets the
  // markets up, because another journey covers their pages.
  const call = (method: 'POST' | 'DELETE', path: string, data?: object) => callOwner(page, shop, method, path, data)
  await call('DELETE', '/markets/worldwide')
  const markets = [
    { id: 'germany', name: 'Germany', countries: ['DE'] },
    { id: 'european-union', name: 'European Union', countries: ['FR', 'PL'] },
    { id: 'overseas', name: 'Overseas', countries: ['US'] },
  ]
  for (const { countries, ...market } of markets) {
    const listed = countries.map((country) => ({ country }))
    await call('POST', '/markets', { ...market, currency: 'EUR', status: 'active', countries: listed })
  }

  const methods = [
    { market: 'germany', name: 'DHL Paket', code: 'dhl', price: '4.90' },
    { market: 'european-union', name: 'Colissimo', code: 'colissimo', price: '6.90' },
    { market: 'overseas', name: 'Airmail', code: 'airmail', price: '19.90' },
  ]
  await page.getByRole('link', { name: /: Shipping$/ }).click()
  for (const { market, name, code, price } of methods) {
    await page.getByRole('button', { name: 'Add method' }).first().click()
    await dialog.getByLabel('Name').fill(name)
    await dialog.getByLabel('Code').fill(code)
    await dialog.getByLabel('Market').selectOption(market)
    await dialog.getByLabel('Price').fill(price)
    await dialog.getByLabel('Delivery takes at least').fill('1')
    await dialog.getByLabel('Delivery takes at most').fill('3')
    await page.keyboard.press('Control+Enter')
    await expect(dialog).toHaveCount(0)
    await expect(page.getByRole('row', { name })).toContainText(`€${price}`)
  }
  await setUp.click()
  await expect(page.getByText('The store is open. Shoppers can order.')).toBeVisible()

  await page.getByRole('link', { name: 'Add: First products' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Skerry Scarf')
  await page.getByRole('button', { name: 'Create the first category' }).click()
  await dialog.getByLabel('Name').fill('Scarves')
  await page.keyboard.press('Control+Enter')
  await expect(dialog).toBeHidden()
  await page.getByLabel('State').selectOption('live')
  await page.getByLabel('SKU in row 1').fill('SCARF')
  await page.getByLabel('Price EUR of SCARF').fill('38.50')
  await page.getByLabel('Stock of SCARF').fill('7')
  await page.getByRole('button', { name: 'Create product' }).click()
  await expect(page.getByRole('heading', { name: 'Skerry Scarf', level: 1 })).toBeVisible()
  await importProducts(page, 'EUR', '24.90')

  // The guest sees the tax of each country. A gross price stays the same everywhere, also for an export without tax.
  const guest = await openAsGuest(browser, 'en-FR')
  await fillCart(guest, ['€38.50', '€24.90'])
  const country = guest.getByRole('combobox', { name: 'Country' })
  const countries = ['Choose a country', 'France', 'Germany', 'Poland', 'United States']
  await expect(country.locator('option')).toHaveText(countries)
  await expectAccessible(guest)
  await country.selectOption('US')
  await expect(guest.getByRole('combobox', { name: 'State' })).toBeVisible()
  await expectTotals(guest, [
    ['Shipping', '€19.90'],
    ['Total', '€83.30'],
    ['Tax-free export', '€0.00'],
  ])
  await country.selectOption('DE')
  await expect(guest.getByRole('textbox', { name: 'Street and house number' })).toBeVisible()
  await expectTotals(guest, [
    ['Shipping', '€4.90'],
    ['Total', '€68.30'],
    ['Including VAT', '€10.91 (19%)'],
  ])
  await country.selectOption('FR')
  await expectTotals(guest, [
    ['Subtotal', '€63.40'],
    ['Shipping', '€6.90'],
    ['Total', '€70.30'],
    ['Including VAT', '€11.72 (20%)'],
  ])
  const number = await buyAsGuest(guest, 'claire@example.test', {
    'First name': 'Claire',
    'Last name': 'Morel',
    'Street address': '12 rue des Lilas',
    Postcode: '75011',
    City: 'Paris',
    Phone: '+33 1 70 18 99 01',
  })
  await expect(guest.getByText('€11.72 (20%)')).toBeVisible()
  await expectAccessible(guest)
  expectOrderAddsUp(await readOrder(page, number), 690)

  await refundScarf(page, number, { typed: '10.00', shown: '€10.00' })
  const order = await readOrder(page, number)
  expect(order).toMatchObject({
    total: { amount: 7030, currency: 'EUR' },
    tax: { treatment: 'oss', amount: { amount: 1172, currency: 'EUR' } },
    // 6.42 of tax × 10.00 ÷ 38.50.
    refunds: [{ status: 'succeeded', amount: { amount: 1000 }, tax: { amount: 167 } }],
  })
  expect(order.lines.map(({ paid, tax, tax_rate: rate }) => [paid.amount, tax.amount, rate])).toEqual([
    [2490, 415, 20_000],
    [3850, 642, 20_000],
  ])
  await expectPapers(page, guest, order, {
    invoice: [5858, 1172, 7030],
    note: [-833, -167, -1000],
    printed: [
      ...['VAT ID DE136695976', 'Reported in the EU One-Stop Shop (OSS)', 'Claire Morel', '12 rue des Lilas'],
      ...['32.08 6.42 38.50', '20.75 4.15 24.90', '5.75 1.15 6.90', 'France 20% 58.58 11.72 70.30', '€70.30'],
    ],
    left: 'Left 50.25 10.05 60.30',
  })

  await openConsole(page, `${shop.url}/staff/settings/taxes`)
  await expectAccessibleInBothThemes(page)
  await expect(page.getByRole('table', { name: 'Report' }).getByRole('row', { name: /^France/ })).toContainText(
    '€10.05',
  )
  expect(await exportTaxes(page, 'oss')).toEqual([
    expect.objectContaining({
      ...{ return: 'oss', country: 'FR', tax: 'VAT', rate_percent: '20', currency: 'EUR', orders: '1' },
      ...{ sales_net: '58.58', refunds_net: '8.33', taxable: '50.25', tax_amount: '10.05' },
    }),
  ])
  expect(await exportTaxes(page, 'domestic')).toEqual([])
  await guest.context().close()
})

type Seller = {
  shop: object
  seller: object
  tax: { country: string; vat_number: string; tax_number: string }
  market: { id: string; name: string; countries: object[] }
  shipping: { code: string; name: string; amount: number }
  scarf: number
}

/** Sets a shop up by the staff API. The journey from Berlin covers the pages. */
async function setUpShop(page: Page, currency: string, { seller, tax, market, shipping, scarf, ...rest }: Seller) {
  const call = (method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, data?: object) =>
    callOwner(page, shop, method, path, data)
  await becomeOwner(page, shop)
  await call('PATCH', '/settings', { shop: { name: 'Tern', currency, ...rest.shop }, seller })
  await call('PUT', '/setup/tax', { status: 'registered', ...tax })
  await call('DELETE', '/markets/worldwide')
  await call('POST', '/markets', { ...market, currency, status: 'active' })
  const { amount, ...method } = shipping
  const days = { min_days: 1, max_days: 2 }
  await call('POST', '/shipping-methods', { ...method, ...days, market_id: market.id, price: { amount, currency } })
  await call('POST', '/categories', { code: 'scarves', name: 'Scarves' })
  const skus = [{ sku: 'SCARF', stock: 7, prices: [{ price: { amount: scarf, currency } }] }]
  const product = { handle: 'skerry-scarf', name: 'Skerry Scarf', status: 'live', categories: ['scarves'], skus }
  await call('POST', '/products', product)
}

test('sells from London in pounds, and not to excluded postcodes', async ({ page, browser, expectConsole }) => {
  await setUpShop(page, 'GBP', {
    shop: { time_zone: 'Europe/London' },
    seller: {
      ...{ name: 'Tern Clothing Ltd', country: 'GB', city: 'London', postcode: 'EC1A 1BB' },
      address: ['4 Quay Street', 'London', 'EC1A 1BB'],
    },
    tax: { country: 'GB', vat_number: 'GB220430231', tax_number: '' },
    market: { id: 'uk', name: 'United Kingdom', countries: [{ country: 'GB', excluded_postcodes: ['BT'] }] },
    shipping: { code: 'tracked', name: 'Royal Mail Tracked 48', amount: 395 },
    scarf: 4800,
  })
  await importProducts(page, 'GBP', '19.99')

  const guest = await openAsGuest(browser, 'en-GB')
  await fillCart(guest, ['£48.00', '£19.99'])
  await expect(guest.getByRole('combobox', { name: 'Country' })).toHaveValue('GB')
  // 8.00 + 3.33 + 0.66: each line rounds its own tax.
  await expectTotals(guest, [
    ['Subtotal', '£67.99'],
    ['Shipping', '£3.95'],
    ['Total', '£71.94'],
    ['Including VAT', '£11.99 (20%)'],
  ])
  const address = {
    'First name': 'Ada',
    'Last name': 'Lind',
    'Street address': '18 Ropewalk Lane',
    'Town or city': 'Belfast',
    Postcode: 'BT1 1AA',
    Phone: '+44 20 7946 0142',
  }
  expectConsole(/422/)
  await guest.getByRole('textbox', { name: 'Email' }).fill('ada@example.test')
  for (const [label, value] of Object.entries(address)) await guest.getByRole('textbox', { name: label }).fill(value)
  await guest.getByRole('button', { name: 'PLACE ORDER' }).click()
  await expect(findSummary(guest)).toContainText('We do not deliver to this postal code')
  const inLondon = { ...address, 'Town or city': 'London', Postcode: 'SE1 7PB' }
  const number = await buyAsGuest(guest, 'ada@example.test', inLondon)
  await expect(guest.getByText('£11.99 (20%)')).toBeVisible()
  expectOrderAddsUp(await readOrder(page, number), 395)

  await refundScarf(page, number, { typed: '15.50', shown: '£15.50' })
  const order = await readOrder(page, number)
  expect(order).toMatchObject({
    ...{ total: { amount: 7194, currency: 'GBP' }, tax: { treatment: 'domestic', amount: { amount: 1199 } } },
    // 8.00 of tax × 15.50 ÷ 48.00.
    refunds: [{ status: 'succeeded', amount: { amount: 1550 }, tax: { amount: 258 } }],
  })
  await expectPapers(page, guest, order, {
    invoice: [5995, 1199, 7194],
    note: [-1292, -258, -1550],
    printed: [
      ...['VAT ID GB220430231', 'Ada Lind', 'SE1 7PB', '40.00 8.00 48.00', '16.66 3.33 19.99', '3.29 0.66 3.95'],
      ...['United Kingdom 20% 59.95 11.99 71.94', '£71.94', 'VAT is rounded per line.'],
    ],
    left: 'Left 47.03 9.41 56.44',
  })
  expect(await exportTaxes(page, 'domestic')).toEqual([
    expect.objectContaining({
      ...{ return: 'domestic', country: 'GB', tax: 'VAT', rate_percent: '20', currency: 'GBP', orders: '1' },
      ...{ sales_net: '59.95', refunds_net: '12.92', taxable: '47.03', tax_amount: '9.41' },
    }),
  ])
  await guest.context().close()
})

test('sells from Tokyo in yen, and rounds the tax once per invoice', async ({ page, browser }) => {
  await setUpShop(page, 'JPY', {
    shop: { time_zone: 'Asia/Tokyo' },
    seller: {
      ...{ name: 'Tern KK', country: 'JP', city: 'Shibuya-ku', postcode: '150-0001' },
      address: ['1-2-3 Jingumae', 'Shibuya-ku, Tokyo', '150-0001'],
    },
    tax: { country: 'JP', vat_number: '', tax_number: 'T1234567890123' },
    market: { id: 'japan', name: 'Japan', countries: [{ country: 'JP' }] },
    shipping: { code: 'yamato', name: 'Yamato', amount: 503 },
    scarf: 1007,
  })
  await importProducts(page, 'JPY', '2008')

  const guest = await openAsGuest(browser, 'en-JP')
  await fillCart(guest, ['¥1,007', '¥2,008'])
  await expect(guest.getByRole('combobox', { name: 'Country' })).toHaveValue('JP')
  await guest.getByRole('combobox', { name: 'Prefecture' }).selectOption({ label: 'Tokyo' })
  // 3,518 × 10 ÷ 110 is 319.8, rounded down once. Rounding each line would give 318 or 321.
  await expectTotals(guest, [
    ['Subtotal', '¥3,015'],
    ['Shipping', '¥503'],
    ['Total', '¥3,518'],
    ['Including tax', '¥319 (10%)'],
  ])
  const number = await buyAsGuest(guest, 'yuki@example.test', {
    'First name': 'Yuki',
    'Last name': 'Mori',
    'Street address': '2-11-3 Meguro',
    City: 'Meguro-ku',
    Postcode: '153-0063',
    Phone: '+81 3 5555 0142',
  })
  await expect(guest.getByText('¥319 (10%)')).toBeVisible()
  expectOrderAddsUp(await readOrder(page, number), 503)

  await refundScarf(page, number, { typed: '500', shown: '¥500' })
  const order = await readOrder(page, number)
  expect(order).toMatchObject({
    ...{ total: { amount: 3518, currency: 'JPY' }, tax: { treatment: 'domestic', amount: { amount: 319 } } },
    // 91 of tax × 500 ÷ 1,007.
    refunds: [{ status: 'succeeded', amount: { amount: 500 }, tax: { amount: 45 } }],
  })
  expect(order.lines.map(({ tax }) => tax.amount)).toEqual([182, 91])
  await expectPapers(page, guest, order, {
    invoice: [3199, 319, 3518],
    note: [-455, -45, -500],
    printed: [
      ...['T1234567890123', 'Yuki Mori', '1,007 10% 1,007', '2,008 10% 2,008', '503 10% 503'],
      ...['Japan 10% 3,199 319 3,518', '¥3,518', 'Tax is rounded once per rate.'],
    ],
    left: 'Left 2,744 274 3,018',
  })
  expect(await exportTaxes(page, 'domestic')).toEqual([
    expect.objectContaining({
      ...{ country: 'JP', tax: 'Consumption tax', rate_percent: '10', currency: 'JPY', orders: '1' },
      ...{ sales_net: '3199', refunds_net: '455', taxable: '2744', tax_amount: '274' },
    }),
  ])
  await guest.context().close()
})
