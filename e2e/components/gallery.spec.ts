import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from '../support/test.ts'
import { openScene } from './open-scene.ts'

async function openGallery(page: Page, dir = 'ltr') {
  await openScene(page, 'gallery', { dir })
  await expect(page.getByRole('heading', { level: 1, name: 'Components and states' })).toBeVisible()
}

async function expectNoHorizontalScroll(page: Page) {
  const { content, window } = await page.evaluate(() => ({
    content: document.documentElement.scrollWidth,
    window: document.documentElement.clientWidth,
  }))
  expect(content, 'the page is wider than the window').toBeLessThanOrEqual(window)
}

test.describe('every part in every state', () => {
  test('is accessible in light mode', async ({ page }) => {
    await openGallery(page)
    await expectNoHorizontalScroll(page)
    await expectAccessible(page)
  })

  test('is accessible in dark mode', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'dark' })
    await openGallery(page)
    await expectAccessible(page)
  })

  test('is mirrored in right-to-left text', async ({ page }) => {
    await openGallery(page, 'rtl')
    await expectNoHorizontalScroll(page)
    await expectAccessible(page)
    const back = await page.getByRole('button', { name: 'Back', exact: true }).boundingBox()
    expect(back?.x, 'the back arrow stands at the right').toBeGreaterThan(300)
  })

  test('fits a window of 320 px', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    await openGallery(page)
    await expectNoHorizontalScroll(page)
    await expectAccessible(page)
  })

  test('fits text of twice the size', async ({ page }) => {
    await page.addInitScript(() => {
      document.addEventListener('DOMContentLoaded', () => {
        const larger = new CSSStyleSheet()
        larger.replaceSync(':root { font-size: 200% }')
        document.adoptedStyleSheets.push(larger)
      })
    })
    await openGallery(page)
    await expectNoHorizontalScroll(page)
  })

  test('is centered in a wide window', async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 900 })
    await openGallery(page)
    await expectNoHorizontalScroll(page)
    await expectAccessible(page)
  })
})
