import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Clock } from '#server/clock.ts'

const projectFolder = fileURLToPath(new URL('../../../', import.meta.url))
const clockFile = new URL('./follow-test-clock.ts', import.meta.url).href

/** True in the test project `built`: calls then go over HTTP to `dist/server/main.js` instead of to the source. */
export const usesBuiltServer = process.env.HARBOR_BUILT === 'true'

export type SendRequest = (path: string, init: RequestInit, visitor: { visitorIp: string }) => Promise<Response>
type Message = { ready?: { port: number }; followed?: number }
type Settings = { databaseUrl: string; dataDir: string; clock: Clock; environment?: Record<string, string> }

/**
 * Runs the built server on a test's database at the time of the test's clock. The server starts with the first request,
 * so that a test can write data first. An empty database gets the reference data.
 */
export function builtServer(settings: Settings) {
  let started: ReturnType<typeof startBuiltServer> | undefined
  const request: SendRequest = async (path, init, visitor) => {
    started ??= startBuiltServer(settings)
    return (await started).request(path, init, visitor)
  }
  return { request, stop: async () => (await started)?.stop() }
}

async function startBuiltServer({ databaseUrl, dataDir, clock, environment = {} }: Settings) {
  const child = spawn(process.execPath, ['--import', clockFile, 'dist/server/main.js'], {
    cwd: projectFolder,
    env: {
      ...process.env,
      ...{ NODE_ENV: 'test', PORT: '0', PUBLIC_URL: 'http://harbor.test', TRUST_PROXY: '1', LOG_LEVEL: 'warn' },
      ...{ DATABASE_URL: databaseUrl, DATA_DIR: dataDir, DEMO: 'false', PAYMENTS: 'test' },
      TEST_TIME: String(clock.now().getTime()),
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const ended = once(child, 'close')
  const waitFor = <T>(find: (message: Message) => T | undefined) =>
    new Promise<T>((resolve, reject) => {
      child.on('message', function look(message: Message) {
        const found = find(message)
        if (found === undefined) return
        child.off('message', look)
        resolve(found)
      })
      child.once('close', () => reject(new Error(`The built server ended:\n${output}`)))
    })
  const { port } = await waitFor(({ ready }) => ready)
  let serverTime = clock.now().getTime()

  // The server gets the test's time before the request.
  const request: SendRequest = async (path, init, { visitorIp }) => {
    const time = clock.now().getTime()
    if (time !== serverTime) {
      const followed = waitFor((message) => (message.followed === time ? true : undefined))
      child.send({ time })
      await followed
      serverTime = time
    }
    const headers = new Headers(init.headers)
    headers.set('x-forwarded-for', visitorIp)
    return fetch(`http://127.0.0.1:${port}${path}`, { ...init, headers, redirect: 'manual' })
  }

  return {
    request,
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}
