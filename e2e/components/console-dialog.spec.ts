import { expect, test } from '../support/test.ts'
import { openScene } from './open-scene.ts'

test('focuses the first wrong field of a refused console dialog', async ({ page }) => {
  await openScene(page, 'consoleDialog')
  const opener = page.getByRole('button', { name: 'Open' })
  await opener.click()
  const dialog = page.getByRole('dialog', { name: 'Reject' })
  await expect(dialog.getByLabel('Number')).toBeFocused()
  const reason = dialog.getByLabel('Reason')
  for (const send of [
    () => dialog.getByRole('button', { name: 'Send' }).click(),
    () => page.keyboard.press('Control+Enter'),
  ]) {
    await dialog.getByLabel('Number').focus()
    await send()
    await expect(reason).toBeFocused()
    await expect(reason).toHaveAccessibleDescription('Please say why')
  }
  await reason.fill('Worn')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()
})
