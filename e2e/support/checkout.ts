import { expect, type Page } from '@playwright/test'

/** Puts one unit of a product into the cart from its page. */
export async function addToCart(page: Page, handle: string, size: string) {
  await page.goto(`/products/${handle}`)
  await page.getByText(size, { exact: true }).last().click()
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await expect(page.getByText(/^In your cart: \d+ pieces?$/)).toBeVisible()
}

export async function typeAddress(page: Page, name = 'Ada') {
  await page.getByRole('combobox', { name: 'Country' }).selectOption('US')
  await page.getByRole('combobox', { name: 'State' }).selectOption('ME')
  const fields: [label: string, value: string][] = [
    ['First name', name],
    ['Last name', 'Lind'],
    ['Phone', '+1 207 555 0142'],
    ['Street', '18 Ropewalk Lane'],
    ['City', 'Portland'],
    ['ZIP code', '04101'],
  ]
  for (const [label, value] of fields) await page.getByRole('textbox', { name: label }).fill(value)
}

export async function placeOrder(page: Page) {
  await page.getByRole('button', { name: 'PLACE ORDER' }).click()
  await page.waitForURL('**/payment?**')
}

/** Expects the total in the bar at the bottom. */
export async function expectTotal(page: Page, total: string) {
  await expect(page.getByText(total, { exact: true }).last()).toBeVisible()
}
