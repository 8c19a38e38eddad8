import { expect, test } from '../support/test.ts'
import { openScene } from './open-scene.ts'

test('reports whether copying worked', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openScene(page, 'journey')
  await page.getByRole('button', { name: 'Copy Order No.' }).click()
  await expect(page.getByRole('status').getByText('Copy successfully')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('HB25091830217')
})
