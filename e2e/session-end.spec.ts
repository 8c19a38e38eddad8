import { deliver, staff } from './support/staff.ts'
import { expect, signIn, test } from './support/test.ts'

/** Ends the session on another device. The cookies of this browser do not change. */
async function endElsewhere(page: import('@playwright/test').Page) {
  const origin = process.env.HARBOR_URL ?? ''
  const token = (await page.context().cookies()).find(({ name }) => name === 'token')?.value
  const answer = await fetch(`${origin}/ajax-web/customer/logout`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, origin, 'content-type': 'application/json' },
    body: '{}',
  })
  expect(answer.ok).toBe(true)
}

async function register(page: import('@playwright/test').Page, name: string): Promise<string> {
  const email = `${name}-${Date.now().toString(36)}@harbor.test`
  await page.context().clearCookies()
  const headers = { origin: process.env.HARBOR_URL ?? '' }
  await page.request.post('/ajax-web/customer/register', { data: { email, password: 'Harbor2026' }, headers })
  return email
}

test('asks for a sign-in after the session ended elsewhere, and continues the return', async ({
  page,
  expectConsole,
}) => {
  // A signed-out visitor may not subscribe to live updates of a return. On a slow machine the page tries once before it
  // detects the ended session.
  expectConsole(/401/, /404.*\/ajax-web\/live/)
  const email = await register(page, 'ended')
  const order = await deliver({ email, handles: ['inlet-pleated-skirt'] })
  const address = `/return/${order.orderId}/${order.lineIds[0]}`
  await page.goto(address)
  await page.getByRole('button', { name: /^Return Reason/ }).click()
  await page.getByRole('dialog').getByRole('option', { name: 'Changed my mind' }).click()
  await page.getByLabel('Problem Description').fill('Too warm for June.')
  await endElsewhere(page)
  await page.getByRole('button', { name: 'Submit' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Email')).toHaveValue(email)
  // After the dialog is closed, the form keeps its text, and the browser keeps the draft for this account.
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByLabel('Problem Description')).toHaveValue('Too warm for June.')
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('token')
  await page.getByRole('button', { name: 'Submit' }).click()
  await dialog.getByLabel('Password', { exact: true }).fill('Harbor2026')
  await dialog.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByRole('heading', { name: 'Return Details' })).toBeVisible()

  // A cancellation also asks for a sign-in and continues.
  await endElsewhere(page)
  await page.getByRole('button', { name: 'CANCEL RETURN' }).click()
  await page.getByRole('button', { name: 'Yes' }).click()
  await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill('Harbor2026')
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByText('Cancel', { exact: true }).first()).toBeVisible()

  // A tab of the order list also asks for a sign-in and continues.
  await page.goto('/account/orderlist')
  await expect(page.getByRole('tab', { name: 'Returns' })).toBeInViewport({ ratio: 1 })
  await endElsewhere(page)
  await page.getByRole('tab', { name: 'Shipped' }).click()
  await expect(page.getByRole('dialog').getByLabel('Email')).toBeVisible()
  await expect(page.getByText('We couldn’t load this')).toHaveCount(0)
})

test('sends parcel data after a sign-in when the session ended while typing', async ({ page, expectConsole }) => {
  // The page subscribes to live updates of its return. The server refuses these after the session has ended.
  expectConsole(/401|404/)
  const email = await register(page, 'parcel')
  const order = await deliver({ email, handles: ['inlet-pleated-skirt'] })
  await page.goto(`/return/${order.orderId}/${order.lineIds[0]}`)
  await page.getByRole('button', { name: /^Return Reason/ }).click()
  await page.getByRole('dialog').getByRole('option', { name: 'Changed my mind' }).click()
  await page.getByRole('button', { name: 'Submit' }).click()
  const number = await page
    .getByText(/^RT[A-Z0-9]{11}$/)
    .first()
    .innerText()
  await staff('approve', number)
  await page.getByLabel('Delivery Company').fill('PostNord')
  await page.getByLabel('Tracking Number').fill('LX482917306SE')
  await endElsewhere(page)
  await page.getByRole('button', { name: 'Submit' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Password', { exact: true }).fill('Harbor2026')
  await dialog.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByText('LX482917306SE')).toBeVisible()
  await expect(page.getByLabel('Tracking Number')).toHaveCount(0)
})

test('removes the cookies of an ended session on any page, and keeps the drafts for the same account only', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/401|404/)
  const email = await register(page, 'drafts')
  const order = await deliver({ email, handles: ['inlet-pleated-skirt'] })
  const address = `/return/${order.orderId}/${order.lineIds[0]}`
  await page.goto(address)
  await page.getByLabel('Problem Description').fill('Too warm for June.')
  await endElsewhere(page)
  await page.goto('/menu')
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('token')
  await signIn(page, 'new@harbor.test')
  await page.goto(address)
  await expect(page.getByText('Too warm for June.')).toHaveCount(0)
  await page.context().clearCookies()
  await page.goto(address)
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Password', { exact: true }).fill('Harbor2026')
  await dialog.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByLabel('Problem Description')).toHaveValue('Too warm for June.')
})
