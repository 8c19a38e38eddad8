import { defineConfig } from '@playwright/test'
import journeys from '../../playwright.config.ts'

/** Tests of single parts in a real browser without a shop. The parts build in seconds, and the tests run quickly. */
export default defineConfig({
  ...journeys,
  testDir: '.',
  testIgnore: [],
  outputDir: '../../test-results/components',
  globalSetup: './build-scenes.ts',
  fullyParallel: true,
  workers: 2,
  timeout: 120_000,
  // Animations are on, because these tests cover moving parts.
  use: { ...journeys.use, reducedMotion: 'no-preference' },
})
