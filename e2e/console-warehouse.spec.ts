import { openConsole, signInStaff } from './support/console.ts'
import { createPaidOrders } from './support/staff.ts'
import { expect, expectAccessible, expectAccessibleInBothThemes, test } from './support/test.ts'

test.use({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false })

const parcels = 20

test('packs and ships twenty orders in bulk, and one of them by keyboard alone', async ({ page }) => {
  const email = `morning-${Date.now().toString(36)}@harbor.test`
  const handles = Array.from({ length: parcels }, (_, at) => (at % 2 ? 'squall-wool-scarf' : 'ebb-wrap-midi-dress'))
  const [numbers] = await Promise.all([createPaidOrders({ email, handles }), signInStaff(page, 'warehouse')])
  const [first = ''] = numbers

  await openConsole(page, `/staff/orders?view=to_pack&email=${email}`)
  await expect(page.getByText(/^20 orders, \$[\d,.]+ waiting$/)).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await page.keyboard.press('p')
  await expect(page.getByText('Packing: 20 of 20 done')).toBeVisible()
  await page.getByRole('region', { name: 'Packing' }).getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Unpacking: 20 of 20 done')).toBeVisible()
  await expect(page.getByText(/^20 orders, \$[\d,.]+ waiting$/)).toBeVisible()
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await page.keyboard.press('p')
  await expect(page.getByText('Packing: 20 of 20 done')).toBeVisible()
  await expect(page.getByText('Nothing is waiting here').or(page.getByText('No order like that'))).toBeVisible()

  await openConsole(page, `/staff/orders?view=to_ship&email=${email}`)
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await page.keyboard.press('s')
  const dialog = page.getByRole('dialog', { name: 'Ship 20 orders' })
  await dialog.getByLabel('Carrier').fill('DHL')
  await dialog.getByLabel(`Tracking number of ${first}`).focus()
  // Types the order number and Enter, as a barcode scanner does.
  for (const number of numbers) {
    await page.keyboard.insertText(`JD${number.slice(2)}`)
    await page.keyboard.press('Enter')
  }
  await expectAccessible(page, 'dialog[open]')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Shipping: 20 of 20 done')).toBeVisible()

  // By keyboard alone, goes from the list to an order and back.
  await openConsole(page, `/staff/orders?view=on_the_way&email=${email}`)
  const firstRow = page.getByRole('row', { name: first }).getByRole('link')
  // The list starts to listen to keys shortly after the page frame.
  await expect(async () => {
    await page.keyboard.press('k')
    await expect(firstRow).toBeFocused({ timeout: 500 })
  }).toPass()
  await page.keyboard.press('j')
  await expect(firstRow).not.toBeFocused()
  await page.keyboard.press('k')
  await expect(firstRow).toBeFocused()
  await page.keyboard.press(' ')
  const preview = page.getByRole('complementary', { name: first })
  await expect(preview.getByText('Shipped', { exact: true })).toBeVisible()
  await expect(preview.getByRole('button', { name: 'Mark as received' })).toBeVisible()
  await expectAccessible(page, 'aside')
  await page.keyboard.press('Escape')
  await expect(preview).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: first })).toBeVisible()
  // Opens the next order and the previous one without returning to the list.
  await expect(page.getByText('Filtered, 1 of 20')).toBeVisible()
  await page.keyboard.press('j')
  await expect(page.getByText('Filtered, 2 of 20')).toBeVisible()
  await page.keyboard.press('k')
  await expect(page.getByRole('heading', { level: 1, name: first })).toBeVisible()
  await page.keyboard.press('m')
  await page.keyboard.type('Left at the gate.')
  // The page loads the order again after the note is saved. The route below must not catch that request.
  const [reloaded] = await Promise.all([
    page.waitForResponse((answer) => answer.request().method() === 'GET' && answer.url().endsWith(`/orders/${first}`)),
    page.keyboard.press('Control+Enter'),
  ])
  await reloaded.finished()
  await expect(page.getByRole('list', { name: 'History' })).toContainText('Left at the gate.')
  // On a slow network the button stays busy until the page shows the result, and a second press sends no request.
  const { promise: isSlow, resolve: goOn } = Promise.withResolvers<void>()
  const sent: string[] = []
  await page.route('**/staff-api/v1/orders/**', async (route) => {
    if (route.request().method() === 'POST') sent.push(route.request().url())
    else await isSlow
    await route.fallback()
  })
  const [delivered] = await Promise.all([
    page.waitForResponse((answer) => answer.url().endsWith('/deliver') && answer.ok()),
    page.keyboard.press('d'),
  ])
  await delivered.finished()
  const receive = page.getByRole('button', { name: /^Mark as received/ })
  await expect(receive.first()).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('d')
  await expect(receive.first()).toHaveAttribute('aria-disabled', 'true')
  goOn()
  await expect(page.getByRole('status').filter({ hasText: `Received ${first}` })).toBeVisible()
  expect(sent).toHaveLength(1)
  await page.unrouteAll({ behavior: 'wait' })
  await expect(page.getByRole('list', { name: 'History' })).toContainText('marked the order as received')
  await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'))
  await expectAccessibleInBothThemes(page)
  await page.setViewportSize({ width: 320, height: 700 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
})
