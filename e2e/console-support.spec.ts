import type { Browser, Page } from '@playwright/test'
import sharp from 'sharp'
import { callStaff, openConsole, signInStaff } from './support/console.ts'
import { createPaidOrders, deliver } from './support/staff.ts'
import { expect, expectAccessible, expectAccessibleInBothThemes, readMail, test } from './support/test.ts'

test.use({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false })

const origin = process.env.HARBOR_URL ?? ''

async function openOtherBrowser(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ ...(origin && { baseURL: origin }) })
  return context.newPage()
}

/** Creates a shopper who has received two items and requests to return both, with a picture. */
async function askForReturn(shopper: Page) {
  const email = `support-${Date.now().toString(36)}@harbor.test`
  const data = { email, password: 'Harbor2026' }
  const made = await shopper.request.post('/ajax-web/customer/register', { data, headers: { origin } })
  const headers = { origin, authorization: `Bearer ${(await made.json()).data.token}` }
  const { orderNo, lineIds } = await deliver({ email, handles: ['inlet-pleated-skirt', 'sound-chunky-jumper'] })
  const buffer = await sharp({ create: { width: 900, height: 700, channels: 3, background: '#8a5a44' } })
    .jpeg()
    .toBuffer()
  const multipart = { image: { name: 'stain.jpg', mimeType: 'image/jpeg', buffer } }
  const sent = await shopper.request.post('/rest/after_sale/image', { multipart, headers })
  expect(sent.status(), await sent.text()).toBe(200)
  const { image } = await sent.json()
  const asked = await shopper.request.post('/rest/after_sale', {
    headers,
    data: {
      order_no: orderNo,
      comment: 'There is a stain on the sleeve.',
      image_ids: [image.id],
      order_product_ids: lineIds,
      after_sale_reason_ids: [6],
      order_products: lineIds.map((subOrderId) => ({ subOrderId, reason_ids: [6] })),
    },
  })
  expect(asked.status(), await asked.text()).toBe(200)
  return { email, headers }
}

/** Ends the session of this window from another window of the same member. */
async function endSessionElsewhere(page: Page, elsewhere: Page) {
  const sessions = await callStaff<{ id: string; is_current: boolean }[]>(page, 'GET', '/me/sessions')
  await signInStaff(elsewhere, 'support')
  await callStaff(elsewhere, 'DELETE', `/me/sessions/${sessions.find((one) => one.is_current)?.id}`)
}

test('processes a return up to its refund with a colleague on the same page, answers a ticket and a chat, and cancels a paid order', async ({
  page,
  browser,
  expectConsole,
}) => {
  const shopper = await openOtherBrowser(browser)
  const { email, headers } = await askForReturn(shopper)

  // By keyboard alone, a member finds and opens the return, approves one item, rejects the other with a reason, and
  // sends the decision.
  await signInStaff(page, 'support')
  await openConsole(page, '/staff/returns')
  const search = page.getByRole('searchbox', { name: 'Number, order, email or tracking' })
  await expect(async () => {
    await page.keyboard.press('/')
    await expect(search).toBeFocused({ timeout: 500 })
  }).toPass()
  await page.keyboard.type(email)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: '1 return' })).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/staff\/returns\/RT\w+\?list=/)
  await expect(page.getByRole('img', { name: /^Picture 1 of/ })).toBeVisible()

  const colleague = await openOtherBrowser(browser)
  await signInStaff(colleague, 'owner')
  await openConsole(colleague, new URL(page.url()).pathname)
  await expect(page.getByText('Ingrid Solheim looks at this')).toBeVisible()
  await colleague
    .getByRole('group', { name: /^Decision about Inlet/ })
    .getByText('Keep it')
    .click()

  await page.keyboard.press('+')
  await page.keyboard.press('a')
  await expect(page.getByText('2 are sent back and then refunded.')).toBeVisible()
  await page
    .getByRole('group', { name: /^Decision about Sound/ })
    .getByText('Reject')
    .press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { name: 'Reject 1 of 2 items' })).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await expect(dialog.getByText('Please enter a reason')).toBeVisible()
  await dialog.getByLabel(/will read$/).fill('It was worn, as the picture shows.')
  await expectAccessible(page, 'dialog[open]')
  await page.keyboard.press('Control+Enter')
  await expect(dialog).toBeHidden()

  // The session ends before the decision is sent. After a sign-in above the page, the work continues.
  expectConsole(/401 \(Unauthorized\)/)
  await endSessionElsewhere(page, shopper)
  await page.keyboard.press('Control+Enter')
  await expect(dialog.getByRole('heading', { name: 'Your session is over' })).toBeVisible()
  await expectAccessible(page, 'dialog[open]')
  await page.keyboard.type('Harbor2026-staff')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 }).locator('..')).toContainText('Returning')
  const mail = await readMail(email, 'About your return')
  expect(mail.text).toContain('It was worn, as the picture shows.')
  expect(mail.text).toContain('We have approved your return')

  // The colleague's page shows the decision without a reload, and no longer allows a second one.
  await expect(colleague.getByRole('heading', { level: 1 }).locator('..')).toContainText('Returning')
  await expect(colleague.getByRole('button', { name: 'Send the decision' })).toHaveCount(0)

  // The item arrived worn. The page shows the deduction and its reason before the button is pressed, and then applies
  // the deduction.
  await colleague.keyboard.press('2')
  await colleague.getByLabel(/^Problem with/).fill('Worn at the hem')
  await colleague.getByRole('button', { name: 'Receive 1 of 1' }).first().click()
  await expect(colleague.getByText('Arrived worn: Worn at the hem')).toBeVisible()
  await expect(colleague.getByText('Not back in stock: Worn')).toBeVisible()
  await colleague.getByLabel('Deduct an amount').check()
  await expect(colleague.getByRole('button', { name: /^Refund/ })).toBeDisabled()
  await colleague.getByLabel('Amount to deduct').fill('10')
  await colleague.getByLabel(/^Reason shown to/).fill('The hem is worn')
  const refund = colleague.getByRole('button', { name: /^Refund \$/ })
  await expect(refund).toBeEnabled()
  const amount = /\$[\d.,]+/.exec(await refund.innerText())?.[0] ?? ''
  await expectAccessibleInBothThemes(colleague)
  await refund.click()
  const money = colleague.getByRole('region', { name: 'Money' })
  await expect(money).toContainText(amount)

  // Nothing overflows at a width of 320 px in right-to-left text.
  await colleague.setViewportSize({ width: 320, height: 800 })
  await colleague.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'))
  await expectAccessible(colleague)
  expect(await colleague.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await colleague.context().close()

  // The same shopper asks by ticket and by chat.
  const words = `Is it coming? ${email}`
  const asked = await shopper.request.post('/rest/contact', {
    headers,
    data: { email, message: words, problem_type: 25 },
  })
  expect(asked.status(), await asked.text()).toBe(200)
  const said = await shopper.request.post('/ajax-web/chat/message', {
    headers,
    data: { body: words, client_key: `support-${Date.now()}` },
  })
  expect(said.status(), await said.text()).toBe(200)
  for (const kind of ['ticket', 'chat']) {
    await openConsole(page, `/staff/inbox?kind=${kind}`)
    await page.getByRole('region', { name: 'Queue' }).getByRole('link', { name: email }).click()
    const reply = page.getByRole('textbox', { name: 'Reply' })
    await reply.fill('It is on its way.')
    if (kind === 'ticket') {
      // The typed reply is still there after the page was closed and opened again.
      await expect(page).toHaveURL(/\/tickets\//)
      await openConsole(page, page.url())
      await expect(reply).toHaveValue('It is on its way.')
      await reply.focus()
    }
    await page.keyboard.press('Control+Enter')
    await expect(page.getByRole('list', { name: 'Messages' })).toContainText('It is on its way.')
  }

  // A paid order that is not packed is canceled. The button shows the amount of the refund.
  const [number = ''] = await createPaidOrders({ email, handles: ['squall-wool-scarf'] })
  await openConsole(page, `/staff/orders/${number}`)
  await page.keyboard.press('Shift+C')
  await expect(dialog.getByRole('heading', { name: 'Cancel and refund' })).toBeVisible()
  await dialog.getByLabel('Reason').fill('You asked us to.')
  const cancel = dialog.getByRole('button', { name: /^Cancel the order, refund \$/ })
  const back = /\$[\d.,]+/.exec(await cancel.innerText())?.[0] ?? ''
  await expectAccessible(page, 'dialog[open]')
  await cancel.click()
  await expect(page.getByRole('status').filter({ hasText: `Canceled ${number}` })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 }).locator('..')).toContainText('Cancelled')
  const told = await readMail(email, `Your order ${number} was cancelled`)
  expect(told.text).toContain(back)
  expect(told.text).toContain('You asked us to.')
  await shopper.context().close()
})
