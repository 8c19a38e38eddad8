import { expect, test } from '../support/test.ts'
import { openScene } from './open-scene.ts'

test('moves with arrows and chooses with Enter', async ({ page }) => {
  await openScene(page, 'overlays')
  const field = page.getByRole('button', { name: /^Question type/ })
  await field.click()
  const list = page.getByRole('listbox', { name: 'Question type' })
  await list.getByRole('option', { name: 'Track my order' }).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(list.getByRole('option', { name: 'Parcel is stuck in transit' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(list).toBeHidden()
  await expect(field).toHaveAccessibleName('Question type Parcel is stuck in transit')
  await expect(field).toBeFocused()
})
