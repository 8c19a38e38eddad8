import type { RequestListener } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { and, count, isNotNull, isNull, min, sql } from 'drizzle-orm'
import type { Pool } from 'pg'
import type { Log } from '#server/log/log.ts'
import { type Family, metricsType, type Source, toGauge, writeFamilies } from '#server/log/metrics.ts'
import { watchPool, watchProcess } from '#server/log/shop-metrics.ts'
import { mails } from '#server/mail/mail.tables.ts'
import { isWaiting } from '#server/mail/send-mail.ts'
import type { Shop } from '#server/shop.ts'
import { buildInfo } from './build-info.ts'
import type { Condition } from './condition.ts'
import { openWebServer } from './web-server.ts'

// 3 s: shorter than the ten seconds after which Prometheus gives up, so the other metrics arrive without the database.
const patienceMs = 3_000

/** Returns the metric sources of this process. */
export function watchShop(
  shop: Shop,
  pool: Pool,
  getCondition: () => Condition,
): { sources: Source[]; stop: () => void } {
  const ofProcess = watchProcess(buildInfo)
  return {
    stop: ofProcess.stop,
    sources: [
      ofProcess.read,
      shop.metrics.read,
      watchPool(pool, shop.metrics),
      () => readBacklog(shop),
      () => readCondition(getCondition()),
    ],
  }
}

/** Serves `GET /metrics` at its own address, so that no proxy in front of the shop can expose it by mistake. */
export async function openMetrics(
  address: { host: string; port: number },
  sources: Source[],
  log: Log,
): Promise<{ port: number; close: () => Promise<void> }> {
  const settings = { host: 'METRICS_HOST', port: 'METRICS_PORT' }
  const { port, answerWith, close } = await openWebServer(address.host, address.port, {
    settings,
    onFault: (error) => log.error('the metrics could not be served', { error }),
  })
  answerWith(answerMetrics(sources))
  return { port, close }
}

export function answerMetrics(sources: Source[]): RequestListener {
  return async (request, response) => {
    if (request.method !== 'GET' || request.url?.split('?')[0] !== '/metrics') {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('The metrics are at /metrics\n')
      return
    }
    response.writeHead(200, { 'content-type': metricsType }).end(writeFamilies(await readSources(sources)))
  }
}

export async function readSources(sources: Source[]): Promise<Family[]> {
  const families = await Promise.all(sources.map(async (read) => read()))
  return families.flat()
}

function readCondition({ timers, live }: Condition): Family[] {
  return [
    toGauge('harbor_timers_running', 'Whether the timers of this instance run.', timers ? 0 : 1),
    toGauge('harbor_live_listening', 'Whether this process receives the events of other instances.', live ? 0 : 1),
  ]
}

/**
 * Reads the waiting work from the database. All instances report the same numbers, so a dashboard must use the maximum,
 * not the sum.
 */
export async function readBacklog({ db, clock }: Shop): Promise<Family[]> {
  const unsent = db
    .select({
      waiting: count(),
      failed: sql<number>`count(*) filter (where ${mails.lastError} is not null)`.mapWith(Number),
      oldestAt: min(mails.createdAt),
    })
    .from(mails)
    .where(isWaiting())
  const parked = db
    .select({ parked: count() })
    .from(mails)
    .where(and(isNull(mails.sentAt), isNotNull(mails.parkedAt)))
  const queued = db.execute<{ waiting: number }>(
    sql`select count(*)::int as waiting from pgboss.job where state in ('created', 'retry')`,
  )
  const [waiting, parkedMails, jobs] = await Promise.all([
    readWithTimeout(unsent),
    readWithTimeout(parked),
    readWithTimeout(queued),
  ])
  const [mail] = waiting ?? []
  const families = [toGauge('harbor_database_up', 'Whether the database responds in time.', mail ? 1 : 0)]
  if (mail) {
    const age = mail.oldestAt ? Math.max(0, (clock.now().getTime() - mail.oldestAt.getTime()) / 1000) : 0
    families.push(
      toGauge('harbor_mails_waiting', 'Mails not sent yet.', mail.waiting),
      toGauge('harbor_mails_failed', 'Mails not sent yet that have failed at least once.', mail.failed),
      toGauge('harbor_mails_oldest_seconds', 'Age of the oldest mail not sent yet.', age),
      toGauge(
        'harbor_mails_parked',
        'Mails that failed permanently, after too many attempts or days.',
        parkedMails?.[0]?.parked ?? 0,
      ),
    )
  }
  // The timers start after the shop has opened. Until then there is no queue.
  const [queue] = jobs?.rows ?? []
  if (queue) families.push(toGauge('harbor_jobs_waiting', 'Timer runs that are due.', queue.waiting))
  return families
}

async function readWithTimeout<T>(query: PromiseLike<T>): Promise<T | undefined> {
  const given = Promise.resolve(query).catch(() => undefined)
  return Promise.race([given, sleep(patienceMs, undefined, { ref: false })])
}
