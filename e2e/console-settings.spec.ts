import { Secret, TOTP } from 'otpauth'
import { addToCart } from './support/checkout.ts'
import { callStaff, openConsole, signInStaff, waitForConsole } from './support/console.ts'
import { expect, expectAccessible, expectAccessibleInBothThemes, readMail, test } from './support/test.ts'

test.use({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false })

const password = 'kelp forest at noon'

test('lets an owner change shipping, invite a member, create and revoke a key, and read each change in the audit log', async ({
  page,
  browser,
  playwright,
  afterwards,
}) => {
  const mark = Date.now().toString(36)
  afterwards(async () => {
    await signInStaff(page, 'owner')
    for (const path of ['/shipping-methods', '/navigation']) {
      const things = await callStaff<{ id: number; name: string }[]>(page, 'GET', `${path}?limit=100`)
      for (const { id, name } of things) if (name.endsWith(mark)) await callStaff(page, 'DELETE', `${path}/${id}`)
    }
  })

  // After the sign-in, the browser opens the requested page.
  await page.goto('/staff/settings/shipping')
  await expectAccessibleInBothThemes(page)
  await page.getByLabel('Email').fill('owner@harbor.test')
  await page.getByLabel('Password').fill('Harbor2026-staff')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/staff\/settings\/shipping$/)
  await waitForConsole(page)

  const courier = `Courier ${mark}`
  await page.getByRole('button', { name: 'Add method' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill(courier)
  await dialog.getByLabel('Code').fill(`courier-${mark}`)
  await dialog.getByLabel('Price').fill('twenty')
  await expect(dialog.getByText('An amount such as 12.00')).toBeVisible()
  await dialog.getByLabel('Price').fill('21')
  await dialog.getByLabel('Delivery takes at least').fill('1')
  await dialog.getByLabel('Delivery takes at most').fill('2')
  // The new method is last in the list, so that browser tests running in parallel keep their default choice.
  await dialog.getByLabel('Position in the list').fill('999')
  await expectAccessibleInBothThemes(page, 'dialog[open]')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('row', { name: courier })).toContainText('$21.00')
  await page.getByRole('button', { name: `Edit ${courier}` }).click()
  await dialog.getByLabel('Price').fill('23.50')
  await dialog.getByRole('button', { name: 'Save method' }).click()
  await expect(page.getByRole('row', { name: courier })).toContainText('$23.50')

  const shop = await page.context().newPage()
  await addToCart(shop, 'ebb-wrap-midi-dress', 'M')
  await shop.goto('/checkout')
  const ways = shop.getByRole('radiogroup', { name: 'Shipping' })
  await expect(ways.getByText(courier)).toBeVisible()
  await expect(ways.getByText('$23.50').last()).toBeVisible()
  await page.getByRole('switch', { name: `Offer ${courier}` }).click()
  await expect(page.getByRole('status').filter({ hasText: 'is no longer offered' })).toBeVisible()
  await shop.reload()
  await expect(ways.getByText('Express')).toBeVisible()
  await expect(ways.getByText(courier)).toHaveCount(0)

  const email = `ines-${mark}@harbor.test`
  await openConsole(page, '/staff/settings/staff')
  await page.getByRole('button', { name: 'Invite' }).click()
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Name').fill('Inês Prado')
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByRole('row', { name: email })).toContainText('Missing')
  const link = /\/staff\/accept\?token=[\w-]+/.exec((await readMail(email)).text)?.[0] ?? ''
  const elsewhere = await browser.newContext({ ...(process.env.HARBOR_URL && { baseURL: process.env.HARBOR_URL }) })
  const ines = await elsewhere.newPage()
  await ines.goto(link)
  await ines.getByLabel('New password').fill(password)
  await ines.getByRole('button', { name: 'Join' }).click()
  await openConsole(ines, '/staff/profile')
  await ines.getByRole('button', { name: 'Set up app' }).click()
  const uri = await ines.getByRole('link', { name: 'Open the app' }).getAttribute('href')
  const secret = new URL(uri ?? '').searchParams.get('secret') ?? ''
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
  await ines.getByLabel('Six-digit code').fill(code)
  await ines.getByRole('button', { name: 'Confirm code' }).click()
  await expect(ines.getByRole('dialog', { name: 'Your recovery codes' }).getByRole('listitem')).toHaveCount(10)
  await ines.getByRole('button', { name: 'I have saved them' }).click()
  await expectAccessibleInBothThemes(ines)
  await openConsole(page, '/staff/settings/staff')
  await expect(page.getByRole('row', { name: email })).toContainText('Authenticator app')
  await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'))
  await expectAccessible(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)

  await openConsole(page, '/staff/settings/api')
  await page.getByRole('button', { name: 'New API key' }).click()
  await dialog.getByLabel('Name', { exact: true }).fill(`ERP ${mark}`)
  await dialog.getByLabel('View orders').check()
  await dialog.getByRole('button', { name: 'Create API key' }).click()
  const key = await dialog.getByLabel('Key', { exact: true }).inputValue()
  const program = await playwright.request.newContext({ extraHTTPHeaders: { authorization: `Bearer ${key}` } })
  const ask = async () => (await program.get(`${process.env.HARBOR_URL}/staff-api/v1/orders?limit=1`)).status()
  expect(await ask()).toBe(200)
  await page.getByRole('button', { name: 'I have saved it' }).click()
  await page.getByRole('button', { name: `Revoke ERP ${mark}` }).click()
  await page.getByRole('button', { name: 'Revoke key' }).click()
  await expect(page.getByRole('row', { name: `ERP ${mark}` })).toContainText('Revoked')
  expect(await ask()).toBe(401)

  // Adds a navigation entry in the side panel. The entry is last in the list, so that it does not affect other browser
  // tests.
  await openConsole(page, '/staff/settings/navigation')
  await page.getByRole('button', { name: 'Add entry' }).click()
  await dialog.getByLabel('Text').fill(`Fitting ${mark}`)
  await dialog.getByLabel('Opens').selectOption('Link')
  await dialog.getByLabel('Address').fill('/catalogue')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('link', { name: `Fitting ${mark}` }).click()
  const panel = page.getByRole('group', { name: `Fitting ${mark}` })
  await panel.getByLabel('Text').fill(`Fitting room ${mark}`)
  await expect(page.getByText(`1 change: text of Fitting ${mark}`)).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await page.keyboard.press('Control+s')
  await expect(page.getByRole('link', { name: `Fitting room ${mark}` })).toHaveAttribute('aria-current', 'true')
  await shop.goto('/account/setting')
  await expect(shop.getByText(`Fitting room ${mark}`)).toBeVisible()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByRole('button', { name: 'Remove permanently' }).click()
  await expect(page.getByRole('link', { name: `Fitting room ${mark}` })).toHaveCount(0)

  // Shows only the owner's changes, because other tests add many log entries at the same time.
  const { id: owner } = await callStaff<{ id: string }>(page, 'GET', '/me')
  await openConsole(page, `/staff/settings/audit?actor=${owner}`)
  const row = (deed: RegExp) =>
    page.getByRole('list', { name: 'Audit log' }).getByRole('listitem').filter({ hasText: deed })
  await expect(row(/Ingrid Solheim changed .*the shipping method/).last()).toBeVisible()
  await expect(row(new RegExp(`invited ${email}`)).last()).toBeVisible()
  await expect(row(new RegExp(`created the API key ERP ${mark}`)).last()).toBeVisible()
  const revoked = row(new RegExp(`revoked the API key ERP ${mark}`)).last()
  await revoked.getByRole('button', { name: /^Details/ }).click()
  await expect(revoked).toContainText('Status')
  await expect(revoked).toContainText('POST /keys/:id/end')
  await expectAccessibleInBothThemes(page)
  await elsewhere.close()
})
