import { setInterval } from 'node:timers'
import { Client } from 'pg'
import { borrowEmbeddedPostgres } from '#server/embedded-postgres.ts'
import { boundWidget } from './data/other-tables.ts'
import { prepareData } from './data/prepare.ts'
import type { Ask, Outcome, Task } from './drive.ts'
import { type Running, startBaseline, startDriver, startServer } from './processes.ts'
import { readProcessorMs } from './processor.ts'
import { findExcessive, findUneven } from './promises.ts'
import { findWorse, tightenRatchet } from './ratchet.ts'
import { listScenarios, type Scenario } from './scenarios.ts'
import { type Section, showTable } from './section.ts'
import { createSpeedWatch, minSpeed } from './speed.ts'

const connections = 16
const warmUpMs = 1_000
/** 10 s: a new process first compiles its frequently used code, which would make the first rows slower. */
const firstWarmUpMs = 10_000
const runMs = 4_000
const coldStarts = 3
/**
 * 1.5: more than the noise of a measurement. The time of a list grows with the shop if it takes 1.5 times as long in a
 * shop ten times as large.
 */
const maxGrowth = 1.5
/** 50 ms: the longest acceptable median time of a staff list. */
const maxStaffMs = 50

/**
 * The result of a scenario. `processorMs` is the CPU time per response of server and PostgreSQL together, and
 * `databaseMs` the share of PostgreSQL.
 */
type Row = Outcome & { processorMs: number; databaseMs: number }
type Measured = { name: string; isList: boolean; hasManyConnections: boolean; tenth: Row; full: Row }
type Worked = { name: string; row: Row }
type Memory = { idle: number; peak: number }
type Site = { server: Running; client: Client; url: string; dataDir: string }
type Options = {
  /** Selects rows whose name contains one of these words. An empty list selects all rows. */
  words: string[]
  /** Stores improved figures in the ratchet file. */
  isTightening: boolean
}

/**
 * Rows in which the server, not PostgreSQL, is the bottleneck. These rows are measured again with one worker per core.
 */
const ofWorkers = ['Account summary', 'Order list of 5, uncompressed, c = 32', 'Page: account home']

const baselineName = 'Bare Hono route'
const selectName = 'Bare `select 1`'

/** Measures calls and pages on a large shop and on a shop a tenth of its size. Bare routes are the baseline. */
export async function measureCalls({ words, isTightening }: Options): Promise<Section> {
  const folders = await prepareData()
  const starts = await measureColdStarts(folders.full)
  const sites = { tenth: await openSite(folders.tenth), full: await openSite(folders.full) }
  starts.push(sites.full.server.startMs)
  const baseline = await startBaseline(sites.full.url)
  const driver = startDriver()
  const isAsked = (name: string) => words.length === 0 || words.some((word) => name.includes(word))
  /** Requests that can be sent only once continue where the last run ended. */
  const used = new WeakMap<Ask[], number>()
  const drive = async (task: Task) => {
    const from = task.isOnce ? (used.get(task.asks) ?? 0) : 0
    const outcome = await driver.run({ ...task, asks: task.asks.slice(from) })
    used.set(task.asks, from + outcome.all)
    return outcome
  }
  /** Returns whether another run could use up the requests that can be sent only once. */
  const isConsumed = ({ asks, isOnce }: Scenario) => isOnce && (used.get(asks) ?? 0) > asks.length * 0.8
  const ask = async (server: Running, dataDir: string, scenario: Pick<Scenario, 'asks' | 'isOnce' | 'connections'>) => {
    const { asks, isOnce = false, connections: max = connections } = scenario
    const task = { port: server.port, asks, isOnce, connections: max }
    await drive({ ...task, runMs: warmUpMs })
    const before = readProcessorMs(server.pid, dataDir)
    const outcome = await drive({ ...task, runMs })
    const after = readProcessorMs(server.pid, dataDir)
    const databaseMs = (after.database - before.database) / outcome.all
    return { ...outcome, processorMs: (after.server - before.server) / outcome.all + databaseMs, databaseMs }
  }
  try {
    const memory = watchMemory(sites.full.server)
    const requestBaseline = async () => ({
      hello: await ask(baseline, sites.full.dataDir, { asks: [{ path: '/hello' }] }),
      select: await ask(baseline, sites.full.dataDir, { asks: [{ path: '/select' }] }),
    })
    const before = await requestBaseline()
    const counts = createSpeedWatch()
    await counts(before.select.perSecond)
    const isQuick = async () =>
      counts((await ask(baseline, sites.full.dataDir, { asks: [{ path: '/select' }] })).perSecond)
    const waitForSpeed = async () => {
      while (!(await isQuick()));
    }
    const measured: Measured[] = []
    const asked = {
      tenth: await listScenarios(sites.tenth.client),
      full: await listScenarios(sites.full.client),
    }
    for (const size of ['tenth', 'full'] as const) {
      const { asks = [] } = asked[size][0] ?? {}
      await driver.run({ port: sites[size].server.port, isOnce: false, connections, asks, runMs: firstWarmUpMs })
    }
    for (const [index, scenario] of asked.full.entries()) {
      if (!isAsked(scenario.name)) continue
      const small = asked.tenth[index] ?? scenario
      const run = async () => ({
        tenth: await ask(sites.tenth.server, sites.tenth.dataDir, small),
        full: await ask(sites.full.server, sites.full.dataDir, scenario),
      })
      const { name, isList = false } = scenario
      let result = {
        name,
        isList,
        hasManyConnections: (scenario.connections ?? connections) > connections,
        ...(await run()),
      }
      // A single bad result may come from a busy machine. A problem is reported only after three measurements.
      const isUnexpected = () => isGrown(result) || isWorse(result, before.hello) || unevenOf(result).length > 0
      for (let again = 0; again < 2 && isUnexpected() && !isConsumed(scenario) && !isConsumed(small); ) {
        await waitForSpeed()
        const { tenth, full } = await run()
        result = { ...result, tenth: pickBetter(result.tenth, tenth), full: pickBetter(result.full, full) }
        // A measurement during a slow phase of the machine does not count as a repetition.
        if (await isQuick()) again++
      }
      refuseWrong(name, result.tenth, result.full)
      measured.push(result)
      console.log(printProgress(result))
    }
    const crew = await startServer(folders.full, { WORKERS: 'auto', DATABASE_URL: sites.full.url })
    const byWorkers: Worked[] = []
    try {
      for (const scenario of asked.full) {
        if (!ofWorkers.includes(scenario.name) || !isAsked(scenario.name)) continue
        const { asks, connections: max = connections } = scenario
        await driver.run({ port: crew.port, isOnce: false, connections: max, asks, runMs: firstWarmUpMs })
        const row = await ask(crew, sites.full.dataDir, scenario)
        refuseWrong(scenario.name, row)
        byWorkers.push({ name: scenario.name, row })
      }
    } finally {
      await crew.stop()
    }
    // The baseline is measured twice, because a single slow result would make all other rows look better.
    const after = await requestBaseline()
    const base = { hello: pickBetter(before.hello, after.hello), select: pickBetter(before.select, after.select) }
    const figures = Object.fromEntries([
      [baselineName, base.hello.processorMs],
      [selectName, base.select.processorMs],
      ...measured.map(({ name, full }) => [name, full.processorMs]),
    ])
    const worse = findWorse(figures, baselineName)
    if (isTightening) tightenRatchet(figures)
    const { markdown, problems } = report({ base, measured, byWorkers, starts, memory: memory.stop() })
    return { markdown, problems: [...problems, ...worse] }
  } finally {
    await driver.stop()
    await baseline.stop()
    for (const { client, server } of Object.values(sites)) {
      await client.end()
      await server.stop()
    }
  }
}

function pickBetter(one: Row, other: Row): Row {
  const quicker = one.p50 <= other.p50 ? one : other
  const { processorMs, databaseMs } = one.processorMs <= other.processorMs ? one : other
  return { ...quicker, processorMs, databaseMs }
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

/** Starts a server on the prepared data and removes what earlier runs left behind. */
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
  return { server, client, url, dataDir }
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

/** Throws for failed requests, because a fast refusal would look like a fast response. */
function refuseWrong(name: string, ...rows: Row[]): void {
  const wrong = rows.flatMap((row) => row.wrong)
  if (wrong.length > 0) throw new Error(`${name} did not answer as it should: ${wrong.join('; ')}`)
}

const isGrown = (one: Measured) => one.isList && growthOf(one) > maxGrowth
const unevenOf = ({ name, full, hasManyConnections }: Measured) => findUneven(name, full, hasManyConnections)
const isWorse = ({ name, full }: Measured, baseline: Row) =>
  findWorse({ [baselineName]: baseline.processorMs, [name]: full.processorMs }, baselineName).length > 0
const growthOf = ({ tenth, full }: Pick<Measured, 'tenth' | 'full'>) => full.p50 / tenth.p50

const ms = (value: number) => value.toFixed(value < 10 ? 2 : 1)
const count = (value: number) => Math.round(value).toLocaleString('en')
const times = (value: number) => `${value.toFixed(value < 10 ? 1 : 0)}×`

function printProgress(result: Measured): string {
  const { perSecond, p50, p99, processorMs, databaseMs, loadMs } = result.full
  return `  ${result.name.padEnd(38)} ${count(perSecond).padStart(7)} /s  processor ${ms(processorMs)} (PostgreSQL ${ms(databaseMs)})  load ${loadMs.toFixed(3)}  p50 ${ms(p50)}  p99 ${ms(p99)}  growth ${times(growthOf(result))}`
}

type Results = {
  base: { hello: Row; select: Row }
  measured: Measured[]
  byWorkers: Worked[]
  starts: number[]
  memory: Memory
}

function report({ base, measured, byWorkers, starts, memory }: Results): Section {
  const grown = measured.filter(isGrown)
  const slow = measured.filter(({ name, full }) => name.startsWith('Staff: ') && full.p50 > maxStaffMs)
  const row = (name: string, full: Row, rest: [string, string]) => [
    ...[
      name,
      count(full.perSecond),
      ms(full.processorMs),
      ms(full.databaseMs),
      ms(full.loadMs),
      ms(full.p50),
      ms(full.p99),
    ],
    ...[times(full.p50 / base.hello.p50), times(full.p50 / base.select.p50), ...rest],
  ]
  const table = showTable(
    [
      ...['Call', 'per second', 'processor ms', 'of it PostgreSQL', 'load ms', 'p50 ms', 'p99 ms'],
      ...['÷ bare', '÷ select 1', 'p50 ms at 1/10', 'growth'],
    ],
    [
      row(baselineName, base.hello, ['', '']),
      row(selectName, base.select, ['', '']),
      ...measured.map((one) => row(one.name, one.full, [ms(one.tenth.p50), times(growthOf(one))])),
    ],
  )
  const [start = 0] = starts.sort((one, other) => one - other)
  const words = [
    '## Calls and pages',
    `100,000 customers, 1,000,000 orders and 3,000,000 lines with their parcels, returns, coupons, reviews and carts, in the
built-in PostgreSQL with its own settings; the column "at 1/10" is the same with a tenth of each. The large shop also has 100,000 products with 300,000 skus,
100,000 tickets, 20,000 coupons and 200,000 rows of the audit log, the small one those of the demo: *Products* are held against its few. One server process in
production mode, ${connections} connections (where no other number is named) kept open from another process of the same machine, ${runMs / 1000} s each after a warm-up, the first
row after ${firstWarmUpMs / 1000} s of it, 4,000 shoppers in turn, answers compressed as for a browser.`,
    table,
    `- *processor ms*: what one request takes of the processor in the server and in PostgreSQL together. It holds on a crowded machine too. The
  bench fails when a row takes 30 % more than \`bench/processor-ms.json\` says for this kind of processor, and
  \`npm run bench -- --only calls --tighten\` writes there what got better.
- *load ms*: what asking takes of the processor, beside that. The load is our own few lines over plain sockets (\`bench/connection.ts\`): requests are
  written out before, of an answer it reads the status and the end, and whatever is not answered with 200 and whole fails the bench. Every row is
  asked by it, the bare ones too: with Node's own client, which takes more than twice as much, all of them answer fewer a second.
- *÷ bare* and *÷ select 1*: how many times as long (p50) as a Hono route that answers a constant, and as one that asks PostgreSQL
  for \`select 1\`, both on @hono/node-server in a process of their own, in the same run.
- A row that grows, takes too much or is too uneven (\`bench/promises.ts\`) is measured again, twice at most, and fails the bench if it does each time: the machine's
  other guests make a row slower, never quicker. Only what is measured
  while \`select 1\` has ${minSpeed * 100} % of the speed that it has had in this run, before and after, is one of the two.
- *growth*: p50 here against p50 at a tenth of the data. For lists it has to stay under ${maxGrowth}×, else the bench fails${
      grown.length > 0 ? `; **it failed for ${grown.map(({ name }) => name).join(', ')}**` : ''
    }.
- *Staff* lists have to answer within ${maxStaffMs} ms (p50), over one connection.
- Page 50 is asked for by two shoppers with 2,500 orders each, page 1 by those with ten on average.
- *Bind* writes: every request puts a coupon into the hands of a shopper who did not have it, durably on the disk.
- *Guest tracking* takes 300 ms on purpose, found or not, so that its time tells nothing; ${connections} connections cannot get more than ${Math.floor(connections / 0.3)} answers
  a second. Every lookup comes from another address, because each may try only 30 times in 10 minutes.
- The load, the server and PostgreSQL share the machine's cores: with the load elsewhere there would be more.`,
    '## A worker for each core',
    `With \`WORKERS=auto\`, two processes on one port. The rows above are of one process, which is at its end where it takes most of the
work: there a core for PostgreSQL and the load has time left.`,
    showTable(
      ['Call', 'per second', 'processor ms', 'of it PostgreSQL', 'p50 ms', 'p99 ms'],
      byWorkers.map(({ name, row }) => [
        ...[name, count(row.perSecond), ms(row.processorMs), ms(row.databaseMs), ms(row.p50), ms(row.p99)],
      ]),
    ),
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
  const problems = [
    ...grown.map((one) => `${one.name} grew ${times(growthOf(one))}`),
    ...measured.flatMap(unevenOf),
    ...slow.map(({ name, full }) => `${name} takes ${ms(full.p50)} ms; ${maxStaffMs} is the most`),
    ...findExcessive({ ...memory, startMs: start }),
  ]
  return { markdown: words.join('\n\n'), problems }
}
