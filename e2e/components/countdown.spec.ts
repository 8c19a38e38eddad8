import { expect, test } from '../support/test.ts'
import { openScene } from './open-scene.ts'

test('reaches zero once and notifies its owner once, even if a timer fires late', async ({ page }) => {
  await page.clock.install()
  await openScene(page, 'countdown')
  const timer = page.getByRole('timer')
  await page.clock.runFor(30_000)
  await expect(timer).toContainText(/01\s*minutes?\s*00\s*seconds?/)
  // The browser runs timers of a background page late, and the countdown then shows the correct time.
  await page.clock.fastForward(50_000)
  await expect(timer).toContainText(/00\s*minutes?\s*10\s*seconds?/)
  await page.clock.runFor(60_000)
  await expect(timer).toContainText(/00\s*minutes?\s*00\s*seconds?/)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await page.clock.runFor(5_000)
  await expect(page.getByText('Told 1 times')).toBeVisible()
})

test('restarts with more time from the owner, and notifies again', async ({ page }) => {
  await page.clock.install()
  await openScene(page, 'countdown')
  await page.clock.runFor(95_000)
  await expect(page.getByText('Told 1 times')).toBeVisible()
  await page.getByRole('button', { name: 'An hour more' }).click()
  await expect(page.getByRole('timer')).toHaveAccessibleName('0 days and 1 hours left')
  await page.clock.runFor(3_601_000)
  await expect(page.getByText('Told 2 times')).toBeVisible()
})
