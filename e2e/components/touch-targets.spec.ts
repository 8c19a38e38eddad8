import type { Page } from '@playwright/test'
import { expect, test } from '../support/test.ts'
import { openScene } from './open-scene.ts'

/** Returns every target that is too small for a finger, with its width and height. */
const listSmallTargets = (page: Page) =>
  page.evaluate(() => {
    type Box = { left: number; top: number; right: number; bottom: number }
    const merge = (a: Box, b: Box): Box => ({
      left: Math.min(a.left, b.left),
      top: Math.min(a.top, b.top),
      right: Math.max(a.right, b.right),
      bottom: Math.max(a.bottom, b.bottom),
    })
    const toBox = ({ left, top, right, bottom }: DOMRect): Box => ({ left, top, right, bottom })

    /**
     * Returns the tap area of an absolute pseudo-element, which belongs to its element. Its insets are relative to the
     * nearest positioned ancestor.
     */
    const findHitArea = (element: Element, pseudo: string): Box => {
      const box = toBox(element.getBoundingClientRect())
      const area = getComputedStyle(element, pseudo)
      const isStatic = getComputedStyle(element).position === 'static'
      const host = isStatic && element instanceof HTMLElement ? element.offsetParent : element
      if (!host || area.content === 'none' || area.position !== 'absolute') return box
      const frame = host.getBoundingClientRect()
      const border = getComputedStyle(host)
      return merge(box, {
        left: frame.left + Number.parseFloat(border.borderLeftWidth) + Number.parseFloat(area.left),
        top: frame.top + Number.parseFloat(border.borderTopWidth) + Number.parseFloat(area.top),
        right: frame.right - Number.parseFloat(border.borderRightWidth) - Number.parseFloat(area.right),
        bottom: frame.bottom - Number.parseFloat(border.borderBottomWidth) - Number.parseFloat(area.bottom),
      })
    }
    const measure = (element: Element) => merge(findHitArea(element, '::before'), findHitArea(element, '::after'))
    const isSeen = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      element.getBoundingClientRect().width > 1

    // A link inside a text is as high as its line, which WCAG 2.5.5 allows.
    const isInText = (element: Element) =>
      getComputedStyle(element).display === 'inline' &&
      [...(element.parentElement?.childNodes ?? [])].some((node) => node.nodeType === 3 && node.textContent?.trim())

    const targets = new Map<Element, Box>()
    for (const element of document.querySelectorAll(
      'a[href], button, summary, input, select, textarea, [role=slider]',
    )) {
      const [label] = element instanceof HTMLInputElement ? (element.labels ?? []) : []
      const isBesideLabel = label !== undefined && isSeen(label)
      if ((!isSeen(element) && !isBesideLabel) || isInText(element)) continue
      const box = measure(element)
      targets.set(element, isBesideLabel ? merge(box, measure(label)) : box)
    }
    const minSide = 44
    // Line heights with fractions make a target up to half a pixel smaller.
    const isSmall = (side: number) => side < minSide - 0.5
    return [...targets].flatMap(([element, { left, top, right, bottom }]) => {
      const [width, height] = [right - left, bottom - top]
      if (!isSmall(width) && !isSmall(height)) return []
      const name = element.getAttribute('aria-label') ?? element.textContent?.trim() ?? ''
      return [`${element.localName}.${element.className} "${name}" ${width.toFixed(1)} × ${height.toFixed(1)}`]
    })
  })

for (const scene of ['gallery', 'tabs', 'uploads'] as const) {
  test(`has targets of at least 44 by 44 px in the scene "${scene}"`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await openScene(page, scene)
    expect(await page.locator('button').count()).toBeGreaterThan(0)
    expect(await listSmallTargets(page)).toEqual([])
  })
}
