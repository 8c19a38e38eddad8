import { openConnection } from './connection.ts'

export type Ask = { method?: 'GET' | 'POST'; path: string; headers?: Record<string, string>; body?: string }
export type Task = { port: number; asks: Ask[]; isOnce: boolean; connections: number; runMs: number }
/**
 * The result of a run. `all` also counts requests that were unfinished at the end. `loadMs` is the CPU time of the load
 * generator per request.
 */
export type Outcome = { perSecond: number; p50: number; p99: number; all: number; loadMs: number; wrong: string[] }

const enoughAnswers = 200
const maxTimes = 3

/** Generates the load in a separate process. Each open connection sends its next request after each response. */
async function drive(task: Task): Promise<Outcome> {
  const { port, asks, isOnce, connections, runMs } = task
  const written: Buffer[] = []
  const times: number[] = []
  const wrong: string[] = []
  const priorUsage = process.cpuUsage()
  const begun = performance.now()
  let until = begun + runMs
  let next = 0
  let answered = 0

  async function keepAsking(): Promise<void> {
    const connection = openConnection(port)
    for (;;) {
      const asked = performance.now()
      // Requests that can be sent only once run out. Other requests repeat in a loop.
      if (asked >= until || (isOnce && next >= asks.length)) return connection.close()
      const at = next++ % asks.length
      const ask = asks[at] as Ask
      written[at] ??= writeRequest(port, ask)
      const problem = await connection.ask(written[at])
      const now = performance.now()
      if (problem && wrong.length < 5) wrong.push(`${ask.path}: ${problem}`)
      times.push(now - asked)
      if (now < until) answered++
    }
  }

  const asking = Array.from({ length: connections }, keepAsking)
  // The median of a few slow responses is not reliable, so slow requests get more time.
  const longer = setInterval(() => {
    const left = until - performance.now()
    if (left < 500 && times.length < enoughAnswers && until - begun < maxTimes * runMs) until += 500
  }, 100)
  await Promise.all(asking)
  clearInterval(longer)
  const { user, system } = process.cpuUsage(priorUsage)
  times.sort((one, other) => one - other)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
  const seconds = (Math.min(performance.now(), until) - begun) / 1000
  const loadMs = (user + system) / 1000 / times.length
  return { perSecond: answered / seconds, p50: at(0.5), p99: at(0.99), all: times.length, loadMs, wrong }
}

function writeRequest(port: number, { method = 'GET', path, headers = {}, body }: Ask): Buffer {
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  const lines = Object.entries({ host: `127.0.0.1:${port}`, ...headers, ...length }).map(
    ([name, value]) => `${name}: ${value}`,
  )
  return Buffer.from([`${method} ${path} HTTP/1.1`, ...lines, '', body ?? ''].join('\r\n'))
}

process.on('message', async (task: Task) => process.send?.(await drive(task)))
process.on('disconnect', () => process.exit())
