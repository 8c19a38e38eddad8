import { expect, test } from '../support/test.ts'
import { openScene } from './open-scene.ts'

test('sets half stars by key, tap and drag, and names the value in text', async ({ page }) => {
  await openScene(page, 'forms')
  const rating = page.getByRole('slider', { name: 'Rating' })
  await rating.focus()
  await expect(rating).toHaveAttribute('aria-valuetext', '4.5 of 5')
  await page.keyboard.press('ArrowRight')
  await expect(rating).toHaveAttribute('aria-valuenow', '5')
  await page.keyboard.press('Home')
  await expect(rating).toHaveAttribute('aria-valuenow', '0.5')
  await page.keyboard.press('PageUp')
  await expect(rating).toHaveAttribute('aria-valuenow', '1.5')
  const box = await rating.boundingBox()
  if (!box) throw new Error('The stars have no box.')
  await rating.click({ position: { x: box.width * 0.45, y: box.height / 2 } })
  await expect(rating).toHaveAttribute('aria-valuenow', '2.5')
  await expect(page.getByText('2.5 of 5')).toBeVisible()
  // The box is measured again, because the click may have scrolled the page.
  const { x, y } = (await rating.boundingBox()) ?? box
  const middle = y + box.height / 2
  await page.mouse.move(x + box.width * 0.45, middle)
  await page.mouse.down()
  await page.mouse.move(x + 3, middle, { steps: 5 })
  await page.mouse.up()
  await expect(page.getByText('0.5 of 5')).toBeVisible()
})

test('shows and hides the password with the eye button, and announces it', async ({ page }) => {
  await openScene(page, 'forms')
  const field = page.getByLabel('New password')
  const eye = page.getByRole('button', { name: 'Show password' }).first()
  await field.fill('seaglass24')
  await expect(field).toHaveAttribute('type', 'password')
  await expect(eye).toHaveAttribute('aria-pressed', 'false')
  await field.focus()
  await page.keyboard.press('Tab')
  await expect(eye).toBeFocused()
  await page.keyboard.press('Space')
  await expect(field).toHaveAttribute('type', 'text')
  await expect(eye).toHaveAttribute('aria-pressed', 'true')
  await expect(field).toHaveValue('seaglass24')
  const size = await eye.boundingBox()
  expect(Math.min(size?.width ?? 0, size?.height ?? 0), 'the eye is large enough to touch').toBeGreaterThanOrEqual(44)
})
