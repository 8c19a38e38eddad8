import { execFile } from 'node:child_process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '#testing/processes/cluster.ts'

const parts = {} as Awaited<ReturnType<typeof createTestDatabase>>

beforeAll(async () => {
  Object.assign(parts, await createTestDatabase())
})
afterAll(() => parts.drop())

/** Runs a command in its own process, like npm does. */
function run(program: string, words: string[], databaseUrl = parts.url) {
  return new Promise<{ code: number; output: string; errors: string }>((resolve) => {
    const env = { ...process.env, NODE_ENV: 'test', DATABASE_URL: databaseUrl }
    const child = execFile(process.execPath, [program, ...words], { env }, (_, output, errors) => {
      resolve({ code: child.exitCode ?? -1, output, errors })
    })
  })
}

test('prints results to stdout and usage errors to stderr, each with its exit code', async () => {
  const [list, usageError] = await Promise.all([
    run('src/app/staff.ts', ['orders']),
    run('src/app/staff.ts', ['dance']),
  ])
  expect(list).toEqual({ code: 0, output: 'No orders.\n', errors: '' })
  expect(usageError).toMatchObject({
    code: 2,
    output: '',
    errors: expect.stringContaining('There is no command "dance".'),
  })
})

test('prints help without a database', async () => {
  const { code, output } = await run('src/app/staff.ts', ['help'], 'postgresql://nobody@127.0.0.1:1/none')
  expect(code).toBe(0)
  expect(output).toContain('approve <return>')
})

test('reports an unreachable database in one sentence', async () => {
  const { code, errors } = await run('src/app/staff.ts', ['orders'], 'postgresql://nobody@127.0.0.1:1/none')
  expect(code).toBe(1)
  expect(errors).toContain('Check DATABASE_URL')
  expect(errors).not.toContain('    at ')
})

test('refuses to delete a given database for the demo without --force', async () => {
  const { code, errors } = await run('src/app/demo.ts', [])
  expect(code).toBe(1)
  expect(errors).toContain('npm run db:demo -- --force')
})
