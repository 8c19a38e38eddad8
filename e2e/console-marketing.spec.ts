import type { Page } from '@playwright/test'
import { expect, expectAccessibleInBothLooks, test } from './support/test.ts'

test.use({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false })

/** A click counts once the console runs. */
const open = async (page: Page, path: string) => {
  await page.goto(path)
  await expect(page.locator('html[data-hydrated]')).toBeAttached()
}

test('a marketing hour: a product made and others brought in, a coupon, and its widget on the shop’s home page', async ({
  page,
  browser,
}) => {
  const mark = Date.now().toString(36)
  await page.goto('/staff')
  await page.getByLabel('Email').fill('marketing@harbor.test')
  await page.getByLabel('Password').fill('Harbor2026-staff')
  await page.getByRole('button', { name: 'Sign in' }).click()
  // Whoever has no part in orders begins with what is theirs.
  await expect(page).toHaveURL(/\/staff\/products$/)

  await open(page, '/staff/products/new')
  await page.getByLabel('Name', { exact: true }).fill(`Skerry Scarf ${mark}`)
  await page.getByLabel('State').selectOption('live')
  await page.getByRole('button', { name: 'Options' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Option', { exact: true }).fill('Color')
  await dialog.getByLabel('Values, with commas between them').fill('Sand, Slate')
  await dialog.getByRole('button', { name: 'Make the grid' }).click()
  await page.getByLabel('Sku of row 1').fill(`SAN-${mark}`)
  await page.getByLabel('Sku of row 2').fill(`SLA-${mark}`)
  await page.getByLabel(`Price USD of SAN-${mark}`).fill('38.50')
  // Fills down to the second sku.
  await page.keyboard.press('Control+d')
  await expect(page.getByLabel(`Price USD of SLA-${mark}`)).toHaveValue('38.50')
  await page.getByLabel(`Stock of SAN-${mark}`).fill('7')
  await expectAccessibleInBothLooks(page)
  await page.getByRole('button', { name: 'Make the product' }).click()
  await expect(page.getByRole('heading', { name: `Skerry Scarf ${mark}`, level: 1 })).toBeVisible()

  const guest = await (await browser.newContext()).newPage()
  await guest.goto(`/products/skerry-scarf-${mark}`)
  await expect(guest.getByRole('heading', { name: `Skerry Scarf ${mark}` })).toBeVisible()
  await expect(guest.getByText('$38.50').first()).toBeVisible()

  // A file says what it would do before it does it, and can be taken back.
  await open(page, '/staff/imports')
  const rows = `handle,name,sku,price\ntarn-${mark},Tarn Hat,TARN-${mark},24\nno-price-${mark},No Price,NOP-${mark},\n`
  const file = { name: 'hats.csv', mimeType: 'text/csv', buffer: Buffer.from(rows) }
  await page.getByLabel('File', { exact: true }).setInputFiles(file)
  await page.getByRole('button', { name: 'Apply 1 changes' }).click()
  await expect(page.getByText('1 of 1 written')).toBeVisible()
  await page.getByRole('button', { name: 'Take it back' }).click()
  await expect(page.getByText('1 taken back')).toBeVisible()

  const code = `TIDE${mark.toUpperCase()}`
  await open(page, '/staff/coupons/new')
  await page.getByLabel('Code').fill(code)
  await page.getByLabel('Takes off').fill('9')
  await page.getByRole('button', { name: 'Make the coupon' }).click()
  await expect(page.getByRole('heading', { name: code, level: 1 })).toBeVisible()

  const title = `Tide days ${mark}`
  await open(page, '/staff/widgets/new')
  await page.getByLabel('Title', { exact: true }).fill(title)
  await page.getByLabel('Add a coupon').selectOption(code)
  await page.getByRole('button', { name: 'Make the widget' }).click()
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible()
  await page.getByLabel('Another place').selectOption('home')
  await page.getByRole('button', { name: 'Show it there' }).click()
  const takeOff = page.getByRole('button', { name: /^Take it off: Home/ })
  await expect(takeOff).toBeVisible()
  await guest.goto('/')
  await expect(guest.getByText(title)).toBeVisible()
  // Journeys beside this one keep their home page.
  await takeOff.click()
  await expect(takeOff).toHaveCount(0)
})
