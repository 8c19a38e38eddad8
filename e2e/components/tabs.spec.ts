import { expect, expectAccessible, test } from '../support/test.ts'
import { openScene } from './open-scene.ts'

test('selects with arrows, Home and End, and has a single tab stop', async ({ page }) => {
  await openScene(page, 'tabs')
  const tab = (name: string) => page.getByRole('tab', { name })
  await tab('All').focus()
  await page.keyboard.press('ArrowRight')
  await expect(tab('Unpaid')).toBeFocused()
  await expect(tab('Unpaid')).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('tabpanel', { name: 'Unpaid' })).toHaveText('Inside Unpaid')
  await page.keyboard.press('End')
  await expect(tab('Cancelled')).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(tab('All')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Inside All' })).toBeFocused()
  await expectAccessible(page)
})

test('moves forward with the left arrow in right-to-left text', async ({ page }) => {
  await openScene(page, 'tabs', { dir: 'rtl' })
  await page.getByRole('tab', { name: 'All' }).focus()
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('tab', { name: 'Unpaid' })).toBeFocused()
})

for (const dir of ['ltr', 'rtl']) {
  test(`scrolls the selected tab into view and marks the edges beyond which tabs are hidden, ${dir}`, async ({
    page,
  }) => {
    await openScene(page, 'tabs', { dir })
    const list = page.getByRole('tablist')
    await expect(list).toHaveAttribute('data-after')
    await expect(list).not.toHaveAttribute('data-before')
    await page.getByRole('tab', { name: 'All' }).press('End')
    await expect(page.getByRole('tab', { name: 'Cancelled' })).toBeInViewport({ ratio: 0.9 })
    await expect(list).toHaveAttribute('data-before')
    await expect(list).not.toHaveAttribute('data-after')
    await page.setViewportSize({ width: 1200, height: 800 })
    await expect(list).not.toHaveAttribute('data-before')
  })
}
