import { defineConfig } from '@playwright/test'
import { browserFlags, findBrowser } from './e2e/support/browser.ts'

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.spec.ts',
  testIgnore: '**/components/**',
  globalSetup: './e2e/support/server.ts',
  outputDir: 'test-results',
  // Three tests run on two cores, because each test waits for a third of its time.
  workers: 3,
  fullyParallel: false,
  forbidOnly: true,
  // A test that fails on a busy machine runs a second time. The report names the test, and more than two such tests fail the run.
  retries: 1,
  // 300 s: the longest tests take under a minute on two cores, and other machines can be several times slower.
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
    // Animations take processor time that the tests need. `loop.spec.ts` runs with full motion.
    reducedMotion: 'reduce',
    // Recording doubles the cost of each step. TRACE=1 turns the recording on.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: findBrowser(), args: browserFlags },
  },
})
