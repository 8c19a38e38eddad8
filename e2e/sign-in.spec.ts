import { expect, expectAccessible, readMail, signIn, test } from './support/test.ts'

const newEmail = (name: string) => `${name}-${Date.now().toString(36)}@harbor.test`

test('lets a new shopper register, sign out and sign in again', async ({ page }) => {
  const email = newEmail('register')
  await page.goto('/account')
  await page.getByRole('button', { name: 'Sign In / Register' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('tab', { name: 'Register' }).click()
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Password', { exact: true }).fill('ab c-1')
  await expect(dialog.getByLabel('Password', { exact: true })).toHaveValue('abc1')
  await expect(dialog.getByText('Some characters were left out. Passwords have 6-30 letters and digits.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Register' }).click()
  await expect(dialog.getByText('6-30 characters, including at least 1 digit and 1 letter')).toBeVisible()
  await dialog.getByLabel('Password', { exact: true }).fill('Harbor2026')
  await dialog.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByRole('heading', { name: 'Welcome to Harbor' })).toBeVisible()
  await expect(page.getByText(email)).toBeVisible()

  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('button', { name: 'SIGN OUT' }).click()
  await expect(page.getByRole('button', { name: 'Sign In / Register' })).toBeVisible()
  // The sign-out opens a new page, which reacts to taps after hydration.
  await expect(page.locator('html[data-hydrated]')).toBeAttached()
  const left = (await page.context().cookies()).map((cookie) => cookie.name)
  for (const name of ['token', 'token_expires', 'user_info', 'member_id', 'subscribe_email']) {
    expect(left).not.toContain(name)
  }

  await page.getByRole('button', { name: 'Sign In / Register' }).click()
  await page.getByRole('dialog').getByLabel('Email').fill(email)
  await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill('Harbor2026')
  await page.keyboard.press('Enter')
  await expect(page.getByText(email)).toBeVisible()
})

test('confirms the address by the link of the mail after registration', async ({ page }) => {
  const email = newEmail('confirm')
  const origin = process.env.HARBOR_URL ?? ''
  await page.request.post('/ajax-web/customer/register', {
    data: { email, password: 'Harbor2026' },
    headers: { origin },
  })
  const mail = await readMail(email, 'Welcome to Harbor')
  await page.goto(/https?:\S+confirmemail\S+/.exec(mail.text)?.[0] ?? '')
  await page.getByRole('button', { name: 'Confirm my address' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Thank you, your address is confirmed.' })).toBeFocused()
  await expectAccessible(page)
})

test("asks for a new password when the mail's link is opened in another browser, and ends the first session", async ({
  page,
  browser,
  expectConsole,
}) => {
  expectConsole(/409/)
  const email = newEmail('elsewhere')
  const origin = process.env.HARBOR_URL ?? ''
  const first = await browser.newContext({ baseURL: origin })
  await first.request.post('/ajax-web/customer/register', {
    data: { email, password: 'Harbor2026' },
    headers: { origin },
  })
  const mail = await readMail(email, 'Welcome to Harbor')
  await page.goto(/https?:\S+confirmemail\S+/.exec(mail.text)?.[0] ?? '')
  await page.getByRole('button', { name: 'Confirm my address' }).click()
  await expect(page.getByText('This link was requested in another browser.')).toBeVisible()
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page)
  await page.getByLabel('New password').fill('Changed2026')
  await page.getByRole('button', { name: 'Save password' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Email')).toHaveValue(email)
  await dialog.getByLabel('Password', { exact: true }).fill('Changed2026')
  await dialog.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByText(email)).toBeVisible()
  const left = await (await first.request.get('/ajax-web/customer/email')).json()
  expect(left.data.email).toBe(null)
  await first.close()
})

test("offers a guest's earlier orders and questions on the account home, and adds them to the account on request", async ({
  page,
}) => {
  const email = newEmail('offer')
  const origin = process.env.HARBOR_URL ?? ''
  const send = (path: string, data: object) => page.request.post(path, { data, headers: { origin } })
  await send('/rest/contact', { email, message: 'Where is it?', problem_type: 6 })
  await send('/ajax-web/customer/register', { email, password: 'Harbor2026' })
  await page.goto('/account')
  await expect(page.getByRole('region', { name: 'Confirm your address' })).toBeVisible()
  await page.getByRole('button', { name: 'Send again' }).click()
  await expect(page.getByText('The mail is on its way.')).toBeVisible()
  await expectAccessible(page)
  const mail = await readMail(email, 'Welcome to Harbor')
  await page.goto(/https?:\S+confirmemail\S+/.exec(mail.text)?.[0] ?? '')
  await page.getByRole('button', { name: 'Confirm my address' }).click()
  await page.getByRole('link', { name: 'Go to your account' }).click()
  const offer = page.getByRole('region', { name: 'We found guest orders with your email' })
  await expect(offer).toContainText('My tickets')
  await expectAccessible(page)
  await offer.getByRole('button', { name: 'Add to my account' }).click()
  await expect(offer.getByRole('status')).toBeFocused()
  await expect(offer).toContainText('Added to your account')
  await page.reload()
  await expect(offer).toHaveCount(0)
})

test('reports a wrong password and a taken address clearly, and keeps the input', async ({ page, expectConsole }) => {
  expectConsole(/401|409/)
  await page.goto('/account')
  await page.getByRole('button', { name: 'Sign In / Register' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Log in' }).click()
  await expect(dialog.getByText('Please fill in this field')).toHaveCount(2)
  await dialog.getByLabel('Email').fill('shopper@harbor')
  await expect(dialog.getByText('Please enter a valid email address')).toBeVisible()
  await dialog.getByLabel('Email').fill('shopper@harbor.test')
  const symbolNote = dialog.getByText('Passwords have only letters and digits.')
  await dialog.getByLabel('Password', { exact: true }).fill('Wrong2026!')
  await expect(symbolNote).toBeVisible()
  await dialog.getByLabel('Password', { exact: true }).fill('Wrong2026')
  await expect(symbolNote).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Log in' }).click()
  await expect(dialog.getByText('The email or password is incorrect')).toBeVisible()
  await expect(dialog.getByLabel('Password', { exact: true })).toHaveValue('Wrong2026')
  await dialog.getByRole('button', { name: 'Show password' }).click()
  await expect(dialog.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text')
  await expectAccessible(page)
  await dialog.getByRole('tab', { name: 'Register' }).click()
  await expect(dialog.getByLabel('Email')).toHaveValue('shopper@harbor.test')
  await dialog.getByLabel('Password', { exact: true }).fill('Harbor2026')
  await dialog.getByRole('button', { name: 'Register' }).click()
  await expect(dialog.getByText('This email address already has an account. Please log in instead.')).toBeVisible()
})

test('keeps the form when the network breaks, and lets the shopper send it again', async ({ page, expectConsole }) => {
  expectConsole(/ERR_INTERNET_DISCONNECTED|Failed to load/)
  await page.goto('/account')
  await page.getByRole('button', { name: 'Sign In / Register' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email').fill('new@harbor.test')
  await dialog.getByLabel('Password', { exact: true }).fill('Harbor2026')
  await page.context().setOffline(true)
  await dialog.getByRole('button', { name: 'Log in' }).click()
  await expect(dialog.getByText('We couldn’t send your request. Please try again.')).toBeVisible()
  await page.context().setOffline(false)
  await dialog.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByText('new@harbor.test')).toBeVisible()
})

test('resets a forgotten password with the mail of the outbox', async ({ page }) => {
  const email = newEmail('forgot')
  const origin = process.env.HARBOR_URL ?? ''
  await page.request.post('/ajax-web/customer/register', {
    data: { email, password: 'Harbor2026' },
    headers: { origin },
  })
  await page.context().clearCookies()
  await page.goto('/account')
  await page.getByRole('button', { name: 'Sign In / Register' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Forget password' }).click()
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByRole('button', { name: 'Send the link' }).click()
  await expect(dialog.getByText('If this address has an account')).toBeVisible()
  const mail = await readMail(email, 'Set a new password')
  await page.goto(/https?:\S+resetpassword\S+/.exec(mail.text)?.[0] ?? '')
  await expectAccessible(page)
  await page.getByLabel('New password').fill('Changed2026')
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page).toHaveURL(/\/account$/)
  await expect(page.getByText('Your new password is set. Please log in.')).toBeVisible()
  await expect(page.getByRole('dialog').getByLabel('Email')).toHaveValue(email)
  await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill('Changed2026')
  await page.getByRole('dialog').getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByText(email)).toBeVisible()
})

const gated = [
  '/account/orderlist',
  '/account/order/abc',
  '/account/coupon',
  '/account/changepassword',
  '/account/review/abc/def?write=1&product_id=1&sku_name=x&order_no=y',
  '/return/abc/def',
  '/returndetail/abc',
]
for (const path of gated) {
  test(`shows a guest at ${path} the login dialog, and the account home if the guest cancels`, async ({
    page,
    expectConsole,
  }) => {
    expectConsole(/401/)
    const answer = await page.goto(path)
    expect(answer?.status()).toBe(200)
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('tab', { name: 'Login' })).toBeVisible()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(page).toHaveURL(/\/account$/)
  })
}

test('spaces the fields of the form as designed, and keeps large text inside the sheet', async ({ page }) => {
  await page.goto('/account')
  await page.getByRole('button', { name: 'Sign In / Register' }).click()
  const dialog = page.getByRole('dialog')
  const gap = () =>
    dialog.evaluate((sheet) => {
      const [email] = sheet.getElementsByTagName('input')
      const label = sheet.querySelectorAll('label')[1]
      const box = email?.parentElement
      return box && label ? Math.round(label.getBoundingClientRect().top - box.getBoundingClientRect().bottom) : null
    })
  await expect.poll(gap).toBe(18)
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  const sticksOut = (controls: Element[]) =>
    controls.some((one) => one.getBoundingClientRect().left < 0 || one.getBoundingClientRect().right > innerWidth)
  await expect.poll(() => dialog.locator('input, button').evaluateAll(sticksOut)).toBe(false)
})

test('opens a protected page after the sign-in', async ({ page, expectConsole }) => {
  expectConsole(/401/)
  await page.goto('/account/orderlist?order_status_id=7')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email').fill('shopper@harbor.test')
  await dialog.getByLabel('Password', { exact: true }).fill('Harbor2026')
  await dialog.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByRole('tab', { name: 'Shipped' })).toHaveAttribute('aria-selected', 'true')
  await expect(page).toHaveURL(/order_status_id=7/)
})

test('treats an unknown token as a guest without breaking the page', async ({ page }) => {
  await signIn(page, 'new@harbor.test')
  const cookies = await page.context().cookies()
  await page.context().addCookies(cookies.filter((one) => one.name === 'token').map((one) => ({ ...one, value: 'x' })))
  await page.goto('/account')
  await expect(page.getByRole('button', { name: 'Sign In / Register' })).toBeVisible()
  await expect.poll(async () => (await page.context().cookies()).map((one) => one.name)).not.toContain('token')
})
