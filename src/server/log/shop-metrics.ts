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
    requests: createCounter('harbor_http_requests_total', 'HTTP responses, by route and status class.', [
      'method',
      'route',
      'status',
    ]),
    duration: createHistogram(
      'harbor_http_request_duration_seconds',
      'Time until the response started, by route.',
      ['method', 'route'],
      requestSeconds,
    ),
    inFlight: createGauge('harbor_http_requests_in_flight', 'Requests whose response has not started.'),
    refusals: createCounter('harbor_refusals_total', 'Refused calls, by error code.', ['code']),
    liveConnections: createGauge('harbor_live_connections', 'Open connections for live updates.'),
    jobs: createCounter('harbor_jobs_total', 'Timer runs, by outcome.', ['timer', 'outcome']),
    faults: createCounter('harbor_faults_total', 'Errors outside of requests. The log contains each error.', []),
    jobFailures: createCounter(
      'harbor_setbacks_total',
      'Rows for which a timer failed. The timer retries them later.',
      ['timer'],
    ),
    connectionUse: createHistogram(
      'harbor_database_connection_use_seconds',
      'Time for which a query or transaction used a connection.',
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
    toGauge('harbor_database_pool_idle', 'Idle connections to the database.', pool.idleCount),
    toGauge('harbor_database_pool_waiting', 'Queries that are waiting for a connection.', pool.waitingCount),
    toGauge('harbor_database_pool_limit', 'Maximum number of connections, as set in DATABASE_POOL.', pool.options.max),
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
        toGauge('process_start_time_seconds', 'Start time of the process, in seconds since 1970.', startedAt),
        toGauge('nodejs_heap_size_used_bytes', 'Heap in use.', heapUsed),
        toGauge('nodejs_heap_size_total_bytes', 'Heap allocated from the system.', heapTotal),
        toGauge('nodejs_external_memory_bytes', 'Memory of buffers and libraries.', external),
        toCounter('nodejs_eventloop_active_seconds_total', 'Time for which the event loop was active.', active / 1000),
        toGauge(
          'nodejs_eventloop_lag_p50_seconds',
          'Median event loop delay since the last reading.',
          lag(delay.percentile(50)),
        ),
        toGauge(
          'nodejs_eventloop_lag_p99_seconds',
          '99th percentile of the event loop delay since the last reading.',
          lag(delay.percentile(99)),
        ),
        toGauge('nodejs_eventloop_lag_max_seconds', 'Longest event loop delay since the last reading.', lag(delay.max)),
      ]
      delay.reset()
      return families
    },
  }
}
