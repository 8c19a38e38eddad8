import { expect, test } from '../support/test.ts'
import { openScene } from './open-scene.ts'

test('hides a toast after a while, keeps a toast under the pointer, and replaces it with the next toast', async ({
  page,
}) => {
  await page.clock.install()
  await openScene(page, 'toasts')
  await page.getByRole('button', { name: 'Remove' }).click()
  const toast = page.getByRole('status').getByText('Removed')
  await toast.hover()
  await page.clock.runFor(20_000)
  await expect(toast).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('status').getByText('Undone')).toBeVisible()
  await expect(toast).toBeHidden()
  await page.mouse.move(0, 0)
  await page.clock.runFor(6_000)
  await expect(page.getByRole('status').getByText('Undone')).toBeHidden()
})

for (const { place, scene } of [
  { place: 'shop', scene: 'toasts' },
  { place: 'console', scene: 'consoleToasts' },
] as const) {
  test(`keeps Undo of the ${place} for 10 seconds, and longer under the pointer or focus`, async ({ page }) => {
    await page.clock.install()
    await openScene(page, scene)
    const undo = page.getByRole('button', { name: 'Undo' })
    await page.getByRole('button', { name: 'Remove' }).click()
    await page.clock.runFor(8_000)
    await expect(undo).toBeVisible()
    await undo.focus()
    await undo.hover()
    await page.clock.runFor(20_000)
    await page.mouse.move(0, 0)
    await page.clock.runFor(20_000)
    await expect(undo).toBeFocused()
    await undo.hover()
    await undo.blur()
    await page.clock.runFor(20_000)
    await expect(undo).toBeVisible()
    await page.mouse.move(0, 0)
    await page.clock.runFor(8_000)
    await expect(undo).toBeVisible()
    await page.clock.runFor(3_000)
    await expect(undo).toBeHidden()
  })
}

test('shows a toast above an open sheet, where it can be pressed, and keeps it after the sheet closes', async ({
  page,
}) => {
  await page.clock.install()
  await openScene(page, 'toasts')
  await page.getByRole('button', { name: 'Open' }).click()
  const sheet = page.getByRole('dialog', { name: 'Above' })
  await sheet.getByRole('button', { name: 'Remove here' }).click()
  await expect(sheet.getByRole('status')).toContainText('Removed')
  await sheet.getByRole('button', { name: 'Undo' }).click()
  await expect(sheet.getByRole('status')).toHaveText('Undone')
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await expect(page.locator('main > [role=status]')).toHaveText('Undone')
})
