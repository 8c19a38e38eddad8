import type { Page } from '@playwright/test'
import { expect, expectAccessibleInBothThemes, signIn, test, waitUntilIdle } from './support/test.ts'

const path = '/checkout/address-book?type=personalCenter'

/** Registers a separate shopper, so that browser tests do not change each other's address book. */
async function registerShopper(page: Page) {
  const origin = process.env.HARBOR_URL ?? ''
  const data = { email: `book-${Date.now()}-${Math.round(performance.now())}@harbor.test`, password: 'Harbor2026' }
  expect((await page.request.post('/ajax-web/customer/register', { data, headers: { origin } })).status()).toBe(200)
}

const street = 'Commercial Street'

async function fillAddress(page: Page, changes: Record<string, string> = {}) {
  await page.getByRole('combobox', { name: 'Country' }).selectOption({ label: 'United States' })
  await page.getByRole('combobox', { name: 'State' }).selectOption({ label: 'Maine' })
  const address: Record<string, string> = {
    'First name': 'Maren',
    'Last name': 'Lindqvist',
    Phone: '+1 207 555 0142',
    'Street address': street,
    City: 'Portland',
    'ZIP code': '04101',
    ...changes,
  }
  for (const [label, value] of Object.entries(address)) {
    await page.getByRole('textbox', { name: label, exact: true }).fill(value)
  }
}

async function openBook(page: Page) {
  await page.goto(path)
  await waitUntilIdle(page)
}

test('is accessible', async ({ page }) => {
  await signIn(page)
  await openBook(page)
  await expectAccessibleInBothThemes(page)
  await page.getByRole('button', { name: 'Add address' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expectAccessibleInBothThemes(page)
})

test('asks a guest to sign in, and is linked from the settings', async ({ page }) => {
  await page.goto(path)
  await expect(page.getByRole('dialog').getByRole('tab', { name: 'Login' })).toBeVisible()
  await signIn(page)
  await page.goto('/account/setting')
  await waitUntilIdle(page)
  await page.getByRole('link', { name: 'Address Book' }).click()
  await expect(page.getByRole('heading', { name: 'Address Book' })).toBeVisible()
  await expect(page.getByText('18 Ropewalk Lane, Apt 4, Portland, Maine, 04101, United States')).toBeVisible()
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page).toHaveURL(/\/account\/setting$/)
})

test('adds, edits and deletes addresses, and changes the default one', async ({ page }) => {
  await registerShopper(page)
  await openBook(page)
  await expect(page.getByText('It is empty here')).toBeVisible()
  await page.getByRole('button', { name: 'Add address' }).click()
  await fillAddress(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The address is saved')).toBeVisible()
  const cards = page.getByRole('article')
  await expect(cards).toHaveCount(1)
  await expect(cards.first()).toContainText('Default')

  await page.getByRole('button', { name: 'Add address' }).click()
  await fillAddress(page, { 'First name': 'Tom', 'Street address': `7 ${street}` })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(cards).toHaveCount(2)
  await expect(cards.nth(1)).toContainText(`7 ${street}, Portland, Maine, 04101, United States`)
  await cards.nth(1).getByRole('button', { name: 'Set as default' }).click()
  await expect(cards.first()).toContainText('Tom')
  await expect(cards.first()).toContainText('Default')

  await cards.first().getByRole('button', { name: 'Edit' }).click()
  await expect(page.getByLabel('First name')).toHaveValue('Tom')
  await page.getByLabel('City').fill('Bath')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(cards.first()).toContainText('Bath')

  await cards.first().getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete this address?' })
  await question.getByRole('button', { name: 'No' }).click()
  await expect(cards).toHaveCount(2)
  await cards.first().getByRole('button', { name: 'Delete' }).click()
  await question.getByRole('button', { name: 'Yes' }).click()
  await expect(cards).toHaveCount(1)
  await expect(cards.first()).toContainText('Maren')
  await expect(cards.first()).toContainText('Default')
})

test('rebuilds the fields when the country changes, and keeps what fits', async ({ page }) => {
  await registerShopper(page)
  await openBook(page)
  await page.getByRole('button', { name: 'Add address' }).click()
  await fillAddress(page)
  const form = page.getByRole('dialog')
  await page.getByLabel('Country').selectOption({ label: 'Germany' })
  await expect(form.getByLabel('Street and house number')).toHaveValue(street)
  await expect(form.getByLabel('State')).toHaveCount(0)
  const fields = form.locator('select, input:not([type=checkbox])')
  const names = () => fields.evaluateAll((all) => all.map((field) => (field as HTMLInputElement).name))
  const between = ['firstname', 'lastname', 'address_1', 'address_2']
  expect(await names()).toEqual(['country', ...between, 'postcode', 'city', 'telephone'])
  await expect(form.getByLabel('Postcode')).toHaveValue('04101')
  await expect(form.getByLabel('Postcode')).toHaveAttribute('inputmode', 'numeric')
  await expect(form.getByLabel('Postcode')).toHaveAttribute('autocomplete', 'postal-code')

  await page.getByLabel('Country').selectOption({ label: 'Japan' })
  await form.getByLabel('Prefecture').selectOption({ label: 'Tokyo' })
  expect(await names()).toEqual(['country', ...between, 'city', 'state', 'postcode', 'telephone'])
  // A German postcode does not fit.
  await expect(form.getByLabel('Postcode')).toHaveValue('')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByLabel('Postcode')).toHaveAccessibleDescription('Please fill in this field')
  await form.getByLabel('Postcode').fill('100-00')
  await expect(form.getByLabel('Postcode')).toHaveAccessibleDescription(/For example .*Please enter a valid postcode/)
  await form.getByLabel('Postcode').fill('100-0005')
  await form.getByLabel('Phone').fill('03-1234-5678')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('article')).toContainText(`${street}, Portland, Tokyo, 100-0005, Japan`)
  await expect(page.getByRole('article')).toContainText('+81 3 1234 5678')
})

test('shows an error at each field, and keeps the input after a failure', async ({ page, expectConsole }) => {
  expectConsole(/500|422/)
  await registerShopper(page)
  await openBook(page)
  await page.getByRole('button', { name: 'Add address' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByLabel('First name')).toHaveAccessibleDescription('Please fill in this field')
  await expect(page.getByLabel('Country')).toBeFocused()
  await fillAddress(page, { Phone: 'call me' })
  await expect(page.getByLabel('Phone')).toHaveAccessibleDescription('Please enter a valid phone number')
  await page.getByLabel('Phone').fill('+1 207 555 0142')
  await page.route('**/rest/address', (route) => route.fulfill({ status: 500, json: { message: 'Broken' } }))
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('We couldn’t send your request. Please try again.')).toBeVisible()
  await expect(page.getByLabel('Street')).toHaveValue(street)
  // A field that only the server refuses also gets the focus. Its error stays until the field is changed.
  const errors = { city: ['Please choose a city nearby'] }
  const refusal = { message: 'Please choose a city nearby', errors }
  await page.route('**/rest/address', (route) => route.fulfill({ status: 422, json: refusal }))
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByLabel('City')).toHaveAccessibleDescription('Please choose a city nearby')
  await expect(page.getByLabel('City')).toBeFocused()
  await page.getByLabel('City').fill('Bath')
  await expect(page.getByLabel('City')).not.toHaveAttribute('aria-invalid')
  await page.unroute('**/rest/address')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The address is saved')).toBeVisible()
})

test.describe('a narrow screen and large text', () => {
  test.use({ viewport: { width: 320, height: 640 } })
  test('clips nothing at 320 px, also with text at 200%', async ({ page }) => {
    await signIn(page)
    await page.goto(path)
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(await overflow()).toBeLessThanOrEqual(0)
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
    expect(await overflow()).toBeLessThanOrEqual(0)
  })
})
