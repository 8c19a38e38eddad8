import { expect, expectAccessible, test } from '../support/test.ts'
import { openScene } from './open-scene.ts'

test('opens by key, moves with arrows, returns the focus on Escape, and closes on outside taps and scrolling', async ({
  page,
}) => {
  await openScene(page, 'basics')
  const button = page.getByRole('button', { name: 'More', exact: true })
  const menu = page.getByRole('menu', { name: 'More' })
  await button.focus()
  await page.keyboard.press('Enter')
  await expect(menu.getByRole('menuitem', { name: 'Repurchase' })).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('ArrowDown')
  await expect(menu.getByRole('menuitem', { name: 'View logistics' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(button).toBeFocused()

  await button.click()
  await expect(menu).toBeVisible()
  await page.mouse.click(380, 300)
  await expect(menu).toBeHidden()

  await button.click()
  await expect(menu).toBeVisible()
  await page.mouse.wheel(0, 120)
  await expect(menu).toBeHidden()

  await button.click()
  await menu.getByRole('menuitem', { name: 'Repurchase' }).click()
  await expect(menu).toBeHidden()
  await expect(page.getByRole('status').getByText('Repurchase')).toBeVisible()
})
