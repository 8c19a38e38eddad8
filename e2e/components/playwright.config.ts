import { defineConfig } from '@playwright/test'
import journeys from '../../playwright.config.ts'

/** Single parts in a real browser, without a shop behind them: built in seconds, tried in a moment each. */
export default defineConfig({
  ...journeys,
  testDir: '.',
  testIgnore: [],
  outputDir: '../../test-results/components',
  globalSetup: './build-scenes.ts',
  fullyParallel: true,
  workers: 2,
  timeout: 120_000,
  // Parts are where things move.
  use: { ...journeys.use, reducedMotion: 'no-preference' },
})
