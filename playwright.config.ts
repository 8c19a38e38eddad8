import { defineConfig } from '@playwright/test'
import { browserFlags, findBrowser } from './e2e/support/browser.ts'

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.spec.ts',
  testIgnore: '**/components/**',
  globalSetup: './e2e/support/server.ts',
  outputDir: 'test-results',
  // A journey waits for a third of its time: on two cores a third one uses it.
  workers: 3,
  fullyParallel: false,
  forbidOnly: true,
  // A journey that fails once on a crowded machine gets a second chance; the report says that it needed one.
  retries: 1,
  // For a machine several times slower than ours: the longest journeys take under a minute here.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  use: {
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 1,
    isMobile: true,
    hasTouch: true,
    locale: 'en-US',
    timezoneId: 'UTC',
    // What moves is drawn sixty times a second, by the processors that the journeys need; `loop.spec.ts` goes its way with all of it.
    reducedMotion: 'reduce',
    // Recording every step costs as much as the steps: TRACE=1 turns it on for a look into a failure.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: findBrowser(), args: browserFlags },
  },
})
