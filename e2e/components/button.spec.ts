import { expect, test } from '../support/test.ts'
import { openScene } from './open-scene.ts'

test('keeps the width of a busy button', async ({ page }) => {
  await openScene(page, 'basics')
  const button = page.getByRole('button', { name: 'Become busy' })
  const before = await button.boundingBox()
  await button.click()
  await expect(button).toHaveAttribute('aria-busy', 'true')
  expect((await button.boundingBox())?.width).toBe(before?.width)
})
