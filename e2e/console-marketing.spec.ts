import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { callStaff, openConsole, signInStaff } from './support/console.ts'
import { expect, expectAccessible, expectAccessibleInBothThemes, test } from './support/test.ts'

test.use({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false })

/** Reloads the home page as a guest until the check passes, because changes appear with a delay. */
async function expectOnHomePage(guest: Page, check: () => Promise<void>) {
  await expect(async () => {
    await guest.goto('/')
    await check()
  }).toPass({ timeout: 30_000 })
}

test('creates a product, imports others, and shows a coupon widget and an advert on the home page', async ({
  page,
  browser,
  afterwards,
}) => {
  const mark = Date.now().toString(36)
  await signInStaff(page, 'marketing')
  const listOnHomePage = () => callStaff<{ id: number }[]>(page, 'GET', '/adverts?position=home&limit=100')
  const before = new Set((await listOnHomePage()).map(({ id }) => id))
  afterwards(async () => {
    for (const { id } of await listOnHomePage()) if (!before.has(id)) await callStaff(page, 'DELETE', `/adverts/${id}`)
  })
  // A member without access to orders starts at the first page that the member may open.
  await openConsole(page, '/staff')
  await expect(page).toHaveURL(/\/staff\/products$/)

  await openConsole(page, '/staff/products/new')
  await page.getByLabel('Name', { exact: true }).fill(`Skerry Scarf ${mark}`)
  await page.getByLabel('State').selectOption('live')
  await page.getByRole('button', { name: 'Options' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Option', { exact: true }).fill('Color')
  await dialog.getByLabel('Values, separated by commas').fill('Sand, Slate')
  await dialog.getByRole('button', { name: 'Create SKUs' }).click()
  await page.getByLabel('SKU in row 1').fill(`SAN-${mark}`)
  await page.getByLabel('SKU in row 2').fill(`SLA-${mark}`)
  await page.getByLabel(`Price USD of SAN-${mark}`).fill('38.50')
  // Control+D copies the price down to the second SKU.
  await page.keyboard.press('Control+d')
  await expect(page.getByLabel(`Price USD of SLA-${mark}`)).toHaveValue('38.50')
  await page.getByLabel(`Stock of SAN-${mark}`).fill('7')
  await page.keyboard.press('Tab')

  // The tab closes before the product is created. The next visit restores all input.
  await openConsole(page, '/staff/products/new')
  await expect(page.getByText('Your unsaved changes were restored.')).toBeVisible()
  await expect(page.getByLabel(`Stock of SAN-${mark}`)).toHaveValue('7')
  await expectAccessibleInBothThemes(page)
  await page.getByRole('button', { name: 'Create product' }).click()
  await expect(page.getByRole('heading', { name: `Skerry Scarf ${mark}`, level: 1 })).toBeVisible()

  const guest = await (await browser.newContext()).newPage()
  await guest.goto(`/products/skerry-scarf-${mark}`)
  await expect(guest.getByRole('heading', { name: `Skerry Scarf ${mark}` })).toBeVisible()
  await expect(guest.getByText('$38.50').first()).toBeVisible()

  // Two members change the name at once. The second member sees who was first and both versions, and loses no input.
  const owner = await (await browser.newContext()).newPage()
  await signInStaff(owner, 'owner')
  await openConsole(owner, `/staff/products/skerry-scarf-${mark}`)
  await owner.getByLabel('Name', { exact: true }).fill('Scarf of the owner')
  await page.getByLabel('Name', { exact: true }).fill('Scarf of marketing')
  await page.keyboard.press('Control+s')
  await expect(page.getByRole('heading', { name: 'Scarf of marketing', level: 1 })).toBeVisible()
  await owner.keyboard.press('Control+s')
  const conflict = owner.getByRole('alert').filter({ hasText: 'Changed in the meantime.' })
  await expect(conflict).toContainText(/changed Name/)
  await expect(conflict).toContainText('Theirs: Scarf of marketing')
  await expect(conflict).toContainText('Yours: Scarf of the owner')
  await expectAccessible(owner)
  await owner.keyboard.press('Control+s')
  await expect(owner.getByRole('heading', { name: 'Scarf of the owner', level: 1 })).toBeVisible()
  await owner.context().close()

  // An import shows a preview before it runs, and can be undone.
  await openConsole(page, '/staff/imports')
  const rows = `handle,name,sku,price\ntarn-${mark},Tarn Hat,TARN-${mark},24\nno-price-${mark},No Price,NOP-${mark},\n`
  const file = { name: 'hats.csv', mimeType: 'text/csv', buffer: Buffer.from(rows) }
  await page.getByLabel('File', { exact: true }).setInputFiles(file)
  await page.getByRole('button', { name: 'Apply 1 change' }).click()
  await expect(page.getByText('1 of 1 records imported')).toBeVisible()
  await page.getByRole('button', { name: 'Undo import' }).click()
  await expect(page.getByText('1 undone')).toBeVisible()

  const code = `TIDE${mark.toUpperCase()}`
  await openConsole(page, '/staff/coupons/new')
  await page.getByLabel('Code').fill(code)
  await page.getByLabel('Discount amount').fill('9')
  await page.getByRole('button', { name: 'Create coupon' }).click()
  await expect(page.getByRole('heading', { name: code, level: 1 })).toBeVisible()
  // The widget gets a translation, is paused, and is restored with a single key press.
  await page.getByRole('button', { name: 'Edit German' }).click()
  await dialog.getByLabel('Text on the coupon').fill('Alles')
  await dialog.getByRole('button', { name: 'Save texts' }).click()
  await expect(page.getByRole('row', { name: 'German' })).toContainText('Alles')
  await page.getByRole('button', { name: 'Pause' }).click()
  await expect(page.getByText(`${code} is paused`)).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await page.keyboard.press('z')
  await expect(page.getByText('Live', { exact: true })).toBeVisible()

  const title = `Tide days ${mark}`
  await openConsole(page, '/staff/widgets/new')
  await page.getByLabel('Title', { exact: true }).fill(title)
  await page.getByLabel('Add a coupon').selectOption(code)
  await openConsole(page, '/staff/widgets/new')
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue(title)
  await page.getByRole('button', { name: 'Create widget' }).click()
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible()
  await page.getByLabel('New placement').selectOption('home')
  await page.getByRole('button', { name: 'Add placement' }).click()
  const takeOff = page.getByRole('button', { name: /^Remove from Home/ })
  await expect(takeOff).toBeVisible()
  await expectOnHomePage(guest, () => expect(guest.getByText(title)).toBeVisible({ timeout: 1_000 }))
  // The widget is removed, so that browser tests running in parallel see an unchanged home page.
  await takeOff.click()
  await expect(takeOff).toHaveCount(0)

  // An advert is shown from today on, unless its start is in the future.
  const words = `Wool from the islands ${mark}`
  const buffer = await sharp({ create: { width: 900, height: 300, channels: 3, background: '#5c7f86' } })
    .jpeg()
    .toBuffer()
  await openConsole(page, '/staff/adverts/new')
  await page.getByLabel('Link', { exact: true }).fill('/new')
  await page.getByLabel('Picture', { exact: true }).setInputFiles({ name: 'wool.jpg', mimeType: 'image/jpeg', buffer })
  await expect(page.getByRole('button', { name: 'Replace picture' })).toBeVisible()
  await page.getByLabel('Alternative text').fill(words)
  await page.getByRole('button', { name: 'Create ad' }).click()
  await expect(page.getByRole('heading', { name: words, level: 1 })).toBeVisible()
  const seen = guest.getByRole('img', { name: words })
  await expectOnHomePage(guest, () => expect(seen).toBeVisible({ timeout: 1_000 }))
  await page.getByLabel('From', { exact: true }).fill('2099-01-01')
  await page.keyboard.press('Control+s')
  await expect(page.getByText('Planned', { exact: true })).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await expectOnHomePage(guest, () => expect(seen).toHaveCount(0, { timeout: 1_000 }))
  await guest.context().close()
})
