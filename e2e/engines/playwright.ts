import type { Browser } from '@playwright/test'
import type { Driver } from './driver.ts'

/**
 * Implements the actions with Playwright for Chromium, and for Playwright's own Firefox and WebKit if these are
 * installed.
 */
export async function openPlaywright(browser: Browser): Promise<Driver> {
  const context = await browser.newContext({ locale: 'en-US', timezoneId: 'UTC', reducedMotion: 'reduce' })
  const page = await context.newPage()
  return {
    about: `${browser.browserType().name()} ${browser.version()}`,
    resize: (size) => page.setViewportSize(size),
    open: async (address) => {
      await page.goto(address)
    },
    evaluate: (expression) => page.evaluate(expression),
    tap: ({ x, y }) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text),
    pressEscape: () => page.keyboard.press('Escape'),
    screenshot: () => page.screenshot(),
    close: () => browser.close(),
  }
}
