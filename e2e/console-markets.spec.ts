import { addToCart, typeAddress } from './support/checkout.ts'
import { callStaff, openConsole, signInStaff, waitForConsole } from './support/console.ts'
import { expect, expectAccessibleInBothThemes, test } from './support/test.ts'

test.use({ viewport: { width: 1440, height: 900 }, isMobile: false, hasTouch: false })

type Market = { id: string; countries: { country: string; excluded_postcodes: string[] }[] }
type Method = { id: number; name: string }

test('lets an owner add a country and a price band to a market, and shows the price at checkout', async ({
  page,
  browser,
  afterwards,
}) => {
  const mark = Date.now().toString(36)
  await signInStaff(page, 'owner')
  const [worldwide] = await callStaff<Market[]>(page, 'GET', '/markets?limit=100')
  if (!worldwide) throw new Error('The shop has no market')
  const { id, countries } = worldwide
  afterwards(async () => {
    await signInStaff(page, 'owner')
    const methods = await callStaff<Method[]>(page, 'GET', '/shipping-methods?limit=100')
    for (const method of methods) {
      if (method.name.endsWith(mark)) await callStaff(page, 'DELETE', `/shipping-methods/${method.id}`)
    }
    await callStaff(page, 'PATCH', `/markets/${id}`, { countries })
  })
  // Tuvalu is in no market, so that it can be added.
  const others = countries.filter(({ country }) => country !== 'TV')
  await callStaff(page, 'PATCH', `/markets/${id}`, { countries: others })

  await openConsole(page, '/staff/settings/markets')
  await expect(page.getByText(/^Shoppers in 1 country can browse/)).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await page.getByRole('table', { name: 'Markets' }).getByRole('link').first().click()
  await expect(page).toHaveURL(/\/staff\/settings\/markets\/.+/)
  await waitForConsole(page)
  await expectAccessibleInBothThemes(page)

  await page.getByRole('button', { name: 'Add country' }).click()
  await page.getByLabel('Countries', { exact: true }).fill('Tuval')
  await page.getByRole('option', { name: 'Tuvalu' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Add method' }).click()
  await page.getByLabel('Name', { exact: true }).fill(`Bands ${mark}`)
  await page.getByRole('button', { name: 'Order total' }).click()
  await page.getByLabel('End of band 1').fill('100')
  await page.getByLabel('Price of band 1').fill('6.50')
  await page.getByRole('button', { name: 'Add band' }).click()
  // A band begins where the band above ends.
  await expect(page.getByLabel('Start of band 2')).toHaveValue('$100.00')
  await page.getByLabel('End of band 2').fill('900')
  await page.getByLabel('Price of band 2').fill('8.75')
  await expect(page.getByText('Not offered above $900.00.')).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await expect(page.getByRole('region', { name: 'Changes' })).toContainText('countries, new method')
  await page.keyboard.press('Control+s')
  await expect(page.getByRole('status').filter({ hasText: 'is saved' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Changes' })).toBeHidden()
  const saved = await callStaff<Market>(page, 'GET', `/markets/${id}`)
  expect(saved.countries.map(({ country }) => country)).toContain('TV')

  // The price of the second band applies to a dress for $128.
  const guest = await (await browser.newContext({ viewport: { width: 390, height: 844 }, isMobile: true })).newPage()
  await addToCart(guest, 'ebb-wrap-midi-dress', 'M')
  await guest.goto('/checkout')
  await typeAddress(guest)
  await expect(guest.getByText(`Bands ${mark}`)).toBeVisible()
  await expect(guest.getByText('$8.75').first()).toBeVisible()
  await guest.context().close()
})
