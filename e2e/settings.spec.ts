import { expect, expectAccessible, signIn, test } from './support/test.ts'

test('shows every entry, and sign-out to shoppers only', async ({ page }) => {
  await page.goto('/account/setting')
  await expect(page.getByRole('link', { name: 'Address Book' })).toHaveAttribute(
    'href',
    '/checkout/address-book?type=personalCenter',
  )
  await expect(page.getByRole('link', { name: 'Language' })).toContainText('English')
  await expect(page.getByRole('link', { name: 'Currency' })).toContainText('USD')
  await expect(page.getByRole('button', { name: 'SIGN OUT' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Change Password' }).click()
  await expect(page.getByRole('dialog').getByRole('tab', { name: 'Login' })).toBeVisible()
  await signIn(page)
  await page.goto('/account/setting')
  await expect(page.getByRole('button', { name: 'SIGN OUT' })).toBeVisible()
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page).toHaveURL(/\/account$/)
})

test('signs out without a network and stays in the shop', async ({ page, expectConsole }) => {
  expectConsole(/ERR_INTERNET_DISCONNECTED|Failed to load resource|got no response/)
  await signIn(page, 'new@harbor.test')
  await page.goto('/account/setting')
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'SIGN OUT' }).click()
  // Without a network the account page cannot load, so the settings page stays until the connection is back.
  await expect(page.getByRole('button', { name: 'SIGN OUT' })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByRole('button', { name: 'Sign In / Register' })).toBeVisible()
})

test('opens the list of a navigation entry', async ({ page }) => {
  await page.goto('/account/setting')
  await page.getByRole('link', { name: 'Help & Support' }).click()
  await expect(page).toHaveURL(/\/account\/settingnav\?id=\d+&name=/)
  await expect(page.getByRole('heading', { name: 'Help & Support' })).toBeVisible()
  await expect(page.locator('a[href="/contact-us"]')).toBeVisible()
  await expect(page.locator('a[href="/order-query"]')).toBeVisible()
  await expectAccessible(page)
})

test('finds, chooses and stores a currency for 30 days, and shows it on the previous page', async ({ page }) => {
  await page.goto('/account/setting')
  await page.getByRole('link', { name: 'Currency' }).click()
  await page.getByLabel('Search currencies').fill('yen')
  await page.getByRole('option', { name: /JPY/ }).click()
  await expect(page).toHaveURL(/\/account\/setting$/)
  await expect(page.getByRole('link', { name: 'Currency' })).toContainText('JPY')
  const cookie = (await page.context().cookies()).find((one) => one.name === 'currency')
  expect(cookie?.value).toBe('JPY')
  const days = ((cookie?.expires ?? 0) * 1000 - Date.now()) / 86_400_000
  expect(Math.round(days)).toBe(30)
  await page.reload()
  await expect(page.getByRole('link', { name: 'Currency' })).toContainText('JPY')
})

test('finds a language by its name in that language, and reloads the page in it', async ({ page }) => {
  await page.goto('/account/settinglanguage')
  expect(await page.getByRole('option').count()).toBeGreaterThan(100)
  await page.getByLabel('Search languages').fill('العربية')
  await page.getByRole('option').first().click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'ar')
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
})

test('uses the language of Accept-Language on a first visit, if the shop has a catalog for it', async ({ request }) => {
  const answer = await request.get('/account', { headers: { 'accept-language': 'xx-YY,en;q=0.5' } })
  expect(await answer.text()).toContain('<html lang="en"')
})

test('removes forbidden characters from a new password, marks errors, and ends every session', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/422/)
  const email = `password-${Date.now().toString(36)}@harbor.test`
  const origin = process.env.HARBOR_URL ?? ''
  await page.request.post('/ajax-web/customer/register', {
    data: { email, password: 'Harbor2026' },
    headers: { origin },
  })
  await page.goto('/account/changepassword')
  const submit = page.getByRole('button', { name: 'Submit' })
  await expect(submit).toBeDisabled()
  await page.getByLabel('Old password').focus()
  await page.getByLabel('New password').fill('sea glass!')
  await expect(page.getByText('The old password cannot be empty')).toBeVisible()
  await expect(page.getByLabel('New password')).toHaveValue('seaglass')
  await expect(page.getByText('Some characters were left out. Passwords have 6-30 letters and digits.')).toBeVisible()
  const symbolNote = page.getByText('Passwords have only letters and digits.')
  await page.getByLabel('Old password').fill('Wrong 2026')
  await expect(symbolNote).toBeVisible()
  await page.getByLabel('Old password').fill('Wrong2026')
  await expect(symbolNote).toHaveCount(0)
  await expect(page.getByText('6-30 characters, including at least 1 digit and 1 letter')).toBeVisible()
  await expect(submit).toBeDisabled()
  await page.getByLabel('New password').fill('seaglass24')
  await submit.click()
  await expect(page.getByLabel('Old password')).toHaveAccessibleDescription('The old password is incorrect')
  await expect(page.getByLabel('Old password')).toBeFocused()
  await page.getByLabel('Old password').fill('Harbor2026')
  await submit.click()
  await expect(page.getByText('Your password is changed. Please log in.')).toBeVisible()
  await expect(page.getByRole('dialog').getByLabel('Email')).toHaveValue(email)
  expect((await page.context().cookies()).map((one) => one.name)).not.toContain('token')
})

test("fills in the account's email address when Forget password is tapped on the page for changing the password", async ({
  page,
}) => {
  await signIn(page)
  await page.goto('/account/changepassword')
  await page.getByRole('button', { name: 'Forget password' }).click()
  await expect(page.getByRole('dialog').getByLabel('Email')).toHaveValue('shopper@harbor.test')
  await expectAccessible(page)
})
