import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll } from 'vitest'
import { handlers } from '#app/api.ts'
import { hooks } from '#app/hooks.ts'
import { createShopApi } from '#app/shop-api.ts'
import { createCaller, type MakeCall } from '#contract/calls/call.ts'
import { testProvider } from '#features/payments/server/providers/test-provider.ts'
import { hashPassword } from '#features/sign-in/server/password.ts'
import { openSession } from '#features/sign-in/server/session.service.ts'
import { customers } from '#features/sign-in/server/sign-in.tables.ts'
import { startCaches } from '#server/cache/cached-values.ts'
import { createTestClock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import { newId } from '#server/database/ids.ts'
import { createFolderFiles } from '#server/files/files.ts'
import { readBounds } from '#server/http/limits/bounds.ts'
import { limitConcurrency } from '#server/http/limits/limit-concurrency.ts'
import { createLimits } from '#server/http/limits/limits.ts'
import { openLive } from '#server/live/live.ts'
import { createLog } from '#server/log/log.ts'
import { createShopMetrics } from '#server/log/shop-metrics.ts'
import type { Mail } from '#server/mail/mail.ts'
import { deliverMails } from '#server/mail/send-mail.ts'
import { createFetchOutside } from '#server/outside/fetch-outside.ts'
import { allowLoopback, createSendOutside } from '#server/outside/send-outside.ts'
import type { Shop } from '#server/shop.ts'
import { checkAnswers } from './checks/check-answers.ts'
import { checkDocuments } from './checks/check-documents.ts'
import { checkListings } from './checks/check-listings.ts'
import { checkCredit, checkTotals, holdCountsInOrder } from './checks/check-totals.ts'
import { builtServer, type SendRequest, usesBuiltServer } from './processes/built-server.ts'
import { createTestDatabase } from './processes/cluster.ts'

export const testPassword = 'Harbor2026'
let testPasswordHash: Promise<string> | undefined

/** A person in a test: signed in, or a stranger. */
export type Person = {
  id: string
  email: string
  token: string | null
  call: MakeCall
  /** Sends a raw request, for tests of the wire format. */
  fetch: (path: string, init?: RequestInit) => Promise<Response>
}

/** A browser that keeps its cookies and signs in by them. */
export type Browser = Pick<Person, 'call' | 'fetch'> & { jar: Map<string, string> }

type ShopOptions = {
  /** Settings of the built server, in the test project `built`. */
  environment?: Record<string, string>
  /** The last migration of the database. The default is all migrations. */
  lastMigration?: string
}

/**
 * Creates a complete shop on a separate database, one per test file. The clock of the shop stands still until a test
 * moves it.
 */
export function testShop({ environment, lastMigration }: ShopOptions = {}) {
  const sent: Mail[] = []
  const clock = createTestClock(new Date('2026-06-15T10:00:00Z'))
  const parts = {} as { shop: Shop; request: SendRequest; url: string; drop: () => Promise<void> }

  beforeAll(async () => {
    const { db, pool, url, drop } = await createTestDatabase(lastMigration)
    await holdCountsInOrder(db)
    if (usesBuiltServer) await recordMails(db)
    const live = openLive(pool, createLog('silent'))
    // Checked before every use, so that a test reads its own writes.
    startCaches(db, live, -1)
    const dataDir = await mkdtemp(join(tmpdir(), 'harbor-files-'))
    parts.shop = {
      db,
      clock,
      log: createLog('silent'),
      sendsMail: true,
      sendMail: async (mail) => void sent.push(mail),
      limits: createLimits(db, clock),
      bounds: readBounds(),
      files: createFolderFiles(join(dataDir, 'files')),
      fetchOutside: createFetchOutside({ isAllowed: (ip) => ip === '127.0.0.1', allowsHttp: true }),
      sendOutside: createSendOutside(allowLoopback),
      payments: testProvider,
      hooks,
      metrics: createShopMetrics(),
      limitHashing: limitConcurrency({ atOnce: 2, waiting: 100 }),
      publicUrl: 'http://harbor.test',
      trustedProxies: 0,
    }
    const built = usesBuiltServer ? builtServer({ databaseUrl: url, dataDir, clock, environment }) : null
    const api = createShopApi(parts.shop, handlers.map(checkAnswers))
    parts.request = built?.request ?? (async (path, init, visitor) => api.request(path, init, visitor))
    parts.url = url
    parts.drop = async () => {
      await live.close()
      await built?.stop()
      try {
        await checkDocuments(db)
        await checkListings(db)
        await checkTotals(db)
        await checkCredit(db)
      } finally {
        await drop()
        await rm(dataDir, { recursive: true })
      }
    }
  })
  afterAll(() => parts.drop())

  let lastIp = 0
  const nextIp = () => `10.${Math.floor(++lastIp / 250)}.${lastIp % 250}.7`
  function person(who: Pick<Person, 'id' | 'email' | 'token'>): Person {
    // Every person has a separate network, so that the tries of one test never count against another test.
    const visitorIp = nextIp()
    const fetch: Person['fetch'] = (path, init = {}) => parts.request(path, init, { visitorIp })
    return {
      ...who,
      call: createCaller({ fetch, token: () => who.token }),
      fetch: (path, init = {}) => fetch(path, withToken(init, who.token)),
    }
  }

  return {
    clock,
    get shop() {
      return parts.shop
    },
    get url() {
      return parts.url
    },
    /** Sends a request to the shop or, in the project `built`, to the built server. */
    get request() {
      return parts.request
    },
    async signedIn(name = 'ada'): Promise<Person> {
      testPasswordHash ??= hashPassword(testPassword)
      const now = clock.now()
      const id = newId()
      const email = `${name}-${id.slice(0, 8)}@harbor.test`
      await parts.shop.db.insert(customers).values({
        id,
        email,
        passwordHash: await testPasswordHash,
        name,
        emailConfirmedAt: now,
        passwordChangedAt: now,
        createdAt: now,
      })
      const { token } = await openSession(parts.shop.db, clock, id)
      return person({ id, email, token })
    },
    /** Creates a browser, by default in a separate network. */
    browser(visitorIp = nextIp()): Browser {
      const jar = new Map<string, string>()
      const token = () => decodeURIComponent(jar.get('token') ?? '') || null
      const fetch: Person['fetch'] = async (path, init = {}) => {
        const headers = new Headers(init.headers)
        headers.set('cookie', [...jar].map(([name, value]) => `${name}=${value}`).join('; '))
        const sent = withToken({ ...init, headers }, token())
        const answer = await parts.request(path, sent, { visitorIp })
        for (const cookie of answer.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
          if (value) jar.set(name, value)
          else jar.delete(name)
        }
        return answer
      }
      return { jar, fetch, call: createCaller({ fetch, token }) }
    },
    stranger: () => person({ id: '', email: '', token: null }),
    async mailsTo(email: string): Promise<Mail[]> {
      const { db, bounds } = parts.shop
      if (usesBuiltServer) return readRecordedMails(db, email)
      // The clock stands still, so the times of two mails are equal. Their transaction ids show the order.
      const { rows } = await db.execute<{ id: string }>(
        sql`select id from mails where sent_at is null order by xmin::text::bigint, ctid`,
      )
      const placeOf = (mail: Mail) => rows.findIndex(({ id }) => id === mail.id)
      const sentBefore = sent.length
      await deliverMails({ ...parts.shop, bounds: { ...bounds, mailsAtOnce: 1 } })
      sent.push(...sent.splice(sentBefore).sort((a, b) => placeOf(a) - placeOf(b)))
      return sent.filter((mail) => mail.to === email)
    },
  }
}

/** Copies every mail as it is written, because the built server empties the mails that it has sent. */
async function recordMails(db: Database): Promise<void> {
  await db.execute(sql`
    create table kept_mails (place bigserial, id text, to_email text, subject text, text_body text, html_body text);
    create function keep_mail() returns trigger language plpgsql as $$ begin
      insert into kept_mails (id, to_email, subject, text_body, html_body)
      values (new.id, new.to_email, new.subject, new.text_body, new.html_body);
      return null;
    end $$;
    create trigger keep_mail after insert on mails for each row execute function keep_mail()`)
}

async function readRecordedMails(db: Database, email: string): Promise<Mail[]> {
  const { rows } = await db.execute<Mail>(sql`
    select id, to_email as "to", subject, text_body as text, html_body as html from kept_mails
    where to_email = ${email} order by place`)
  return rows
}

function withToken(init: RequestInit, token: string | null): RequestInit {
  const headers = new Headers(init.headers)
  if (token && !headers.has('authorization')) headers.set('authorization', `Bearer ${token}`)
  return { ...init, headers }
}

export function json(body: unknown, headers: Record<string, string> = {}): RequestInit {
  return { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) }
}
