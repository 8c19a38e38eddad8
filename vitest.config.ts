import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    environment: 'node',
    globalSetup: 'src/testing/vitest-setup.ts',
    setupFiles: 'src/testing/fail-on-console-error.ts',
    pool: 'forks',
    maxWorkers: 2,
    // To load the shop anew for each file took half of the time. What it keeps in memory hangs on a database, and each file has its own.
    isolate: false,
    // Against hanging, not for speed: a crowded machine may take its time.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
    restoreMocks: true,
    env: { TZ: 'UTC' },
    projects: [
      { extends: true, test: { name: 'shop', include: ['src/**/*.test.ts', 'src/**/*.test.tsx', 'db/**/*.test.ts'] } },
      // Afterwards and alone: they measure how quickly the shop starts.
      {
        extends: true,
        test: { name: 'process', include: ['e2e/process/process.test.ts'], sequence: { groupOrder: 1 } },
      },
      {
        extends: true,
        test: {
          name: 'bad days',
          include: ['e2e/process/bad-days.test.ts', 'e2e/process/own-postgres.test.ts'],
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
