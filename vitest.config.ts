import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const longest =
  /(?:bad-requests|identities|growth|heaviest-calls|load-demo|return-commands|repeated-requests|openapi|staff|live|bad-rows|tracking\.http|bad-days)\.test\.ts$/

/** Runs the longest files first, so that the workers end at about the same time. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => longest.test(moduleId)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

export default defineConfig({
  test: {
    environment: 'node',
    globalSetup: 'src/testing/vitest-setup.ts',
    setupFiles: 'src/testing/each-test-file.ts',
    pool: 'forks',
    // Three workers use two cores, because a worker waits for the database a third of its time.
    maxWorkers: 3,
    // Loading the shop again for each file took half of the time. State in memory belongs to a database, and each file has its own database.
    isolate: false,
    // The timeouts end tests that hang. The timeouts do not measure speed, because a busy machine can be slow.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
    restoreMocks: true,
    sequence: { sequencer: LongestFirst },
    env: { TZ: 'UTC' },
    projects: [
      {
        extends: true,
        test: {
          name: 'shop',
          include: ['src/**/*.test.ts', 'src/**/*.test.tsx', 'db/**/*.test.ts', 'bench/*.test.ts'],
        },
      },
      // Tries every endpoint once against `dist/server/main.js`, because the bundle of a dependency can behave differently from its source.
      {
        extends: true,
        test: {
          name: 'built',
          include: ['src/app/checks/staff/every-staff-call.test.ts', 'e2e/built/*.test.ts'],
          env: { HARBOR_BUILT: 'true' },
          sequence: { groupOrder: 1 },
        },
      },
      // Runs last, because these tests measure the start of the shop. `npm run verify` leaves them out.
      {
        extends: true,
        test: { name: 'process', include: ['e2e/process/*.test.ts'], sequence: { groupOrder: 2 } },
      },
    ],
  },
})
