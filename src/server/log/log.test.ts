import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { createTestDatabase } from '#testing/processes/cluster.ts'
import { createLog, type logLevels } from './log.ts'

function createReadableLog(level: (typeof logLevels)[number], pretty = false) {
  const lines: string[] = []
  const log = createLog(level, {
    write: (line) => lines.push(line),
    pretty,
    now: () => new Date('2026-03-01T12:00:00Z'),
  })
  return { log, lines, entries: () => lines.map((line) => JSON.parse(line)) }
}

test('writes an entry as one line of JSON with level, time, message and fields', () => {
  const { log, lines, entries } = createReadableLog('info')
  log.info('order paid', { orderId: 'o1', note: 'two\nlines' })
  expect(lines[0]).not.toContain('\n')
  expect(entries()).toEqual([
    { level: 'info', time: '2026-03-01T12:00:00.000Z', msg: 'order paid', orderId: 'o1', note: 'two\nlines' },
  ])
})

test('omits entries below the level, and all entries when silent', () => {
  const warn = createReadableLog('warn')
  warn.log.info('quiet')
  warn.log.error('loud')
  expect(warn.entries().map((one) => one.msg)).toEqual(['loud'])
  const silent = createReadableLog('silent')
  silent.log.error('loud')
  expect(silent.lines).toEqual([])
})

test('removes secrets at any depth', () => {
  const { log, lines } = createReadableLog('info')
  log.info('sign in', {
    body: { email: 'ada@harbor.test', old_password: 'hunter22', list: [{ accessToken: 'hunter22' }] },
    headers: { Authorization: 'Bearer hunter22', 'set-cookie': ['token=hunter22'] },
  })
  expect(lines[0]).toContain('ada@harbor.test')
  expect(lines[0]).not.toContain('hunter22')
})

test('logs the stack and the cause of an error, and accepts cycles', () => {
  const { log, entries } = createReadableLog('info')
  const loop: Record<string, unknown> = {}
  loop.self = loop
  log.error('failed', { error: new Error('outer', { cause: new Error('inner') }), loop })
  const [entry] = entries()
  expect(entry.error.stack).toContain('log.test.ts')
  expect(entry.error.cause.message).toBe('inner')
  expect(entry.loop.self).toBe('[circular]')
})

test('never logs the parameters of a failed query', async () => {
  const { db, drop } = await createTestDatabase()
  const query = sql`select ${'ada@harbor.test'}::text, ${'12 Quay\n    at the harbor'}::text, ${'$argon2id$hash'}::int`
  const error = await db.execute(query).catch((failure: Error) => failure as Error & { cause: Error })
  await drop()
  if (!(error instanceof Error)) throw new Error('The query did not fail')
  const { log, lines, entries } = createReadableLog('info')
  log.error('failed', { error })
  log.error('failed', { error: error.cause })
  log.error('failed', { error: error.stack, list: [{ reason: String(error) }] })
  const pretty = createReadableLog('info', true)
  pretty.log.error('failed', { error })
  expect(entries()[0].error).toMatchObject({
    message: expect.stringContaining('select $1::text'),
    cause: { code: '22P02', message: 'invalid input syntax for type integer: "…"' },
  })
  expect(entries()[0].error.stack).toContain('log.test.ts')
  for (const line of [...lines, ...pretty.lines]) expect(line).not.toMatch(/ada@|argon2id|12 Quay/)
})

test('adds the fields of the current work to every line, nested and concurrent', async () => {
  const { log, entries } = createReadableLog('debug')
  const answer = (requestId: string) =>
    log.during({ requestId }, async () => {
      await setImmediate()
      await log.during({ path: `/${requestId}` }, async () => log.debug('deep'))
      log.debug('done', { status: 200 })
    })
  await Promise.all([answer('r1'), answer('r2')])
  log.debug('outside')
  const found = entries().map(({ level: _, time: __, ...entry }) => entry)
  expect(found).toHaveLength(5)
  for (const requestId of ['r1', 'r2']) {
    expect(found).toContainEqual({ msg: 'deep', requestId, path: `/${requestId}` })
    expect(found).toContainEqual({ msg: 'done', requestId, status: 200 })
  }
  expect(found.at(-1)).toEqual({ msg: 'outside' })
})

test('shows fields and stack as text for a terminal', () => {
  const { log, lines } = createReadableLog('info', true)
  log.error('failed', { path: '/account', error: new Error('no') })
  expect(lines[0]).toMatch(/^12:00:00 error failed path=\/account\nError: no\n {4}at /)
})

test('escapes terminal control characters in log lines, text and JSON', () => {
  const evil = 'x\u001b[2J\u009b31m\u202egnp\u{e0041}\nand on'
  const text = createReadableLog('info', true)
  text.log.info('asked', { path: evil })
  expect(text.lines[0]).not.toMatch(/[^\n\P{C}]/u)
  expect(text.lines[0]).toContain('x\\u001b[2J\\u009b31m\\u202egnp')
  const json = createReadableLog('info')
  json.log.info('asked', { path: evil })
  expect(json.lines[0]).not.toMatch(/\p{C}/u)
  expect(json.entries()).toMatchObject([{ path: evil }])
})

test.each([
  ['ends', 'process.exit(0)'],
  ['breaks', "throw new Error('broken')"],
])('loses no log line when the process %s', (_, end) => {
  const program = `
    import { createLog } from ${JSON.stringify(new URL('./log.ts', import.meta.url).href)}
    const log = createLog('info')
    for (let number = 0; number < 2_000; number++) log.info('answered', { number })
    ${end}`
  const { stdout } = spawnSync(process.execPath, ['--input-type=module-typescript', '--eval', program], {
    encoding: 'utf8',
  })
  const lines = stdout.trim().split('\n')
  expect(lines.length).toBe(2_000)
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ number: 1_999 })
})

test('writes a warning at once, after the earlier lines', () => {
  const program = `
    import { createLog } from ${JSON.stringify(new URL('./log.ts', import.meta.url).href)}
    const log = createLog('info')
    log.info('first')
    log.warn('second')
    process.kill(process.pid, 'SIGKILL')`
  const { stdout } = spawnSync(process.execPath, ['--input-type=module-typescript', '--eval', program], {
    encoding: 'utf8',
  })
  expect(stdout).toMatch(/first[\s\S]+second/)
})

/** A program that fills the pipe to its reader, throws, and writes `leaving` to stderr when the process begins to exit. */
const breaking = `
  import { writeSync } from 'node:fs'
  import { createLog } from ${JSON.stringify(new URL('./log.ts', import.meta.url).href)}
  const log = createLog('info')
  // Opened by Node, it no longer waits for its reader.
  process.stdout.writableLength
  for (const size of [1_000, 1]) try { for (;;) writeSync(1, 'x'.repeat(size)) } catch {}
  process.prependOnceListener('exit', () => writeSync(2, 'leaving'))
  log.info('the last one')
  throw new Error('broken')`

test('waits for a slow reader when the process breaks', async () => {
  const child = spawn(process.execPath, ['--input-type=module-typescript', '--eval', breaking], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let heard = ''
  let errors = ''
  child.stdout.on('data', (chunk) => {
    heard += chunk
  })
  child.stderr.on('data', (chunk) => {
    errors += chunk
  })
  child.stdout.pause()
  const closed = once(child, 'close')
  await vi.waitFor(() => expect(errors).toContain('leaving'), 20_000)
  child.stdout.resume()
  await closed
  expect(heard).toContain('xxx')
  expect(heard).toContain('"msg":"the last one"')
})

test('stops waiting for a reader that never reads', async () => {
  const line = '{ "$0" --input-type=module-typescript --eval "$1"; echo "ended $?" >&2; } | sleep 60'
  const started = performance.now()
  const child = spawn('sh', ['-c', line, process.execPath, breaking], {
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  })
  for await (const chunk of child.stderr) if (String(chunk).includes('ended 1')) break
  expect(performance.now() - started).toBeGreaterThan(2_000)
  process.kill(-(child.pid ?? 0))
})
