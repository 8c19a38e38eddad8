import { existsSync } from 'node:fs'
import { type BrowserType, chromium, firefox, webkit } from '@playwright/test'
import { browserFlags, findBrowser } from '../support/browser.ts'
import type { Driver } from './driver.ts'
import { findFirefox, openFirefox } from './firefox.ts'
import { openPlaywright } from './playwright.ts'
import { findWebKit, openWebKit } from './webkit.ts'

type Open = () => Promise<Driver>

/** The function that opens the engine on this machine, or undefined if the engine is not installed. */
export const engines = {
  Chromium(): Open | undefined {
    const executablePath = findBrowser()
    return executablePath
      ? async () => openPlaywright(await chromium.launch({ executablePath, args: browserFlags }))
      : undefined
  },
  Firefox(): Open | undefined {
    const program = findFirefox()
    return findPlaywright(firefox) ?? (program ? () => openFirefox(program) : undefined)
  },
  WebKit(): Open | undefined {
    const programs = findWebKit()
    return findPlaywright(webkit) ?? (programs ? () => openWebKit(programs) : undefined)
  },
}

/** The packages to install for a missing engine. */
export const missing = {
  Chromium: 'install chromium or google-chrome',
  Firefox: 'install firefox-esr (Debian) or firefox, or run npx playwright install --with-deps firefox',
  WebKit: 'install webkit2gtk-driver and xvfb (Debian, Ubuntu), or run npx playwright install --with-deps webkit',
}

/** Returns Playwright's own build if `npx playwright install` has installed it. */
function findPlaywright(type: BrowserType): Open | undefined {
  return existsSync(type.executablePath()) ? async () => openPlaywright(await type.launch()) : undefined
}
