import { type ChildProcess, execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Outcome, Task } from './drive.ts'

const root = fileURLToPath(new URL('../', import.meta.url))

export type Running = {
  pid: number
  port: number
  startMs: number
  readMemory: () => number
  stop: () => Promise<void>
}

/** Starts the real server on a data folder, as `npm start` does, and measures its start. `environment` adds settings. */
export async function startServer(dataDir: string, environment: Record<string, string> = {}): Promise<Running> {
  const started = performance.now()
  const child = startProcess('dist/server/main.js', [], {
    NODE_ENV: 'production',
    NODE_COMPILE_CACHE: `${root}.cache/node`,
    MALLOC_ARENA_MAX: '2',
    PORT: '0',
    DATA_DIR: dataDir,
    DATABASE_URL: '',
    POSTGRES_BUILT_IN: 'true',
    DEMO: 'false',
    // The number of order lookups of each address is limited, so the load comes from many addresses.
    TRUST_PROXY: '1',
    // All staff requests use one key, so its limit is raised.
    LIMIT_STAFF_BY_CALLER: '1000000/60',
    SMTP_URL: '',
    PAYMENTS: 'test',
    STRIPE_SECRET_KEY: '',
    STRIPE_WEBHOOK_SECRET: '',
    ...environment,
  })
  const { port } = await waitFor(child, (message: { ready?: { port: number } }) => message.ready)
  return { ...toRunning(child, port), startMs: performance.now() - started }
}

export async function startBaseline(databaseUrl: string): Promise<Running> {
  const started = performance.now()
  const child = startProcess('bench/bare.ts', [databaseUrl], { NODE_ENV: 'production' })
  const { port } = await waitFor(child, (message: { port: number }) => message)
  return { ...toRunning(child, port), startMs: performance.now() - started }
}

export function startDriver() {
  const child = startProcess('bench/drive.ts', [], {})
  return {
    run: (task: Task): Promise<Outcome> => {
      child.send(task)
      return waitFor(child, (outcome: Outcome) => outcome)
    },
    stop: () => stopProcess(child),
  }
}

function startProcess(program: string, words: string[], environment: Record<string, string>): ChildProcess {
  return fork(`${root}${program}`, words, {
    cwd: root,
    execArgv: program.endsWith('main.js') ? ['--max-semi-space-size=16'] : process.execArgv,
    env: { ...process.env, ...environment },
    // The server writes its log as in production, and the output is discarded.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
}

async function waitFor<Message, Found>(
  child: ChildProcess,
  find: (message: Message) => Found | undefined,
): Promise<Found> {
  const { promise, resolve, reject } = Promise.withResolvers<Found>()
  const look = (message: unknown) => {
    const found = find(message as Message)
    if (found !== undefined) resolve(found)
  }
  const fail = (code: number | null) => reject(new Error(`${child.spawnargs.at(1)} ended with code ${code}`))
  child.on('message', look)
  child.once('exit', fail)
  try {
    return await promise
  } finally {
    child.off('message', look)
    child.off('exit', fail)
  }
}

function toRunning(child: ChildProcess, port: number) {
  return {
    pid: child.pid ?? 0,
    port,
    /** Returns the resident memory in megabytes. */
    readMemory: () => Number(execFileSync('ps', ['-o', 'rss=', '-p', String(child.pid)], { encoding: 'utf8' })) / 1024,
    stop: () => stopProcess(child),
  }
}

async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}
