import { type EventLoopUtilization, monitorEventLoopDelay, performance } from 'node:perf_hooks'
import type { Pool, PoolClient } from 'pg'
import { createCounter, createGauge, createHistogram, type Family, type Source, toGauge } from './metrics.ts'

const requestSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const delayStepMs = 20
const databaseSeconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5]

/**
 * Creates the counters of this process. Each instance counts only its own events, and the reader adds up the counts of
 * all instances.
 */
export function createShopMetrics() {
  const counted = {
    requests: createCounter('harbor_http_requests_total', 'Requests answered, by route and class of status.', [
      'method',
      'route',
      'status',
    ]),
    duration: createHistogram(
      'harbor_http_request_duration_seconds',
      'Time until an answer began, by route.',
      ['method', 'route'],
      requestSeconds,
    ),
    inFlight: createGauge('harbor_http_requests_in_flight', 'Requests whose answer has not begun.'),
    refusals: createCounter('harbor_refusals_total', 'Calls refused, by code.', ['code']),
    liveConnections: createGauge('harbor_live_connections', 'Pages that follow live updates.'),
    jobs: createCounter('harbor_jobs_total', 'Rounds of timers, by how they ended.', ['timer', 'outcome']),
    faults: createCounter('harbor_faults_total', 'Faults outside of a request; the log has each of them.', []),
    jobFailures: createCounter('harbor_setbacks_total', 'Rows at which a timer failed and that it tries again later.', [
      'timer',
    ]),
    connectionUse: createHistogram(
      'harbor_database_connection_use_seconds',
      'How long a query or transaction held a connection.',
      [],
      databaseSeconds,
    ),
  }
  return { ...counted, read: (): Family[] => Object.values(counted).flatMap((one) => one.read()) }
}

export type ShopMetrics = ReturnType<typeof createShopMetrics>

/**
 * Measures the pool's connections and how long each connection is held. The measurement covers all database time of a
 * request without changing a query.
 */
export function watchPool(pool: Pool, { connectionUse }: ShopMetrics): Source {
  const taken = new WeakMap<PoolClient, number>()
  pool.on('acquire', (client) => taken.set(client, performance.now()))
  pool.on('release', (_, client) => {
    const since = taken.get(client)
    if (since !== undefined) connectionUse.observe({}, (performance.now() - since) / 1000)
  })
  return () => [
    toGauge('harbor_database_pool_connections', 'Connections to the database.', pool.totalCount),
    toGauge('harbor_database_pool_idle', 'Connections that nobody uses.', pool.idleCount),
    toGauge('harbor_database_pool_waiting', 'Queries that wait for a connection.', pool.waitingCount),
    toGauge('harbor_database_pool_limit', 'Connections allowed, as DATABASE_POOL says.', pool.options.max),
  ]
}

/** Measures the process under the metric names that dashboards for Node know. */
export function watchProcess(build: { version: string; commit: string }): { read: Source; stop: () => void } {
  const delay = monitorEventLoopDelay({ resolution: delayStepMs })
  delay.enable()
  const startedAt = Date.now() / 1000 - process.uptime()
  const info = { ...build, node: process.version }
  const toCounter = (name: string, help: string, value: number): Family => ({
    ...toGauge(name, help, value),
    type: 'counter',
  })
  return {
    stop: () => void delay.disable(),
    read: () => {
      const { user, system } = process.cpuUsage()
      const { rss, heapUsed, heapTotal, external } = process.memoryUsage()
      const { active }: EventLoopUtilization = performance.eventLoopUtilization()
      // The measured delay includes the timer's own step. Between two requests within a few milliseconds, nothing is
      // measured.
      const lag = (nanoseconds: number) => (delay.count > 0 ? Math.max(0, nanoseconds / 1e9 - delayStepMs / 1000) : 0)
      const families: Family[] = [
        { name: 'harbor_build_info', help: 'What runs.', type: 'gauge', samples: [{ labels: info, value: 1 }] },
        toCounter('process_cpu_seconds_total', 'CPU time, of user and system.', (user + system) / 1e6),
        toGauge('process_resident_memory_bytes', 'Memory in use.', rss),
        toGauge('process_start_time_seconds', 'When the process began, since 1970.', startedAt),
        toGauge('nodejs_heap_size_used_bytes', 'Heap in use.', heapUsed),
        toGauge('nodejs_heap_size_total_bytes', 'Heap taken from the system.', heapTotal),
        toGauge('nodejs_external_memory_bytes', 'Memory of buffers and libraries.', external),
        toCounter('nodejs_eventloop_active_seconds_total', 'Time the event loop was at work.', active / 1000),
        toGauge(
          'nodejs_eventloop_lag_p50_seconds',
          'Event loop delay since the last reading.',
          lag(delay.percentile(50)),
        ),
        toGauge(
          'nodejs_eventloop_lag_p99_seconds',
          'Event loop delay since the last reading.',
          lag(delay.percentile(99)),
        ),
        toGauge('nodejs_eventloop_lag_max_seconds', 'Event loop delay since the last reading.', lag(delay.max)),
      ]
      delay.reset()
      return families
    },
  }
}
