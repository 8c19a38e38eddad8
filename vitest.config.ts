import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const longest =
  /(?:bad-requests|identities|growth|heaviest-calls|load-demo|return-commands|repeated-requests|openapi|staff|live|bad-rows|tracking\.http|bad-days)\.test\.ts$/

/** The longest files first, so that the workers end together. */
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
    // One of three waits for the database at any time.
    maxWorkers: 3,
    // To load the shop anew for each file took half of the time. What it keeps in memory hangs on a database, and each file has its own.
    isolate: false,
    // Against hanging, not for speed: a crowded machine may take its time.
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
      // Every endpoint once, against `dist/server/main.js`: the source of a dependency and its bundle can behave differently.
      {
        extends: true,
        test: {
          name: 'built',
          include: ['src/app/checks/staff/every-staff-call.test.ts', 'e2e/built/*.test.ts'],
          env: { HARBOR_BUILT: 'true' },
          sequence: { groupOrder: 1 },
        },
      },
      // Afterwards, because they measure how quickly the shop starts, and `npm run verify` leaves them out.
      {
        extends: true,
        test: { name: 'process', include: ['e2e/process/*.test.ts'], sequence: { groupOrder: 2 } },
      },
    ],
  },
})
