import type { Hono } from 'hono'
import { allowsScope, type Scope } from '#contract/calls/scopes.ts'
import { staffApiRoot } from '#contract/calls/staff-call.ts'
import { minuteMs } from '#contract/times/times.ts'
import { newId } from '../database/ids.ts'
import { refuse } from '../http/refuse.ts'
import { readBearer, readIp, readRequest } from '../http/request.ts'
import type { StaffAsker } from '../http/staff-asker.ts'
import { type StaffApiParts, staffCookie } from '../http/staff-http.ts'
import { sendProblem, toProblem } from '../http/staff-problems.ts'
import { staffTopic } from '../http/staff-writes.ts'
import type { Shop } from '../shop.ts'
import { type Live, publish } from './live.ts'
import { followShoppers } from './shoppers-here.ts'

/** Who looks at what, told by each stream while it is open. */
const presenceTopic = 'staff-presence'
/** What pages call it that show who looks at what. */
const presenceName = 'presence'
const shoppersName = 'shoppers'

/**
 * What may be followed, by the word before the slash, and the scope it takes. `counts` is everything that waits, `presence` who
 * looks at what, whatever it is, `shoppers` which of them have their chat open.
 */
const followed: Record<string, Scope> = {
  counts: 'orders:read',
  orders: 'orders:read',
  returns: 'returns:read',
  customers: 'customers:read',
  tickets: 'inbox:read',
  chats: 'inbox:read',
  settings: 'settings:read',
  people: 'staff:read',
  marketing: 'marketing:read',
  presence: 'staff:read',
  shoppers: 'inbox:read',
}
/** Topics that are more than one kind of thing: what pages of settings and of the shop window show. */
const areas: Record<string, string[]> = {
  settings: [
    ...['settings', 'currencies', 'languages', 'shipping-methods', 'return-reasons', 'review-labels'],
    ...['question-types', 'shoe-sizes'],
  ],
  people: ['members', 'invitations', 'roles', 'keys', 'webhooks', 'webhook-deliveries'],
  marketing: ['coupons', 'widgets', 'adverts', 'advert-texts'],
}
const mostTopics = 10
/** Windows of others that one page hears of: more than a shop has people. */
const mostLooking = 200
/** Open streams of one person in one instance: more than anybody has windows. */
const mostStreams = 20
const heartbeatMs = 20_000
const presentMs = 2.5 * heartbeatMs
/** Counts change with every order of a busy shop; nobody reads them more often than once a second. */
const restMs = 1_000
const longestMs = 10 * minuteMs

/** `isAsking`: about nothing itself, it wants to know what others look at. */
type Presence = { about: string; id: string; name: string; stream: string; hasLeft?: true; isAsking?: true }
type Parts = StaffApiParts & { live: Live }

/**
 * `GET /staff-api/v1/live?topics=counts,returns/RT…`: server-sent events. `changed` names what to read anew; `present` says who
 * else looks at one of the things.
 */
export function addStaffLive(app: Pick<Hono, 'get'>, { shop, live, whoIsAsking }: Parts): void {
  const open = new Map<string, number>()
  app.get(`${staffApiRoot}/live`, async (c) => {
    try {
      const ip = readIp(c, shop.trustedProxies)
      const key = readBearer(c)
      const request = readRequest({ ip, header: (name) => c.req.header(name), hasToken: key !== null }, shop)
      const asked = { session: key === null ? request.cookie(staffCookie) : null, key, ip }
      const asker = await whoIsAsking(shop, asked)
      if (!asker) throw refuse('staff_not_signed_in')
      const topics = readTopics(c.req.query('topics') ?? '', asker)
      const taken = open.get(asker.id) ?? 0
      if (taken >= mostStreams) throw refuse('too_many', { retryAfter: 30 })
      open.set(asker.id, taken + 1)
      const stream = follow(c.req.raw.signal, {
        shop,
        live,
        asker,
        topics,
        isStillHere: async () => (await whoIsAsking(shop, asked)) !== null,
        leave: () => {
          const left = (open.get(asker.id) ?? 1) - 1
          if (left > 0) open.set(asker.id, left)
          else open.delete(asker.id)
        },
      })
      return c.body(stream, 200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store, no-transform',
        // Proxies that collect answers before passing them on would keep the news to themselves.
        'x-accel-buffering': 'no',
      })
    } catch (error) {
      return sendProblem(c, toProblem(error).problem)
    }
  })
}

function readTopics(text: string, asker: StaffAsker): string[] {
  const topics = [...new Set(text.split(',').filter(Boolean))]
  if (topics.length === 0 || topics.length > mostTopics) {
    throw refuse('malformed', { message: `topics takes 1 to ${mostTopics} of ${Object.keys(followed).join(', ')}.` })
  }
  for (const topic of topics) {
    const [, kind = ''] = /^(counts|settings|people|marketing|presence|shoppers|[a-z]+\/\w{1,64})$/.test(topic)
      ? (/^([a-z]+)/.exec(topic) ?? [])
      : []
    const scope = Object.hasOwn(followed, kind) ? followed[kind] : undefined
    if (!scope) throw refuse('malformed', { message: `There is no topic ${topic.slice(0, 80)}.` })
    if (!allowsScope(asker.scopes, scope)) throw refuse('not_allowed', { message: `This takes ${scope}.` })
  }
  return topics
}

type Following = {
  shop: Shop
  live: Live
  asker: StaffAsker
  topics: string[]
  isStillHere: () => Promise<boolean>
  leave: () => void
}

/** One open page. Whatever goes wrong ends this stream and nothing else: the page comes back by itself. */
function follow(signal: AbortSignal, { shop, live, asker, topics, isStillHere, leave }: Following): ReadableStream {
  const encoder = new TextEncoder()
  const stream = newId()
  const things = topics.filter((topic) => topic.includes('/'))
  const hasCounts = topics.includes('counts')
  const wholes = topics.filter((topic) => Object.hasOwn(areas, topic))
  /** By stream: the same person in two windows is there until the last one closes. */
  const present = new Map<string, Presence & { until: number }>()
  const hasPresence = topics.includes(presenceName)
  let finish = () => {}
  return new ReadableStream<Uint8Array>({
    start(controller) {
      let isOpen = true
      let rest: NodeJS.Timeout | undefined
      let looked: NodeJS.Timeout | undefined
      const stops: (() => void)[] = []
      const write = (text: string) => {
        if (!isOpen) return
        if ((controller.desiredSize ?? 0) <= -shop.bounds.liveBacklog) return finish()
        try {
          controller.enqueue(encoder.encode(text))
        } catch {
          finish()
        }
      }
      const send = (name: string, data: object) => write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`)
      const sayPresent = (hasLeft?: true) =>
        Promise.all(
          things.map((about) =>
            publish(shop.db, presenceTopic, {
              about,
              id: asker.id,
              name: asker.name,
              stream,
              ...(hasLeft && { hasLeft }),
            }),
          ),
        ).catch((error: unknown) => shop.log.warn('presence was not told', { error }))
      const askOthers = () => {
        const asking: Presence = { about: '', id: asker.id, name: asker.name, stream, isAsking: true }
        publish(shop.db, presenceTopic, asking).catch((error: unknown) =>
          shop.log.warn('presence was not asked for', { error }),
        )
      }
      const tellPresent = (about: string) => {
        const others = [...present.values()].filter((one) => one.about === about && one.id !== asker.id)
        const people = new Map(others.map(({ id, name }) => [id, { id, name }]))
        send('present', { about, people: [...people.values()] })
      }
      /** What each of the others looks at, told at most once a second. */
      const tellLooking = () => {
        looked ??= setTimeout(() => {
          looked = undefined
          const others = [...present.values()].filter(({ id }) => id !== asker.id)
          const people = new Map(others.map(({ id, name, about }) => [id, { id, name, about }]))
          send('present', { about: presenceName, people: [...people.values()] })
        }, restMs)
      }
      const shoppers = topics.includes(shoppersName)
        ? followShoppers({ shop, live }, (people) => send('present', { about: shoppersName, people }))
        : null
      const heartbeat = setInterval(() => {
        write(': still here\n\n')
        void sayPresent()
        for (const [of, { until, about }] of present) {
          if (until > Date.now()) continue
          present.delete(of)
          if (things.includes(about)) tellPresent(about)
          if (hasPresence) tellLooking()
        }
        shoppers?.sweep()
        isStillHere().then(
          (isHere) => isHere || finish(),
          () => finish(),
        )
      }, heartbeatMs)
      const longest = setTimeout(() => finish(), longestMs)
      finish = () => {
        if (!isOpen) return
        isOpen = false
        leave()
        clearInterval(heartbeat)
        clearTimeout(longest)
        clearTimeout(rest)
        clearTimeout(looked)
        signal.removeEventListener('abort', finish)
        for (const stop of stops) stop()
        shoppers?.stop()
        void sayPresent(true)
        try {
          controller.close()
        } catch {
          // The other side was quicker.
        }
      }
      signal.addEventListener('abort', finish, { once: true })
      if (signal.aborted) return finish()
      write('retry: 3000\n\n')
      const changed = live.subscribe(staffTopic, ({ name, data }) => {
        if (name === 'closed') return finish()
        // After a lost connection anything may have changed.
        if (name === 'resync') return send('changed', { topics })
        const about = String(data.about ?? '')
        if (things.includes(about)) send('changed', { topics: [about] })
        const kind = about.split('/')[0] ?? ''
        for (const topic of wholes) if (areas[topic]?.includes(kind)) send('changed', { topics: [topic] })
        if (!hasCounts || rest) return
        rest = setTimeout(() => {
          rest = undefined
          send('changed', { topics: ['counts'] })
        }, restMs)
      })
      const seen = live.subscribe(presenceTopic, ({ name, data }) => {
        const one = data as Presence
        if (name !== 'changed' || one.stream === stream) return
        if (one.isAsking) return void sayPresent()
        const isHere = things.includes(one.about)
        if (!isHere && !(hasPresence && present.size < mostLooking)) return
        const key = `${one.about} ${one.stream}`
        const isNew = !present.has(key)
        if (one.hasLeft) present.delete(key)
        else present.set(key, { ...one, until: Date.now() + presentMs })
        if (hasPresence && (isNew || one.hasLeft)) tellLooking()
        if (!isHere) return
        if (isNew || one.hasLeft) tellPresent(one.about)
        // Whoever comes learns of those who are here already.
        if (isNew && !one.hasLeft) void sayPresent()
      })
      stops.push(changed.stop, seen.stop)
      void Promise.all([changed.ready, seen.ready, shoppers?.ready]).then(() => {
        send('ready', { topics })
        void sayPresent()
        if (hasPresence) askOthers()
        void shoppers?.ask()
      })
    },
    cancel: () => finish(),
  })
}
