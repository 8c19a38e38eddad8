import { Agent, type IncomingMessage, request } from 'node:http'

export type Ask = { method?: 'GET' | 'POST'; path: string; headers?: Record<string, string>; body?: string }
export type Task = { port: number; asks: Ask[]; isOnce: boolean; connections: number; runMs: number }
/** `all` counts also what was still under way when the time was over. */
export type Outcome = { perSecond: number; p50: number; p99: number; all: number; wrong: string[] }

const enoughAnswers = 200
const mostTimes = 3

/** The load, in a process of its own: so many connections kept open, each asking again as soon as it has its answer. */
async function drive(task: Task): Promise<Outcome> {
  const { port, asks, isOnce, connections, runMs } = task
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const times: number[] = []
  const wrong: string[] = []
  const begun = performance.now()
  let until = begun + runMs
  let next = 0
  let answered = 0

  async function keepAsking(): Promise<void> {
    for (;;) {
      const asked = performance.now()
      // What may be asked only once runs out some day; everything else comes round again.
      if (asked >= until || (isOnce && next >= asks.length)) return
      const ask = asks[next++ % asks.length] as Ask
      const problem = await askOnce(agent, port, ask)
      const now = performance.now()
      if (problem && wrong.length < 5) wrong.push(`${ask.path}: ${problem}`)
      times.push(now - asked)
      if (now < until) answered++
    }
  }

  const asking = Array.from({ length: connections }, keepAsking)
  // A few slow answers say little about the median, so slow ones get more time.
  const longer = setInterval(() => {
    const left = until - performance.now()
    if (left < 500 && times.length < enoughAnswers && until - begun < mostTimes * runMs) until += 500
  }, 100)
  await Promise.all(asking)
  clearInterval(longer)
  agent.destroy()
  times.sort((one, other) => one - other)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
  const seconds = (Math.min(performance.now(), until) - begun) / 1000
  return { perSecond: answered / seconds, p50: at(0.5), p99: at(0.99), all: times.length, wrong }
}

/** Null for a good answer, read to its end; else what was wrong with it. */
function askOnce(agent: Agent, port: number, { method = 'GET', path, headers, body }: Ask): Promise<string | null> {
  const { promise, resolve } = Promise.withResolvers<string | null>()
  const sent = request({ agent, host: '127.0.0.1', port, method, path, headers }, (answer: IncomingMessage) => {
    answer.resume()
    answer.on('end', () => resolve(answer.statusCode === 200 ? null : `answered ${answer.statusCode}`))
    answer.on('error', (error) => resolve(error.message))
  })
  sent.on('error', (error) => resolve(error.message))
  sent.end(body)
  return promise
}

process.on('message', async (task: Task) => process.send?.(await drive(task)))
process.on('disconnect', () => process.exit())
