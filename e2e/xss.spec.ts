import type { Page } from '@playwright/test'
import type { InsertedRecords } from './support/insert-hostile-texts.ts'
import { plant, staff } from './support/staff.ts'
import { expect, signIn, test } from './support/test.ts'

/** A text that would run if any part treated it as markup, as a script, or as the end of the page's data. */
const words = '<img src=x onerror=planted()>"\'></script><script>planted()</script>\u2028{{7*7}} &lt;b&gt;'
const short = '"><svg onload=planted()>'
const link = 'javascript:planted()'

type Post = (path: string, data: object) => Promise<{ data: Record<string, unknown> & { id: string } }>

/** Returns a function that posts requests as the shop's forms do. */
async function openPost(page: Page): Promise<Post> {
  const token = (await page.context().cookies()).find(({ name }) => name === 'token')?.value ?? ''
  const headers = { origin: process.env.HARBOR_URL ?? '', authorization: `Bearer ${token}` }
  return async (path, data) => {
    const answer = await page.request.post(path, { data, headers })
    expect(answer.status(), await answer.text()).toBe(200)
    return answer.json()
  }
}

/** Opens a page and expects to read the text unchanged. Fails if a script ran or the text created an element. */
async function expectWords(page: Page, path: string, ...shown: string[]) {
  await page.goto(path)
  for (const one of shown) {
    // White space is normalized, because pages render it in different ways.
    const text = one.replace(/\s+/g, ' ')
    await expect(
      page
        .getByText(text)
        .or(page.locator(`input[value=${JSON.stringify(text)}]`))
        .first(),
      path,
    ).toBeAttached()
  }
  await expectNoScriptRan(page, path)
}

async function expectNoScriptRan(page: Page, where: string) {
  // A locator also searches the shadow roots of widgets.
  const built = page.locator('img[src="x"], svg[onload], [onerror], a[href^="javascript:" i]')
  expect(await built.count(), where).toBe(0)
  expect(await page.evaluate(() => Reflect.get(window, 'plantedRan') ?? 0), where).toBe(0)
}

test('shows typed text unchanged on every screen', async ({ page, expectConsole }) => {
  // The product of this test names a picture that does not exist.
  expectConsole(/Failed to load resource.*404/)
  page.on('dialog', (dialog) => {
    throw new Error(`A dialog opened: ${dialog.message()}`)
  })
  await page.addInitScript(() => {
    Reflect.set(window, 'planted', () => Reflect.set(window, 'plantedRan', 1))
  })
  const email = `planted-${Date.now()}@harbor.test`
  const headers = { origin: process.env.HARBOR_URL ?? '' }
  await page.request.post('/ajax-web/customer/register', { data: { email, password: 'Harbor2026' }, headers })
  const planted = await plant({ email, words, short })
  await signIn(page, email)
  const post = await openPost(page)
  const readReturnNo = async (id: string) => {
    const answer = await page.request.get(`/rest/after_sale/${id}`)
    return String((await answer.json()).data.return_no)
  }
  const { returnId, ticketId, ticketNo } = await typeEverywhere({ post, readReturnNo, planted, email })
  await staff('answer', ticketNo, words, '--name', short)

  const { received, complete, handle, page: information } = planted
  await expectWords(page, '/account')
  await expectWords(page, '/account/orderlist', words)
  await expectWords(page, `/account/order/${received.orderId}`, words, short)
  await expectWords(page, `/account/order/${complete.orderId}`, words)
  await expectWords(page, `/returndetail/${returnId}`, words, short)
  await expectWords(page, '/checkout/address-book?type=personalCenter', short)
  await expectWords(page, '/account/coupon', words)
  await expectWords(page, '/contact-us/tickets', words)
  await expectWords(page, `/contact-us/tickets/${ticketId}`, words, short)
  await expectWords(page, `/products/${handle}`, words, short)
  await expectWords(page, '/customer-reviews', words)
  // The HTML of Markdown may contain a character as an entity.
  const inMarkdown = words.replaceAll('&lt;', '<').replaceAll('&gt;', '>')
  await expectWords(page, `/information/${encodeURIComponent(information)}`, inMarkdown, short)
  const review = `/account/review/${complete.orderId}/${complete.lineId}?view=1&product_id=${planted.productId}`
  await expectWords(page, review, words)
  await expectWords(page, '/cart')
  await expectWords(page, '/checkout')
  await expectWords(page, `/return/${received.orderId}/${received.lineId}`)

  // The widget is shown on a page outside of the shop's screens, and the banner on iPhones only.
  await page.goto('/embed-demo')
  await page.evaluate((id) => {
    document.querySelector('main')?.append(Object.assign(document.createElement('harbor-coupons'), { id: 'planted' }))
    document.getElementById('planted')?.setAttribute('ad', String(id))
  }, planted.productId)
  const widget = page.locator('#planted')
  await expect(widget.getByText(words.replace(/\s+/g, ' ')).first()).toBeVisible()
  await expectNoScriptRan(page, 'widget')
  await page.setExtraHTTPHeaders({ 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)' })
  await page.goto(`/account/order/${received.orderId}`)
  await expect(page.locator('img[src*="banner-linen"]')).toHaveAttribute('alt', words)
  await expectNoScriptRan(page, 'banner')

  await page.goto('/account')
  await page.getByRole('button', { name: /^Chat with us/ }).click()
  await expect(page.getByRole('dialog').getByText(words.replace(/\s+/g, ' ')).first()).toBeVisible()
  await expectNoScriptRan(page, 'chat')
})

type Typing = { post: Post; readReturnNo: (id: string) => Promise<string>; planted: InsertedRecords; email: string }

/** Sends a hostile text in every field that a shopper can fill in. */
async function typeEverywhere({ post, readReturnNo, planted, email }: Typing) {
  const { received, complete, productId, sku } = planted
  const name = { firstname: short, lastname: short, telephone: '+1 207 555 0142', city: short, state: short }
  const place = { address_1: words.slice(0, 60), address_2: short, house_num: '1', country: 'DE', postcode: '10115' }
  await post('/rest/address', { ...name, ...place })
  const asked = await post('/rest/after_sale', {
    ...{ order_no: received.orderNo, comment: words, image_ids: [], order_product_ids: [received.lineId] },
    ...{ after_sale_reason_ids: [6], order_products: [{ subOrderId: received.lineId, reason_ids: [6] }] },
  })
  const returnId = (asked as unknown as { id: string }).id
  await staff('approve', await readReturnNo(returnId))
  const parcel = { order_product_ids: [received.lineId], delivery_company: short, tracking_number: short }
  await post('/rest/after_sale/shipment', { ...parcel, after_sale_id: returnId })
  await post('/rest/reviews', {
    ...{
      order_no: complete.orderNo,
      product_id: productId,
      sku,
      rank: 80,
      content: words,
      image_ids: [],
      label_ids: [],
    },
  })
  const question = {
    email,
    message: words,
    problem_type: 6,
    customer_name: short,
    order_no: 'x"><svg>',
    client_os: link,
  }
  const ticket = await post('/rest/contact', question)
  await post('/ajax-web/chat/message', { body: words, client_key: crypto.randomUUID() })
  return { returnId, ticketId: ticket.data.id, ticketNo: String(ticket.data.ticket_no) }
}

test('shows text from an address as text or not at all, and opens no other site', async ({ page, expectConsole }) => {
  expectConsole(/Failed to load resource/)
  await page.addInitScript(() => {
    Reflect.set(window, 'planted', () => Reflect.set(window, 'plantedRan', 1))
  })
  const all = encodeURIComponent(words)
  for (const path of [
    `/search?q=${all}`,
    `/catalogue/${all}`,
    `/products/${all}`,
    `/information/${all}`,
    `/blog-detail/${all}`,
    `/order-query?email=${all}&order_no=${encodeURIComponent(short)}`,
    `/account/resetpassword?token=${all}`,
    `/payment?order_id=${all}&email=${all}`,
    `/account/orderlist?order_status_id=${all}`,
    `/nowhere/${all}`,
    `/login?redirect=${encodeURIComponent(link)}&jump=${encodeURIComponent('//evil.test')}`,
  ]) {
    await page.goto(path)
    await expectNoScriptRan(page, path)
    expect(new URL(page.url()).origin).toBe(new URL(process.env.HARBOR_URL ?? '').origin)
  }
})
