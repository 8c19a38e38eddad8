import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../support/test.ts'
import { openScene } from './open-scene.ts'

test.use({ contextOptions: { forcedColors: 'active' } })

/** Returns the colors of an element or of its pseudo-element. */
const paint = (element: Locator, pseudo?: string) =>
  element.evaluate((node, part) => {
    const { backgroundColor, borderColor, fill } = getComputedStyle(node, part)
    return [backgroundColor, borderColor, fill].join(' ')
  }, pseudo)

const systemColor = (page: Page, name: string) =>
  page.evaluate((color) => {
    const probe = document.createElement('div')
    probe.style.backgroundColor = color
    document.body.append(probe)
    const found = getComputedStyle(probe).backgroundColor
    probe.remove()
    return found
  }, name)

test('distinguishes selected from unselected controls in forced-colors mode', async ({ page }) => {
  await openScene(page, 'forms')
  const chip = (isOn: boolean) => page.locator(`button[aria-pressed=${isOn}]:has(span)`).first()
  expect(await paint(chip(true))).not.toBe(await paint(chip(false)))
  expect(await paint(chip(true))).toContain(await systemColor(page, 'Highlight'))
  const full = page.getByRole('slider').locator('path + path').first()
  const empty = page.getByRole('slider').locator('path:only-child, path:first-child').last()
  expect(await paint(full)).not.toBe(await paint(empty))
  const field = page.getByRole('textbox').first()
  await field.focus()
  expect(await field.evaluate((node) => getComputedStyle(node).outlineStyle)).toBe('solid')
})

test('shows the open tab and the finished steps in forced-colors mode', async ({ page }) => {
  await openScene(page, 'tabs')
  const canvas = await systemColor(page, 'Canvas')
  const line = await paint(page.getByRole('tab', { selected: true }), '::after')
  expect(line.startsWith(canvas), 'the line below the open tab').toBe(false)
  await openScene(page, 'journey')
  const steps = page.getByRole('list', { name: 'Return', exact: true }).getByRole('listitem')
  const done = await paint(steps.nth(0), '::after')
  expect(done).not.toBe(await paint(steps.nth(3), '::after'))
  await openScene(page, 'basics')
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => getComputedStyle(document.activeElement as Element).outlineStyle)).toBe('solid')
})
