import { expect, test } from '../support/test.ts'
import { openScene } from './open-scene.ts'

test('the register form of a widget links to the terms and the privacy notice once both are published', async ({
  page,
}) => {
  await openScene(page, 'widgetSignIn')
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'With pages', exact: true }).click()
  await expect(dialog.getByRole('link')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Register' }).click()
  await expect(dialog.getByRole('link')).toHaveText(['Terms', 'Privacy Notice'])
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('button', { name: 'Without pages' }).click()
  await dialog.getByRole('button', { name: 'Register' }).click()
  await expect(dialog.getByRole('heading', { name: 'Register' })).toBeVisible()
  await expect(dialog.getByRole('link')).toHaveCount(0)
})
