import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    environment: 'node',
    globalSetup: 'src/testing/vitest-setup.ts',
    setupFiles: 'src/testing/fail-on-console-error.ts',
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
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
