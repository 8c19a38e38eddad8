import { setInterval } from 'node:timers'
import { Client } from 'pg'
import { borrowEmbeddedPostgres } from '#server/embedded-postgres.ts'
import { boundWidget } from './data/other-tables.ts'
import { prepareData } from './data/prepare.ts'
import type { Outcome } from './drive.ts'
import { type Running, startBare, startDriver, startServer } from './processes.ts'
import { listScenarios, type Scenario } from './scenarios.ts'
import { type Section, showTable } from './section.ts'

const connections = 16
const warmUpMs = 500
const runMs = 4_000
const coldStarts = 3
/** More than noise: a list that takes this much longer in a shop ten times as large grows with it. */
const mostGrowth = 1.5

type Measured = { name: string; isList: boolean; tenth: Outcome; full: Outcome }
type Memory = { idle: number; peak: number }
type Site = { server: Running; client: Client; url: string }

/** How fast the calls and pages answer, on a large shop and on one a tenth its size, beside routes that do nothing. */
export async function measureCalls(): Promise<Section> {
  const folders = await prepareData()
  const starts = await measureColdStarts(folders.full)
  const sites = { tenth: await openSite(folders.tenth), full: await openSite(folders.full) }
  starts.push(sites.full.server.startMs)
  const bare = await startBare(sites.full.url)
  const driver = startDriver()
  const ask = (port: number, { asks, isOnce = false }: Pick<Scenario, 'asks' | 'isOnce'>, ms = runMs) =>
    driver.run({ port, asks, isOnce, connections, warmUpMs, runMs: ms })
  try {
    const memory = watchMemory(sites.full.server)
    const askBare = async () => ({
      hello: await ask(bare.port, { asks: [{ path: '/hello' }] }),
      select: await ask(bare.port, { asks: [{ path: '/select' }] }),
    })
    const before = await askBare()
    const measured: Measured[] = []
    const asked = {
      tenth: await listScenarios(sites.tenth.client),
      full: await listScenarios(sites.full.client),
    }
    for (const [index, scenario] of asked.full.entries()) {
      const small = asked.tenth[index] ?? scenario
      const run = async () => ({
        tenth: await ask(sites.tenth.server.port, small),
        full: await ask(sites.full.server.port, scenario),
      })
      const { name, isList = false } = scenario
      let result = { name, isList, ...(await run()) }
      // A bad moment of the machine is no growth: what looks like it has to show three times.
      for (let again = 0; again < 2 && isList && growthOf(result) > mostGrowth; again++) {
        const { tenth, full } = await run()
        result = { ...result, tenth: takeBetter(result.tenth, tenth), full: takeBetter(result.full, full) }
      }
      refuseWrong(result)
      measured.push(result)
      console.log(showProgress(result))
    }
    // What everything is held against is measured twice, so that one bad moment does not flatter the rest.
    const after = await askBare()
    const base = { hello: takeBetter(before.hello, after.hello), select: takeBetter(before.select, after.select) }
    return report({ base, measured, starts, memory: memory.stop() })
  } finally {
    await driver.stop()
    await bare.stop()
    for (const { client, server } of Object.values(sites)) {
      await client.end()
      await server.stop()
    }
  }
}

function takeBetter(one: Outcome, other: Outcome): Outcome {
  return one.p50 <= other.p50 ? one : other
}

async function measureColdStarts(folder: string): Promise<number[]> {
  const times: number[] = []
  while (times.length < coldStarts - 1) {
    const server = await startServer(folder)
    times.push(server.startMs)
    await server.stop()
  }
  return times
}

/** A server on its data, with what earlier runs left behind cleared away. */
async function openSite(dataDir: string): Promise<Site> {
  const server = await startServer(dataDir)
  const { url } = await borrowEmbeddedPostgres({ dataDir })
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query('delete from rate_limits')
  await client.query('delete from coupon_claims where link_id in (select id from coupon_links where widget_id = $1)', [
    boundWidget,
  ])
  await client.query('vacuum (analyze) coupon_claims')
  return { server, client, url }
}

function watchMemory(server: Running): { stop: () => Memory } {
  const idle = server.readMemory()
  let peak = idle
  const timer = setInterval(() => {
    peak = Math.max(peak, server.readMemory())
  }, 500)
  return {
    stop: () => {
      clearInterval(timer)
      return { idle, peak }
    },
  }
}

/** A quick refusal would look like a quick answer. */
function refuseWrong({ name, tenth, full }: Measured): void {
  const wrong = [...tenth.wrong, ...full.wrong]
  if (wrong.length > 0) throw new Error(`${name} did not answer as it should: ${wrong.join('; ')}`)
}

const growthOf = ({ tenth, full }: Pick<Measured, 'tenth' | 'full'>) => full.p50 / tenth.p50

const ms = (value: number) => value.toFixed(value < 10 ? 2 : 1)
const count = (value: number) => Math.round(value).toLocaleString('en')
const times = (value: number) => `${value.toFixed(value < 10 ? 1 : 0)}×`

function showProgress(result: Measured): string {
  const { perSecond, p50, p99 } = result.full
  return `  ${result.name.padEnd(26)} ${count(perSecond).padStart(7)} /s  p50 ${ms(p50)}  p99 ${ms(p99)}  growth ${times(growthOf(result))}`
}

type Results = {
  base: { hello: Outcome; select: Outcome }
  measured: Measured[]
  starts: number[]
  memory: Memory
}

function report({ base, measured, starts, memory }: Results): Section {
  const grown = measured.filter((one) => one.isList && growthOf(one) > mostGrowth)
  const row = (name: string, full: Outcome, rest: [string, string]) => [
    ...[name, count(full.perSecond), ms(full.p50), ms(full.p99)],
    ...[times(full.p50 / base.hello.p50), times(full.p50 / base.select.p50), ...rest],
  ]
  const table = showTable(
    ['Call', 'per second', 'p50 ms', 'p99 ms', '÷ bare', '÷ select 1', 'p50 ms at 1/10', 'growth'],
    [
      row('Bare Hono route', base.hello, ['', '']),
      row('Bare `select 1`', base.select, ['', '']),
      ...measured.map((one) => row(one.name, one.full, [ms(one.tenth.p50), times(growthOf(one))])),
    ],
  )
  const [start = 0] = starts.sort((one, other) => one - other)
  const words = [
    '## Calls and pages',
    `100,000 customers, 1,000,000 orders and 3,000,000 lines with their parcels, returns, coupons, reviews and carts, in the
built-in PostgreSQL with its own settings; the column "at 1/10" is the same with a tenth of each. One server process in
production mode, ${connections} connections kept open from another process of the same machine, ${runMs / 1000} s each after a warm-up, 4,000
shoppers in turn, answers compressed as for a browser.`,
    table,
    `- *÷ bare* and *÷ select 1*: how many times as long (p50) as a Hono route that answers a constant, and as one that asks PostgreSQL
  for \`select 1\`, both on @hono/node-server in a process of their own, in the same run.
- *growth*: p50 here against p50 at a tenth of the data. For lists it has to stay under ${mostGrowth}×, else the bench fails${
      grown.length > 0 ? `; **it failed for ${grown.map(({ name }) => name).join(', ')}**` : ''
    }.
- Page 50 is asked for by two shoppers with 2,500 orders each, page 1 by those with ten on average.
- *Bind* writes: every request puts a coupon into the hands of a shopper who did not have it, durably on the disk.
- *Guest tracking* takes 300 ms on purpose, found or not, so that its time tells nothing; ${connections} connections cannot get more than ${Math.floor(connections / 0.3)} answers
  a second. Every lookup comes from another address, because each may try only 30 times in 10 minutes.
- The load, the server and PostgreSQL share the machine's cores: with the load elsewhere there would be more.`,
    '## Memory and start',
    showTable(
      ['', ''],
      [
        ['Memory of the server, idle', `${count(memory.idle)} MB`],
        ['Memory of the server, most under this load', `${count(memory.peak)} MB`],
        [`Start on the large data, until it answers (best of ${starts.length})`, `${(start / 1000).toFixed(2)} s`],
      ],
    ),
  ]
  return { markdown: words.join('\n\n'), problems: grown.map((one) => `${one.name} grew ${times(growthOf(one))}`) }
}
