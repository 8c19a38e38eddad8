import { callStaff, openConsole, signInStaff } from './support/console.ts'
import { expect, expectAccessible, expectAccessibleInBothThemes, test } from './support/test.ts'

test.use({ viewport: { width: 1440, height: 900 }, isMobile: false, hasTouch: false })

test('lets an owner change a rate from a day on, add a registration, and export the report', async ({
  page,
  afterwards,
  expectConsole,
}) => {
  // The server refuses an overlapping rate and a wrong number.
  expectConsole(/422/)
  await signInStaff(page, 'owner')
  // The status of the tax stays undecided, so the orders of other journeys stay untaxed.
  afterwards(async () => {
    const rates = await callStaff<{ id: string; country: string }[]>(page, 'GET', '/tax-rates?limit=100&q=IS')
    for (const { id, country } of rates) if (country === 'IS') await callStaff(page, 'DELETE', `/tax-rates/${id}`)
    const registrations = await callStaff<{ id: string }[]>(page, 'GET', '/tax-registrations?limit=50')
    for (const { id } of registrations) await callStaff(page, 'DELETE', `/tax-registrations/${id}`)
  })
  await callStaff(page, 'POST', '/tax-rates', { country: 'IS', rate: 24_000, valid_from: '2015-01-01' })
  await openConsole(page, '/staff/settings/taxes')
  await expectAccessibleInBothThemes(page)

  await page.getByRole('button', { name: 'Add rate' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Country').selectOption('IS')
  await dialog.getByLabel('Rate').fill('25.5')
  await dialog.getByLabel('Valid from').fill('2014-01-01')
  await expectAccessible(page, 'dialog[open]')
  await page.keyboard.press('Control+Enter')
  await expect(dialog.getByText('Choose dates that do not overlap')).toBeVisible()
  await dialog.getByLabel('Valid from').fill('2026-01-01')
  await page.keyboard.press('Control+Enter')
  await expect(dialog).toHaveCount(0)
  await page.getByRole('button', { name: /^Show all/ }).click()
  const rates = page.getByRole('table', { name: 'Rates' })
  await expect(rates.getByRole('row', { name: /^Iceland/ })).toContainText('25.5%')
  await page.getByRole('button', { name: 'Show ended' }).click()
  await expect(rates.getByRole('row', { name: /24% Jan 1, 2015 Dec 31, 2025 Ended/ })).toBeVisible()

  await rates.getByRole('button', { name: 'Iceland', exact: true }).click()
  await expect(page.getByText(/to Iceland: no tax/)).toBeVisible()
  await page.keyboard.press('k')
  await expect(page.getByText(/to Hungary: no tax/)).toBeVisible()

  await page.getByRole('button', { name: 'Add registration' }).click()
  await dialog.getByLabel('Country').selectOption('DE')
  await dialog.getByLabel('Number').fill('DE136695977')
  await dialog.getByLabel('Valid from').fill('2021-07-01')
  await page.keyboard.press('Control+Enter')
  await expect(dialog.getByText('This number is not valid. Check its digits.')).toBeVisible()
  await dialog.getByLabel('Number').fill('DE136695976')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('row', { name: /EU One-Stop Shop/ })).toContainText('26 EU countries, quarterly')

  await page.getByLabel('Return').selectOption('all')
  const file = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export CSV' }).click()
  expect((await file).suggestedFilename()).toMatch(/^tax-all-.*\.csv$/)
})
