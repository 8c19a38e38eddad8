import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    environment: 'node',
    include: ['src/**/*.test.ts', 'src/**/*.test.tsx', 'db/**/*.test.ts', 'e2e/process/*.test.ts'],
    globalSetup: 'src/testing/vitest-setup.ts',
    setupFiles: 'src/testing/fail-on-console-error.ts',
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    restoreMocks: true,
    env: { TZ: 'UTC' },
  },
})
