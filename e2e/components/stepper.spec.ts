import { expect, test } from '../support/test.ts'
import { openScene } from './open-scene.ts'

for (const width of [320, 390]) {
  test(`breaks no word of the return steps in any language at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 })
    await openScene(page, 'steppers')
    const broken = await page.locator('li').evaluateAll((steps) => {
      const isSeen = (step: Element) => Number.parseFloat(getComputedStyle(step).fontSize) > 0
      // A word on one line has a single box, so a second box means a broken word.
      const isBroken = (text: Node, from: number, length: number) => {
        const range = document.createRange()
        range.setStart(text, from)
        range.setEnd(text, from + length)
        const tops = [...range.getClientRects()].filter((box) => box.width > 0).map((box) => Math.round(box.top))
        return new Set(tops).size > 1
      }
      return steps.filter(isSeen).flatMap((step) => {
        const text = step.querySelector('span')?.firstChild
        if (!text) return ['no label']
        const words = [...(text.textContent ?? '').matchAll(/[^\s-]+/g)]
        return words.filter((word) => isBroken(text, word.index, word[0].length)).map(String)
      })
    })
    expect(broken).toEqual([])
    const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(beyond, 'the page is wider than the window').toBeLessThanOrEqual(0)
    // The label of the current step is always visible.
    for (const step of await page.locator('[aria-current=step] span').all()) {
      expect((await step.boundingBox())?.height).toBeGreaterThan(10)
    }
  })
}
