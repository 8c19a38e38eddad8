import { openConsole, signInStaff } from './support/console.ts'
import { expect, expectAccessibleInBothThemes, test } from './support/test.ts'

test.use({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false })

test("creates an order for a caller at the checkout's price and sends a payment link", async ({
  page,
  expectConsole,
}) => {
  expectConsole(/status of 422/)
  const email = `caller-${Date.now().toString(36)}@harbor.test`
  await signInStaff(page, 'support')
  await openConsole(page, '/staff/orders')
  await page.getByRole('link', { name: 'New order' }).click()
  await expect(page.getByRole('button', { name: 'Create order' })).toBeDisabled()

  await page.getByLabel('Add an item').pressSequentially('squall')
  await page
    .getByRole('option', { name: /Squall/ })
    .first()
    .click()
  await page.getByLabel(/^Quantity of/).fill('2')
  await page.getByLabel('Email', { exact: true }).fill(email)
  for (const [label, value] of Object.entries({
    'First name': 'Inês',
    'Last name': 'Prado',
    Street: 'Rua das Flores 12',
    Postcode: '4050-262',
    City: 'Porto',
    State: 'Porto',
  })) {
    await page.getByLabel(label, { exact: true }).fill(value)
  }
  await page.getByLabel('Country', { exact: true }).selectOption('PT')
  await expect(page.getByRole('button', { name: /^Create order, \$/ })).toBeEnabled()
  await expectAccessibleInBothThemes(page)

  // The input survives a reload. Missing input is reported at its field, and the shop creates no order.
  await page.reload()
  await expect(page.getByText('Your unsaved changes were restored.')).toBeVisible()
  const make = page.getByRole('button', { name: /^Create order, \$/ })
  await make.click()
  await expect(page.getByLabel('Phone')).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel('Phone').fill('+351 222 000 111')
  const total = /\$[\d,.]+/.exec((await make.textContent()) ?? '')?.[0] ?? ''
  await make.click()

  await expect(page.getByRole('heading', { level: 1, name: /^HB/ })).toBeVisible()
  await expect(page.getByText('To pay', { exact: true }).locator('+ dd')).toHaveText(total)
  const history = page.getByRole('list', { name: 'History' })
  await expect(history).toContainText('placed the order')
  await expect(history).toContainText('sent a payment link')
  await page.getByRole('button', { name: 'Send a payment link' }).first().click()
  await expect(page.getByRole('dialog', { name: 'Send a payment link' })).toContainText(email)
})
