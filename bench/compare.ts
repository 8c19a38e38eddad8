import { resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { Client } from 'pg'
import { borrowEmbeddedPostgres } from '#server/embedded-postgres.ts'
import { type Running, startBaseline, startDriver } from './processes.ts'
import { readProcessorMs } from './processor.ts'
import type { Scenario } from './scenarios.ts'
import { type Section, showTable } from './section.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
const connections = 16
/** 4 s: a process first compiles its frequently used code. */
const warmUpMs = 4_000
const runMs = 2_500
/** 3 turns: the lowest figure is used, because other programs on the machine only increase the cost of a request. */
const turns = 3

const compared = [
  'Account summary',
  'Order list, page 1',
  'Coupon list',
  'Order detail',
  'Page: account home',
  'Page: order list',
  'Page: product, guest',
  'Page: home, guest',
  '`/healthz`',
]

type Site = { server: Running; dataDir: string; scenarios: Scenario[]; peakMb: number; stop: () => Promise<void> }

/**
 * Compares the CPU time per request and the memory of this checkout with those of an earlier checkout, in turns on the
 * same machine.
 */
export async function compareWith(folder: string, words: string[]): Promise<Section> {
  const before = await openSite(`${resolve(folder)}/`)
  const now = await openSite(root)
  const { url } = await borrowEmbeddedPostgres({ dataDir: now.dataDir })
  const baseline = await startBaseline(url)
  const driver = startDriver()

  async function drive(site: Site, asks: Scenario['asks'], forMs: number, port = site.server.port) {
    const outcome = await driver.run({ port, asks, isOnce: false, connections, runMs: forMs })
    if (outcome.wrong.length > 0) throw new Error(outcome.wrong.join('; '))
    site.peakMb = Math.max(site.peakMb, site.server.readMemory())
    return outcome.all
  }

  async function measure(site: Site, asks: Scenario['asks']): Promise<number> {
    const begin = readProcessorMs(site.server.pid, site.dataDir)
    const count = await drive(site, asks, runMs)
    const end = readProcessorMs(site.server.pid, site.dataDir)
    return (end.server + end.database - begin.server - begin.database) / count
  }

  async function measureBaseline(): Promise<number> {
    const asks = [{ path: '/hello' }]
    await drive(now, asks, warmUpMs, baseline.port)
    const begin = readProcessorMs(baseline.pid, now.dataDir)
    const count = await drive(now, asks, runMs, baseline.port)
    return (readProcessorMs(baseline.pid, now.dataDir).server - begin.server) / count
  }

  try {
    const baselines = [await measureBaseline()]
    const rows: { name: string; before: number; now: number }[] = []
    for (const name of compared) {
      if (words.length > 0 && !words.some((word) => name.includes(word))) continue
      const asks = { before: findAsks(before, name), now: findAsks(now, name) }
      await drive(before, asks.before, warmUpMs)
      await drive(now, asks.now, warmUpMs)
      const spent = { before: [] as number[], now: [] as number[] }
      for (let turn = 0; turn < turns; turn++) {
        spent.before.push(await measure(before, asks.before))
        spent.now.push(await measure(now, asks.now))
      }
      const row = { name, before: Math.min(...spent.before), now: Math.min(...spent.now) }
      rows.push(row)
      const show = (all: number[]) => all.map((ms) => ms.toFixed(3)).join(' ')
      console.log(
        `  ${name.padEnd(24)} before ${show(spent.before)}  now ${show(spent.now)}  ${ratio(row.now, row.before)}`,
      )
    }
    baselines.push(await measureBaseline(), await measureBaseline())
    const baselineMs = Math.min(...baselines)
    const markdown = showTable(
      ['Processor time of a request, server and PostgreSQL', '÷ bare Hono route', '÷ before'],
      [
        ...rows.map((row) => [row.name, ratio(row.now, baselineMs), ratio(row.now, row.before)]),
        ['Memory of the server, most under this load', '', ratio(now.peakMb, before.peakMb)],
      ],
    )
    console.log(
      `  bare ${baselines.map((ms) => ms.toFixed(3)).join(' ')}  memory ${before.peakMb.toFixed(0)} ${now.peakMb.toFixed(0)} MB`,
    )
    return { markdown, problems: [] }
  } finally {
    await driver.stop()
    await baseline.stop()
    await before.stop()
    await now.stop()
  }
}

/** Starts a checkout with its own build, data and requests, because tables and calls may differ between versions. */
async function openSite(folder: string): Promise<Site> {
  const load = (path: string) => import(pathToFileURL(`${folder}${path}`).href)
  await (await load('bin/build.mjs')).build()
  const { tenth: dataDir } = await (await load('bench/data/prepare.ts')).prepareData(['tenth'])
  const server: Running = await (await load('bench/processes.ts')).startServer(dataDir)
  const { url } = await borrowEmbeddedPostgres({ dataDir })
  const client = new Client({ connectionString: url })
  await client.connect()
  const scenarios: Scenario[] = await (await load('bench/scenarios.ts')).listScenarios(client)
  await client.end()
  return { server, dataDir, scenarios, peakMb: 0, stop: () => server.stop() }
}

function findAsks({ scenarios }: Site, name: string): Scenario['asks'] {
  const found = scenarios.find((scenario) => scenario.name === name)
  if (!found) throw new Error(`There is no scenario ${name}`)
  return found.asks
}

const ratio = (one: number, other: number) => `${(one / other).toFixed(2)}×`
