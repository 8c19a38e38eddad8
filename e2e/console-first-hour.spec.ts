import { Secret, TOTP } from 'otpauth'
import sharp from 'sharp'
import { waitForConsole } from './support/console.ts'
import { type EmptyShop, openEmptyShop } from './support/empty-shop.ts'
import { expect, expectAccessibleInBothThemes, test } from './support/test.ts'

test.use({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false })

let shop: EmptyShop
test.beforeAll(async () => {
  shop = await openEmptyShop()
})
test.afterAll(() => shop.close())

test('takes an owner from the setup link to the first product on the home page, and signs in again with a passkey', async ({
  page,
  browser,
  expectConsole,
}) => {
  // The shop first refuses a wrong detail and a broken image.
  expectConsole(/422 .*\/staff-api\/v1\/settings\)/, /422 .*\/pictures\)/)
  await page.goto(shop.link)
  await page.getByLabel('Email').fill('marit@tern.test')
  await page.getByLabel('Your name').fill('Marit Lund')
  await page.getByLabel('New password').fill('kelp forest at noon')
  await page.getByRole('button', { name: 'Join' }).click()
  await page.getByRole('button', { name: 'Use an authenticator app' }).click()
  const uri = await page.getByRole('link', { name: 'Open the app on this phone' }).getAttribute('href')
  const secret = Secret.fromBase32(new URL(uri ?? '').searchParams.get('secret') ?? '')
  await page.getByLabel('Code', { exact: true }).fill(new TOTP({ secret }).generate())
  await page.getByRole('button', { name: 'Confirm code' }).click()
  await expect(page.getByText('Keep these recovery codes')).toBeVisible()
  await page.getByRole('link', { name: 'Continue' }).click()

  // The set-up page lists the missing steps and the reason for each.
  await waitForConsole(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Set up your store' })).toBeVisible()
  await expect(page.getByText('1 of 9 complete')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Open store' })).toBeDisabled()
  await expect(page.getByText('2 required steps left.')).toBeVisible()
  await expect(page.getByText('The law requires that shoppers can see who the seller is.')).toBeVisible()
  await expectAccessibleInBothThemes(page)
  const setUp = page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Set-up' })

  await page.getByRole('link', { name: 'Set up: Store name and seller' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Tern')
  await page.getByLabel('Legal name').fill('Tern Clothing AS')
  await page.getByLabel('Email for shoppers').fill('hello@tern.test')
  await page.getByRole('textbox', { name: 'Address of the seller' }).fill('4 Quay Street\n5003 Bergen\nNorway')
  await page.getByLabel('Same as the seller address').check()
  expectConsole(/422.*staff-api\/v1\/settings/)
  // An invalid field gets the focus, even if Save was pressed in another field.
  await page.getByRole('textbox', { name: 'VAT number' }).fill('123456')
  await page.getByLabel('Address for returned parcels').press('Control+s')
  await expect(page.getByRole('textbox', { name: 'VAT number' })).toBeFocused()
  await expect(page.getByText('Enter the country code and the number, such as DK13585628')).toBeVisible()
  await page.getByRole('textbox', { name: 'VAT number' }).fill('')
  await page.keyboard.press('Control+s')
  await expect(page.getByRole('status').filter({ hasText: 'Store details saved' })).toBeVisible()
  await setUp.click()
  await expect(page.getByText('3 of 9 complete')).toBeVisible()

  // The tax step opens in the list. A seller in the EU can use the One-Stop Shop.
  await page.getByRole('button', { name: 'Set up: Tax registration' }).click()
  await page.getByLabel('Country').selectOption('DE')
  await page.getByLabel('Registered for VAT').check()
  await page.getByRole('textbox', { name: 'VAT number' }).fill('DE136695976')
  await page.getByLabel('Tax number (optional)').fill('37/512/40218')
  await page.getByRole('switch', { name: 'Use One-Stop Shop (OSS) for other EU countries' }).click()
  await expectAccessibleInBothThemes(page)
  await page.getByRole('button', { name: 'Save and continue' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Tax registration saved' })).toBeVisible()
  await expect(page.getByText('Registered, Germany · DE136695976')).toBeVisible()
  await expect(page.getByText('4 of 9 complete')).toBeVisible()

  // From here on, every amount is in the currency of the shop.
  await page.getByRole('link', { name: 'Set up: Store currency' }).click()
  await page.getByLabel('Currency', { exact: true }).selectOption('EUR')
  await page.getByRole('button', { name: 'Change to EUR' }).click()
  await expect(page.getByRole('button', { name: 'Keep EUR' })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'For 1 EUR' })).toBeVisible()
  await waitForConsole(page)
  await page.getByRole('button', { name: 'Edit British pound' }).click()
  await page.getByRole('dialog').getByLabel('Ending').selectOption('.95')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('status').filter({ hasText: 'Currency saved' })).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await setUp.click()

  await page.getByRole('link', { name: 'Set up: Shipping' }).click()
  await page.getByRole('button', { name: 'Add method' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Post')
  await dialog.getByLabel('Code').fill('post')
  await dialog.getByLabel('Price').fill('4.90')
  await dialog.getByLabel('Delivery takes at least').fill('1')
  await dialog.getByLabel('Delivery takes at most').fill('3')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('row', { name: 'Post' })).toContainText('€4.90')
  // The set-up list still names shipping, because the free example method is offered until it is switched off.
  await setUp.click()
  await expect(page.getByText('The store is open. Shoppers can order.')).toBeVisible()
  await page.getByRole('link', { name: 'Continue: Shipping' }).click()
  await page.getByRole('switch', { name: 'Offer Example shipping' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'is no longer offered' })).toBeVisible()
  await setUp.click()
  await expect(page.getByText(/^[56] of 9 complete$/)).toBeVisible()
  await expect(page.getByText('Payments use the built-in test provider, which charges no money.')).toBeVisible()

  // Creates the first product, and its category from within the product's form.
  await page.getByRole('link', { name: 'Add: First products' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Skerry Scarf')
  await page.getByRole('button', { name: 'Create the first category' }).click()
  await dialog.getByLabel('Name').fill('Scarves')
  await page.keyboard.press('Control+Enter')
  await expect(dialog).toBeHidden()
  await page.getByLabel('State').selectOption('live')
  await page.getByLabel('SKU in row 1').fill('SCARF')
  await page.getByLabel('Price EUR of SCARF').fill('38.50')
  await page.getByLabel('Stock of SCARF').fill('7')
  await page.getByRole('button', { name: 'Create product' }).click()
  await expect(page.getByRole('heading', { name: 'Skerry Scarf', level: 1 })).toBeVisible()
  const buffer = await sharp({ create: { width: 900, height: 1200, channels: 3, background: '#5c7f86' } })
    .jpeg()
    .toBuffer()
  await page
    .getByRole('button', { name: 'Pictures', exact: true })
    .setInputFiles({ name: 'scarf.jpg', mimeType: 'image/jpeg', buffer })
  await expect(page.getByText('First', { exact: true })).toBeVisible()
  expectConsole(/422.*products\/skerry-scarf\/pictures/)
  // Of several files, the valid ones are uploaded and shown, and the broken one is named. The form beside the pictures
  // saves without a conflict.
  const another = await sharp({ create: { width: 900, height: 1200, channels: 3, background: '#a2543c' } })
    .jpeg()
    .toBuffer()
  await page.getByRole('button', { name: 'Pictures', exact: true }).setInputFiles([
    { name: 'broken.png', mimeType: 'image/png', buffer: Buffer.from('no picture at all') },
    { name: 'scarf-back.jpg', mimeType: 'image/jpeg', buffer: another },
  ])
  await expect(page.getByRole('alert').filter({ hasText: 'broken.png: ' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Describe picture 2' })).toBeVisible()
  await page.getByLabel('Description').fill('Woven from wool of the islands.')
  await page.keyboard.press('Control+s')
  await expect(page.getByRole('status').filter({ hasText: 'Skerry Scarf is saved' })).toBeVisible()
  await setUp.click()
  await expect(page.getByText(/^[67] of 9 complete$/)).toBeVisible()

  const guest = await (await browser.newContext({ viewport: { width: 390, height: 844 }, isMobile: true })).newPage()
  await guest.goto(shop.url)
  const card = guest.getByRole('link', { name: /Skerry Scarf/ }).first()
  await expect(card).toBeVisible()
  await expect(guest.getByText('€38.50').first()).toBeVisible()
  const picture = guest.getByRole('main').locator('img').first()
  await expect(picture).toBeVisible()
  expect(
    await picture.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
  ).toBeGreaterThan(0)
  await guest.context().close()

  // A passkey that this browser creates is enough to sign in again.
  const keys = await page.context().newCDPSession(page)
  await keys.send('WebAuthn.enable')
  await keys.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await page.getByTitle('Your profile').click()
  await page.getByRole('button', { name: 'Add passkey' }).click()
  await expect(page.getByRole('button', { name: /^Remove the passkey/ })).toBeVisible()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await waitForConsole(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible()
})
