import type { Page } from '@playwright/test'
import { staff } from './support/staff.ts'
import {
  expect,
  expectAccessible,
  expectAccessibleInBothThemes,
  readMail,
  signIn,
  test,
  waitUntilStill,
} from './support/test.ts'

type Problem = { id: number; name: string; children: Problem[] }

/** Chooses a question type, level by level. */
async function choose(page: Page, ...names: string[]) {
  await page.getByRole('button', { name: /^Question type/ }).click()
  const sheet = page.getByRole('dialog', { name: 'Question type' })
  // When the sheet is opened again, it starts at the last choice.
  while (await sheet.getByRole('button', { name: 'Back' }).isVisible()) {
    await sheet.getByRole('button', { name: 'Back' }).click()
  }
  for (const name of names) await sheet.getByRole('option', { name, exact: true }).click()
  await expect(sheet).toBeHidden()
}

async function openContact(page: Page) {
  await page.goto('/contact-us')
}

async function fillTicket(page: Page, email: string, message = 'Does it run small?') {
  await page.getByRole('button', { name: 'Submit a Ticket' }).click()
  await page.getByLabel('Email Address').fill(email)
  await page.getByLabel('Message').fill(message)
}

const toast = (page: Page) => page.getByRole('status').filter({ hasText: /./ })
/** Waits until the toast is gone. A toast covers the bottom of the screen and stays under the pointer. */
async function expectNoToast(page: Page) {
  await page.mouse.move(1, 1)
  await expect(toast(page)).toHaveCount(0)
}

test('is accessible with every part open', async ({ page }) => {
  await openContact(page)
  await expectAccessibleInBothThemes(page)
  await page.getByRole('button', { name: /^Question type/ }).click()
  await page.getByRole('option', { name: 'Delivery', exact: true }).click()
  await expectAccessibleInBothThemes(page)
  await page.keyboard.press('Escape')
  await choose(page, 'Returns', 'Return policy')
  await page.getByRole('button', { name: 'Submit a Ticket' }).click()
  await page.getByRole('button', { name: 'Submit', exact: true }).click()
  await expectAccessibleInBothThemes(page)
  await choose(page, 'Returns', 'My return request')
  await expectAccessibleInBothThemes(page)
})

test('shows accessible tickets to a shopper', async ({ page }) => {
  await signIn(page)
  await page.goto('/contact-us/tickets')
  await expectAccessibleInBothThemes(page)
  await page.getByRole('link', { name: /2 answers/ }).click()
  await expect(page.getByText('A short update')).toBeVisible()
  await expectAccessibleInBothThemes(page)
})

test('opens the lookup, the answers about returns or the ticket form for the chosen type, with an order number if needed', async ({
  page,
}) => {
  await openContact(page)
  const { data } = (await (await page.request.get('/rest/contact/problems')).json()) as { data: Problem[] }
  const walk = (problem: Problem, above: Problem[]): Problem[][] => {
    const path = [...above, problem]
    return problem.children.length > 0 ? problem.children.flatMap((one) => walk(one, path)) : [path]
  }
  // This test has one question of each kind. The test of the rule covers all questions.
  const wanted = ['4/26/45', '5/28', '5/29', '4/26/46', '5/30', '1/6']
  const paths = data.flatMap((problem) => walk(problem, []))
  const idsOf = (path: Problem[]) => path.map((one) => one.id).join('/')
  const walked = paths.filter((path) => wanted.includes(idsOf(path)))
  expect(walked).toHaveLength(wanted.length)
  for (const path of walked) {
    const names = path.map((one) => one.name)
    const ids = idsOf(path)
    await choose(page, ...names)
    await expect(page.getByRole('button', { name: /^Question type/ })).toContainText(names.join(' / '))
    const isLookup = ids === '5/28' || ids === '4/26/45'
    await expect(page.getByRole('button', { name: 'Track order' }), ids).toHaveCount(isLookup ? 1 : 0)
    const ticket = page.getByRole('button', { name: 'Submit a Ticket' })
    await expect(ticket, ids).toHaveCount(isLookup ? 0 : 1)
    await expect(page.getByText('How long do I have to return something?'), ids).toHaveCount(ids === '5/29' ? 1 : 0)
    if (isLookup) continue
    await ticket.click()
    const isRequired = path[0]?.id === 4 || path[0]?.id === 5
    await expect(page.getByLabel('Order No.'), ids).toHaveJSProperty('required', isRequired)
  }
})

test('keeps the picker in one sheet of constant height, with a path and a back button', async ({ page }) => {
  await openContact(page)
  await page.getByRole('button', { name: /^Question type/ }).click()
  const sheet = page.getByRole('dialog', { name: 'Question type' })
  const way = sheet.getByRole('navigation', { name: 'Chosen so far' })
  await expect(sheet.getByRole('button', { name: 'Back' })).toHaveCount(0)
  // The height is measured after the sheet has slid in.
  await waitUntilStill(sheet)
  const height = async () => (await sheet.boundingBox())?.height
  const tall = await height()
  await sheet.getByRole('option', { name: 'Delivery', exact: true }).click()
  await sheet.getByRole('option', { name: 'Where is my order' }).click()
  await expect(way).toHaveText('DeliveryWhere is my orderChoose one')
  await expect(sheet.getByRole('option', { name: 'Track my order' })).toBeFocused()
  expect(await height()).toBe(tall)
  await sheet.getByRole('button', { name: 'Back' }).click()
  await expect(way).toHaveText('DeliveryChoose one')
  await sheet.getByRole('option', { name: 'Delivery times and costs' }).click()
  await way.getByRole('button', { name: 'Delivery', exact: true }).click()
  await expect(sheet.getByRole('option', { name: 'Returns' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await expect(page.getByRole('button', { name: /^Question type/ })).toBeFocused()
})

test('resets the form when a type is chosen, even if it is the same type', async ({ page }) => {
  await openContact(page)
  await choose(page, 'Product', 'Size and fit')
  await fillTicket(page, 'guest@harbor.test', 'Half a question')
  await choose(page, 'Product', 'Size and fit')
  await expect(page.getByLabel('Message')).toHaveCount(0)
  await page.getByRole('button', { name: 'Submit a Ticket' }).click()
  await expect(page.getByLabel('Message')).toHaveValue('')
})

test('requires a question type for a ticket', async ({ page }) => {
  await openContact(page)
  await page.getByRole('button', { name: 'Submit a Ticket' }).click()
  const picker = page.getByRole('button', { name: /^Question type/ })
  await expect(picker).toHaveAccessibleDescription('Please select question type')
  await expect(picker).toBeFocused()
  await choose(page, 'Product', 'Size and fit')
  await expect(picker).not.toHaveAccessibleDescription('Please select question type')
})

test('shows an error at each field, and limits the length of the input', async ({ page }) => {
  await openContact(page)
  await choose(page, 'Delivery', 'Where is my order', 'Parcel is stuck in transit')
  await page.getByRole('button', { name: 'Submit a Ticket' }).click()
  const send = page.getByRole('button', { name: 'Submit', exact: true })
  const email = page.getByLabel('Email Address')
  await send.click()
  await expect(email).toHaveAccessibleDescription('Please fill in this field')
  await expect(email).toBeFocused()
  await expect(page.getByLabel('Order No.')).toHaveAccessibleDescription('Please fill in this field')
  await expect(page.getByLabel('Message')).toHaveAccessibleDescription('Please fill in this field')
  await email.fill('maren.lindqvist@example')
  await expect(email).toHaveAccessibleDescription('Please enter a valid email address')
  await email.fill(`${'a'.repeat(50)}@harbor.test`)
  await expect(email).toHaveAccessibleDescription('Please enter a valid email and no more than 50 characters')
  await page.getByLabel('Order No.').fill('x'.repeat(20))
  await expect(page.getByLabel('Order No.')).toHaveValue('x'.repeat(14))
  await page.getByLabel('Name').fill('x'.repeat(40))
  await expect(page.getByLabel('Name')).toHaveValue('x'.repeat(30))
})

test("sends a guest's ticket and a mail", async ({ page }) => {
  await openContact(page)
  await choose(page, 'Something else')
  await expect(page.getByRole('link', { name: 'My tickets' })).toHaveCount(0)
  await fillTicket(page, 'visitor@harbor.test', 'Do you wrap gifts?')
  const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/rest/contact'))
  await page.getByRole('button', { name: 'Submit', exact: true }).click()
  expect((await sent).postDataJSON()).toEqual({
    email: 'visitor@harbor.test',
    message: 'Do you wrap gifts?',
    order_no: '',
    customer_name: '',
    problem_type: 25,
    client_os: 'mobile',
  })
  const words = 'Submitted successfully, We will get back to you within 24 hours via your registered email'
  await expect(toast(page)).toHaveText(words)
  await expect(page.getByLabel('Message')).toHaveCount(0)
  expect((await readMail('visitor@harbor.test', 'We received your question')).text).toContain('within 24 hours')
})

test('identifies a signed-in shopper, suggests orders while typing, sends the ticket, and shows the answer', async ({
  page,
}) => {
  await signIn(page)
  await openContact(page)
  await choose(page, 'Delivery', 'Where is my order', 'Missing item in the parcel')
  await page.getByRole('button', { name: 'Submit a Ticket' }).click()
  await expect(page.getByLabel('Email Address')).toHaveValue('shopper@harbor.test')
  await expect(page.getByLabel('Name')).toHaveValue('Maren Lindqvist')
  const order = page.getByRole('combobox', { name: 'Order No.' })
  await order.click()
  const list = page.getByRole('listbox', { name: 'My Orders' })
  const number = (await list.getByRole('option').nth(1).locator('bdi').first().textContent()) ?? ''
  await order.pressSequentially(number.slice(2, 8))
  await expect(list.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(order).toHaveValue(number)
  await expect(list).toBeHidden()
  const message = 'The belt is missing from my parcel.'
  await page.getByLabel('Message').fill(message)
  await page.getByRole('button', { name: 'Submit', exact: true }).click()
  await expect(toast(page)).toContainText('Submitted successfully')

  await page.getByRole('link', { name: 'My tickets' }).click()
  const card = page.getByRole('link', { name: new RegExp(message) })
  await expect(card).toContainText('Waiting for our answer')
  const ticketNo = /TK\w{11}/.exec((await card.textContent()) ?? '')?.[0] ?? ''
  await staff('answer', ticketNo, 'We send it tomorrow.', '--name', 'Ines')
  await card.click()
  await page.waitForURL('**/contact-us/tickets/*')
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Answered' })).toBeVisible()
  await expect(page.getByRole('article').filter({ hasText: 'Ines' })).toContainText('We send it tomorrow.')
  await expect(page.getByText(number)).toBeVisible()
  expect((await readMail('shopper@harbor.test', `An answer to your question (${ticketNo})`)).text).toContain(
    'We send it tomorrow.',
  )
})

test('searches orders 300 ms after the last key, and never for guests', async ({ page }) => {
  await page.clock.install()
  const searches: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/rest/contact/orders')) searches.push(new URL(request.url()).search)
  })
  await openContact(page)
  await choose(page, 'Product', 'Size and fit')
  await page.getByRole('button', { name: 'Submit a Ticket' }).click()
  await page.getByLabel('Order No.').pressSequentially('HB2')
  await page.clock.fastForward(500)
  expect(searches).toEqual([])
  await signIn(page)
  await openContact(page)
  await choose(page, 'Product', 'Size and fit')
  await page.getByRole('button', { name: 'Submit a Ticket' }).click()
  const order = page.getByRole('combobox', { name: 'Order No.' })
  await order.click()
  await expect.poll(() => searches).toEqual(['?keyword='])
  await order.pressSequentially('HB2345', { delay: 10 })
  await page.clock.fastForward(400)
  await expect.poll(() => searches).toEqual(['?keyword=', '?keyword=HB2345'])
})

test('lets the order number be typed when the search fails', async ({ page, expectConsole }) => {
  expectConsole(/500/)
  await signIn(page)
  await page.route('**/rest/contact/orders*', (route) => route.fulfill({ status: 500, json: { message: 'Broken' } }))
  await openContact(page)
  await choose(page, 'Product', 'Size and fit')
  await page.getByRole('button', { name: 'Submit a Ticket' }).click()
  const searched = page.waitForResponse((response) => response.url().endsWith('?keyword=HB1'))
  await page.getByLabel('Order No.').fill('HB1')
  await (await searched).finished()
  await expect(page.getByLabel('Order No.')).toHaveValue('HB1')
  await expect(toast(page)).toHaveCount(0)
})

test.describe('a refusal of the server', () => {
  const answers = [
    {
      name: '422 shows all that is wrong, one after the other',
      answer: {
        status: 422,
        json: {
          status_code: 422,
          message: 'Please check the marked fields',
          reason: 'invalid_input',
          errors: {
            email: ['Please enter a valid email address'],
            message: ['Please fill in this field', 'No more than 2000 characters'],
          },
        },
      },
      text: 'Please enter a valid email address Please fill in this field No more than 2000 characters',
    },
    {
      name: '429 shows the server’s words',
      answer: {
        status: 429,
        json: {
          status_code: 429,
          message: 'Too many attempts. Please wait a moment and try again.',
          reason: 'too_many',
        },
      },
      text: 'Too many attempts. Please wait a moment and try again.',
    },
    {
      name: '500 shows the server’s words',
      answer: { status: 500, json: { status_code: 500, message: 'Something went wrong on our side', reason: 'fault' } },
      text: 'Something went wrong on our side',
    },
  ]
  test("is shown with the server's message and keeps the input", async ({ page, expectConsole }) => {
    expectConsole(/422|429|500/)
    await openContact(page)
    await choose(page, 'Product', 'Size and fit')
    await fillTicket(page, 'guest@harbor.test', 'A long question')
    const submit = page.getByRole('button', { name: 'Submit', exact: true })
    for (const { name, answer, text } of answers) {
      await test.step(name, async () => {
        await page.route('**/rest/contact', (route) => route.fulfill(answer))
        await submit.click()
        await expect(toast(page)).toHaveText(text)
        await expect(page.getByLabel('Message')).toHaveValue('A long question')
        await expect(page.getByLabel('Email Address')).toHaveValue('guest@harbor.test')
        await page.unroute('**/rest/contact')
      })
    }
    await expectNoToast(page)
    await submit.click()
    await expect(toast(page)).toContainText('Submitted successfully')
  })

  test('reports a broken network, and sends the same input again afterwards', async ({ page, expectConsole }) => {
    expectConsole(/ERR_FAILED/)
    await openContact(page)
    await choose(page, 'Product', 'Size and fit')
    await fillTicket(page, 'guest@harbor.test', 'Another question')
    await page.route('**/rest/contact', (route) => route.abort())
    await page.getByRole('button', { name: 'Submit', exact: true }).click()
    await expect(toast(page)).toHaveText('We couldn’t send your request. Please try again.')
    await page.unroute('**/rest/contact')
    await expectNoToast(page)
    await page.getByRole('button', { name: 'Submit', exact: true }).click()
    await expect(toast(page)).toContainText('Submitted successfully')
  })
})

test('answers questions about the return policy', async ({ page }) => {
  await openContact(page)
  await choose(page, 'Returns', 'Return policy')
  const faq = page.getByRole('region', { name: 'Return policy' })
  await expect(faq.getByText('You have 15 days from delivery.')).toBeVisible()
  await expect(faq.getByText('Swimwear, Bags, Accessories, Lingerie, and final sale')).toBeVisible()
  await expect(faq.getByText('within 48 hours')).toBeHidden()
  await faq.getByText('How soon will you answer my request?').click()
  await expect(faq.getByText('return requests within 48 hours and tickets within 24 hours')).toBeVisible()
})

test.describe('the lookup', () => {
  async function openLookup(page: Page) {
    await openContact(page)
    await choose(page, 'Delivery', 'Where is my order', 'Track my order')
  }

  test('shows an archived order with all its data, and searches again', async ({ page }) => {
    await openLookup(page)
    await page.getByLabel('Email Address').fill('shopper@harbor.test')
    await page.getByLabel('Order No.').fill('#10577')
    await page.getByRole('button', { name: 'Track order' }).click()
    const found = page.getByRole('main')
    await expect(found.getByText('10577', { exact: true })).toBeVisible()
    await expect(found.getByText('Elsa Lindqvist')).toBeVisible()
    await expect(found.getByText('••• 90')).toBeVisible()
    await expect(found.getByText('Göteborg, Sweden, 413 04')).toBeVisible()
    await expect(found.getByText('Quay Belted Wool Coat')).toBeVisible()
    await expect(found.getByText('Camel / M')).toBeVisible()
    await expect(found.getByText('Returned')).toBeVisible()
    await expect(found.getByText('Express')).toBeVisible()
    const amounts = found.locator('dd')
    await expect(amounts.filter({ hasText: '€' })).toHaveText(['€259.00', '−€0.00', '€12.00', '€271.00'])
    // The picture of the archived line is served in the size in which the page shows it.
    await expect(found.getByRole('article').locator('img')).toHaveJSProperty('naturalWidth', 252)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Query again' }).click()
    await expect(page.getByLabel('Email Address')).toHaveValue('shopper@harbor.test')
    await expect(page.getByLabel('Order No.')).toHaveValue('')
  })

  test('shows an order of this shop, masked and without actions', async ({ page }) => {
    await signIn(page)
    await openLookup(page)
    await expect(page.getByLabel('Email Address')).toHaveValue('shopper@harbor.test')
    const { data } = await (await page.request.get('/rest/contact/orders')).json()
    await page.getByLabel('Order No.').fill(data[0].order_no)
    await page.getByRole('button', { name: 'Track order' }).click()
    await expect(page.getByRole('heading', { name: 'Order info' })).toBeVisible()
    await expect(page.getByText('Ropewalk')).toHaveCount(0)
    await expect(page.getByText('0142')).toHaveCount(0)
    const buttons = page.getByRole('main').getByRole('button')
    await expect(buttons).toHaveText([/^$/, /Delivery/, 'Query again'])
    // A reload shows the same order below the same question type, and Back leads to the form.
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Order info' })).toBeVisible()
    await expect(page.getByText(data[0].order_no)).toBeVisible()
    await expect(buttons).toHaveText([/^$/, /Delivery.*Track my order/, 'Query again'])
    await page.getByRole('button', { name: 'Query again' }).click()
    await expect(page.getByLabel('Email Address')).toHaveValue('shopper@harbor.test')
    await expect(page.getByRole('button', { name: 'Track order' })).toBeVisible()
    await expect(page.getByRole('button', { name: /^Question type/ })).toContainText('Track my order')
  })

  test('reports a failed lookup and an order that was not found below the form, and keeps the input', async ({
    page,
    expectConsole,
  }) => {
    expectConsole(/422/, /500/)
    await openLookup(page)
    await page.getByRole('button', { name: 'Track order' }).click()
    await expect(page.getByLabel('Email Address')).toHaveAccessibleDescription('Please fill in this field')
    await expect(page.getByLabel('Order No.')).toHaveAccessibleDescription('Enter order No.')
    await page.getByLabel('Email Address').fill('guest@harbor.test')
    await page.getByLabel('Order No.').fill('HB00000000000000')
    await expect(page.getByLabel('Order No.')).toHaveValue('HB000000000000')
    await page.getByRole('button', { name: 'Track order' }).click()
    await expect(page.getByText('Email Address and Order No. do not match.')).toBeVisible()
    await page.route('**/rest/order/tracking*', (route) =>
      route.fulfill({ status: 500, json: { status_code: 500, message: 'Something went wrong on our side' } }),
    )
    await page.getByRole('button', { name: 'Track order' }).click()
    await expect(page.getByText('Something went wrong on our side')).toBeVisible()
    await expect(page.getByLabel('Order No.')).toHaveValue('HB000000000000')
  })
})

test("asks a guest to sign in for tickets, and hides another shopper's ticket", async ({ page, expectConsole }) => {
  expectConsole(/404/)
  await page.goto('/contact-us/tickets')
  await expect(page.getByRole('dialog').getByRole('tab', { name: 'Login' })).toBeVisible()
  await signIn(page)
  await page.goto('/contact-us/tickets')
  const href = await page.getByRole('link', { name: /2 answers/ }).getAttribute('href')
  await signIn(page, 'new@harbor.test')
  await page.goto('/contact-us/tickets')
  await expect(page.getByText('It is empty here')).toBeVisible()
  expect((await page.goto(href ?? ''))?.status()).toBe(404)
})

test.describe('a narrow screen and large text', () => {
  test.use({ viewport: { width: 320, height: 640 } })
  test('clips nothing at 320 px, also with text at 200%', async ({ page }) => {
    await signIn(page)
    for (const path of ['/contact-us', '/contact-us/tickets', '/order-query']) {
      await page.goto(path)
      const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(await overflow(), path).toBeLessThanOrEqual(0)
      await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
      expect(await overflow(), path).toBeLessThanOrEqual(0)
    }
  })
})
