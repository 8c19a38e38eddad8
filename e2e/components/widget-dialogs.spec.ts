import { expect, test } from '../support/test.ts'
import { openScene } from './open-scene.ts'

test("links to the terms and the privacy notice in a widget's register form once both are published", async ({
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

test("names forbidden password characters while typing, in a widget's sign-in and register form", async ({ page }) => {
  await openScene(page, 'widgetSignIn')
  await page.getByRole('button', { name: 'Without pages' }).click()
  const dialog = page.getByRole('dialog')
  const password = dialog.getByLabel('Password', { exact: true })
  const symbolNote = 'Passwords have only letters and digits. Other characters were left out when yours was set.'
  const leftOut = 'Some characters were left out. Passwords have 6-30 letters and digits.'
  await password.pressSequentially('Harbor2026')
  await expect(dialog.locator('[aria-live=polite]')).toHaveText('')
  await password.pressSequentially('!')
  await expect(password).toHaveValue('Harbor2026!')
  await expect(dialog.locator('[aria-live=polite]')).toHaveText(symbolNote)
  await expect(password).toHaveAccessibleDescription(symbolNote)

  // The register form takes over the password without the forbidden character.
  await dialog.getByRole('button', { name: 'Register' }).click()
  await expect(password).toHaveValue('Harbor2026')
  await expect(dialog.locator('[aria-live=polite]')).toHaveText(leftOut)
  await password.fill('')
  await expect(dialog.locator('[aria-live=polite]')).toHaveText('')
  await password.pressSequentially('sea glass')
  await expect(password).toHaveValue('seaglass')
  await expect(password).toHaveAccessibleDescription(leftOut)

  await dialog.getByRole('button', { name: 'Back to login' }).click()
  await expect(dialog.locator('[aria-live=polite]')).toHaveText('')
  await expect(password).toHaveValue('seaglass')
})
