import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Hono } from 'hono'
import { Pool } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refusals } from '#contract/calls/refusals.ts'
import { staffRefusals } from '#contract/calls/staff-refusals.ts'
import { openDatabase } from '#server/database/database.ts'
import { countRequests } from '#server/http/limits/count-requests.ts'
import { createCounter, createHistogram, metricsType, writeFamilies } from '#server/log/metrics.ts'
import { createShopMetrics, watchPool } from '#server/log/shop-metrics.ts'
import { queueMail } from '#server/mail/mail.ts'
import { testShop } from '#testing/test-shop.ts'
import { listTimers } from '../jobs.ts'
import { openMetrics, readBacklog, watchShop } from './metrics-server.ts'

const shop = testShop()
const condition = { timers: '', sharedTimers: '', live: '' }
const opened = {} as { pool: Pool; url: string; close: () => Promise<void> }

beforeAll(async () => {
  const database = openDatabase(shop.url, { max: 3 })
  const watched = watchShop(shop.shop, database.pool, () => condition)
  const server = await openMetrics({ host: '127.0.0.1', port: 0 }, watched.sources, shop.shop.log)
  opened.pool = database.pool
  opened.url = `http://127.0.0.1:${server.port}/metrics`
  opened.close = async () => {
    await server.close()
    watched.stop()
    await database.close()
  }
})
afterAll(() => opened.close())

type Line = { name: string; labels: Record<string, string>; value: number }

/** Parses the text strictly by the format and throws for any deviation. */
function parse(text: string) {
  const types = new Map<string, string>()
  const helps = new Set<string>()
  const lines: Line[] = []
  expect(text.endsWith('\n')).toBe(true)
  let family = ''
  for (const line of text.slice(0, -1).split('\n')) {
    const [, kind, name = '', rest = ''] = /^# (HELP|TYPE) ([a-zA-Z_:][\w:]*) (.+)$/.exec(line) ?? []
    if (kind === 'HELP') {
      expect(helps, `${name} comes twice`).not.toContain(name)
      helps.add(name)
      family = name
    } else if (kind === 'TYPE') {
      expect(['counter', 'gauge', 'histogram']).toContain(rest)
      expect(name).toBe(family)
      types.set(name, rest)
    } else {
      const sample = /^([a-zA-Z_:][\w:]*)(?:\{((?:[a-zA-Z_]\w*="(?:[^"\\]|\\[\\"n])*",?)*)\})? (\S+)$/.exec(line)
      if (!sample) throw new Error(`Not a line of the format: ${line}`)
      const [, sampleName = '', inBraces = '', value = ''] = sample
      const isPart = types.get(family) === 'histogram' ? sampleName.replace(/_(?:bucket|sum|count)$/, '') : sampleName
      expect(isPart).toBe(family)
      const labels = Object.fromEntries(
        [...inBraces.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, label = '', text = '']) => [
          label,
          text.replace(/\\(.)/g, (_, one: string) => (one === 'n' ? '\n' : one)),
        ]),
      )
      expect(value).toMatch(/^(?:[+-]?Inf|NaN|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)$/)
      lines.push({ name: sampleName, labels, value: value === '+Inf' ? Infinity : Number(value) })
    }
  }
  const find = (name: string, labels: Record<string, string> = {}) =>
    lines.find((one) => one.name === name && Object.entries(labels).every(([key, value]) => one.labels[key] === value))
      ?.value
  return { types, lines, find }
}

async function read() {
  const response = await fetch(opened.url)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, metricsType])
  return parse(await response.text())
}

test('serves metrics of the build and the process that Prometheus can read', async () => {
  const { find, lines, types } = await read()
  expect(lines.find(({ name }) => name === 'harbor_build_info')?.labels).toEqual({
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    commit: expect.stringMatching(/^(?:[0-9a-f]{12}(?:-dirty)?|unknown)$/),
    node: process.version,
  })
  expect(find('process_resident_memory_bytes')).toBeGreaterThan(1_000_000)
  expect(find('process_cpu_seconds_total')).toBeGreaterThan(0)
  expect(types.get('process_cpu_seconds_total')).toBe('counter')
  expect(find('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0)
  expect(find('harbor_database_up')).toBe(1)
  expect(find('harbor_database_pool_limit')).toBe(3)
  expect(find('harbor_live_connections')).toBe(0)
})

test('reports timers that do not run', async () => {
  const find = async () => /^harbor_timers_running (\d)$/m.exec(await (await fetch(opened.url)).text())?.[1]
  expect(await find()).toBe('1')
  condition.timers = 'The timers are not running yet (3 attempts).'
  expect(await find()).toBe('0')
  condition.timers = ''
})

test('alert rules name only existing metrics, timers and refusals, and the Guessing rule counts every wrong secret', async () => {
  const rules = await readFile(new URL('../../../deploy/alerts.yaml', import.meta.url), 'utf8')
  const { types } = await read()
  const metrics = [...rules.matchAll(/\b(?:harbor|nodejs)_\w+/g)].map(([name]) => name.replace(/_bucket$/, ''))
  expect(metrics.length).toBeGreaterThan(10)
  expect(metrics.filter((name) => !types.has(name))).toEqual([])
  const timers = listTimers(shop.shop).map(({ name }) => name)
  expect(timers).toEqual(expect.arrayContaining([...rules.matchAll(/timer="(\w+)"/g)].map(([, name]) => name)))
  const guesses = Object.entries({ ...refusals, ...staffRefusals }).flatMap(([code, [status]]) =>
    status === 401 && code.startsWith('wrong_') ? [code] : [],
  )
  const [, counted = ''] = /refusals_total\{code=~"([\w|]+)"/.exec(rules) ?? []
  expect(counted.split('|').sort()).toEqual([...guesses, 'too_many'].sort())
})

test('accepts any label value, and ends a histogram with an infinite bucket', () => {
  const odd = 'a "quoted" back\\slash and\na new line'
  const counter = createCounter('odd_total', 'Help with a \\ and\na new line.', ['label'])
  counter.add({ label: odd })
  counter.add({ label: odd }, 2)
  const histogram = createHistogram('time_seconds', 'Time.', ['route'], [0.1, 1])
  for (const value of [0.05, 0.1, 0.5, 7]) histogram.observe({ route: '/x' }, value)
  const { find, lines } = parse(writeFamilies([...counter.read(), ...histogram.read()]))
  expect(find('odd_total', { label: odd })).toBe(3)
  expect(lines.filter(({ name }) => name === 'time_seconds_bucket')).toEqual([
    { name: 'time_seconds_bucket', labels: { route: '/x', le: '0.1' }, value: 2 },
    { name: 'time_seconds_bucket', labels: { route: '/x', le: '1' }, value: 3 },
    { name: 'time_seconds_bucket', labels: { route: '/x', le: '+Inf' }, value: 4 },
  ])
  expect([find('time_seconds_count'), find('time_seconds_sum')]).toEqual([4, 7.65])
})

test('counts requests under their route pattern, regardless of address and method', async () => {
  const metrics = createShopMetrics()
  const app = new Hono()
  app.use(countRequests(metrics, (request) => (request.url.endsWith('/page/9') ? '/page/$id' : undefined)))
  app.get('/rest/order/:orderId', (c) => (c.req.param('orderId') === '0' ? c.text('no', 404) : c.text('yes')))
  app.post('/rest/order/:orderId', () => {
    throw new Error('broken')
  })
  app.all('*', (c) => c.text('page'))
  app.onError((_, c) => c.text('fault', 500))
  for (const id of ['1', '2', '3', '0']) await app.request(`/rest/order/${id}`)
  await app.request('/rest/order/7', { method: 'POST' })
  await app.request('/page/9')
  await app.request('/anything', { method: 'PROPFIND' })
  const { find, lines } = parse(writeFamilies(metrics.read()))
  const count = (labels: Record<string, string>) => find('harbor_http_requests_total', labels)
  expect(count({ method: 'GET', route: '/rest/order/:orderId', status: '2xx' })).toBe(3)
  expect(count({ method: 'GET', route: '/rest/order/:orderId', status: '4xx' })).toBe(1)
  expect(count({ method: 'POST', route: '/rest/order/:orderId', status: '5xx' })).toBe(1)
  expect(count({ method: 'GET', route: '/page/$id', status: '2xx' })).toBe(1)
  expect(count({ method: 'other', status: '2xx' })).toBe(1)
  expect(find('harbor_http_request_duration_seconds_count', { method: 'GET', route: '/rest/order/:orderId' })).toBe(4)
  expect(find('harbor_http_requests_in_flight')).toBe(0)
  expect(lines.filter(({ name }) => name === 'harbor_http_requests_total')).toHaveLength(5)
})

test('counts refusals by code', async () => {
  const before = (await read()).find('harbor_refusals_total', { code: 'not_signed_in' }) ?? 0
  await shop.stranger().fetch('/rest/order')
  expect((await read()).find('harbor_refusals_total', { code: 'not_signed_in' })).toBe(before + 1)
})

test('reports used connections, waiting requests and the holding time', async () => {
  const metrics = createShopMetrics()
  const pool = new Pool({ connectionString: shop.url, max: 1 })
  const gauges = watchPool(pool, metrics)
  const held = await pool.connect()
  const waiting = pool.query('select 1')
  const during = parse(writeFamilies(await gauges()))
  expect(during.find('harbor_database_pool_connections')).toBe(1)
  expect(during.find('harbor_database_pool_idle')).toBe(0)
  expect(during.find('harbor_database_pool_waiting')).toBe(1)
  // The connection is held for 30 ms, which the sum below reports in seconds.
  await sleep(30)
  held.release()
  await waiting
  const { find } = parse(writeFamilies([...metrics.read(), ...(await gauges())]))
  expect(find('harbor_database_connection_use_seconds_count')).toBe(2)
  expect(find('harbor_database_connection_use_seconds_sum')).toBeGreaterThanOrEqual(0.025)
  expect(find('harbor_database_pool_waiting')).toBe(0)
  await pool.end()
})

test('reports waiting mails, failed mails and the age of the oldest waiting mail', async () => {
  const { db } = shop.shop
  const mail = { to: 'ada@harbor.test', subject: 'Hello', text: 'Hello', html: 'Hello', kind: 'test' }
  await queueMail(db, shop.clock, mail)
  shop.clock.advance(90_000)
  await queueMail(db, shop.clock, mail)
  await db.execute(`update mails set last_error = 'busy' where id = (select id from mails order by created_at limit 1)`)
  const { find } = await read()
  expect(find('harbor_mails_waiting')).toBe(2)
  expect(find('harbor_mails_failed')).toBe(1)
  expect(find('harbor_mails_oldest_seconds')).toBe(90)
  await shop.mailsTo('ada@harbor.test')
  shop.clock.advance(60 * 60_000)
  await shop.mailsTo('ada@harbor.test')
  expect((await read()).find('harbor_mails_waiting')).toBe(0)
})

test('reports the process and the missing database while the database is unavailable', async () => {
  const { port, close } = await refusingPort()
  const { db, close: closeDatabase } = openDatabase(`postgresql://nobody@127.0.0.1:${port}/none`)
  const { find, lines } = parse(writeFamilies(await readBacklog({ ...shop.shop, db })))
  expect(find('harbor_database_up')).toBe(0)
  expect(lines).toHaveLength(1)
  await closeDatabase()
  close()
})

/** Opens a port that closes every connection. */
async function refusingPort() {
  const server = createServer().on('connection', (socket) => socket.destroy())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { port: (server.address() as AddressInfo).port, close: () => server.close() }
}

test('serves nothing else at the metrics address', async () => {
  for (const path of ['/', '/metrics/x', '/healthz']) {
    expect((await fetch(new URL(path, opened.url))).status).toBe(404)
  }
  expect((await fetch(opened.url, { method: 'POST' })).status).toBe(404)
})
