import type { Context, Hono } from 'hono'
import { asVerified, type Visitor } from '../http/http.ts'
import type { Bounds } from '../http/limits/bounds.ts'
import { networkOf } from '../http/limits/network.ts'
import { refuse } from '../http/refuse.ts'
import { readIp, readToken } from '../http/request.ts'
import type { Shop } from '../shop.ts'
import { type EventStream, eventStreamHeaders, openEventStream } from './event-stream.ts'
import { type Live, type LiveData, type LiveEvent, sessionsTopic } from './live.ts'
import { announceShopper } from './shopper-presence.ts'

export type TopicContext = { shop: Shop; actor: Visitor; id: string; header: (name: string) => string | undefined }
/**
 * Decides whether a visitor may follow a topic. Null refuses the topic. Any other value is the current state, which is
 * sent with `ready`. A page can then detect changes between its data and this connection.
 */
export type TopicGuard = (context: TopicContext) => Promise<LiveData | null>

type Parts = {
  shop: Shop
  live: Live
  identifyActor: (token: string | null) => Promise<Visitor>
  /** The counter of open streams. Several workers share one counter. */
  seats?: Seats
  /** The guards by the first part of a topic: the guard `return` decides about the topic `return:<id>`. */
  topics: Record<string, TopicGuard>
}

export const livePath = '/ajax-web/live'
const retryAfterSeconds = 30
/** The topic whose shoppers staff can see: shoppers with an open chat whose page reports its presence. */
const seenTopic = 'chat'
/** The handle of the product on the page, or empty on any other page. The full address would reveal more than staff need. */
const handlePattern = /^[\w-]{0,200}$/

/**
 * Adds `GET /ajax-web/live?topic=return:<id>`: server-sent events. The cookie identifies the visitor, because an
 * EventSource sends no header. With `here`, the handle of the product on the page, staff see that the shopper is
 * present.
 */
export function addLiveRoute(app: Pick<Hono, 'get'>, { shop, live, identifyActor, topics, ...parts }: Parts): void {
  const seats = parts.seats ?? createSeats(shop.bounds)
  app.get(livePath, async (c) => {
    const [, kind = '', id = ''] = /^([a-z]+):(\w{1,64})$/.exec(c.req.query('topic') ?? '') ?? []
    const guard = Object.hasOwn(topics, kind) ? topics[kind] : undefined
    const token = readToken(c, shop)
    const actor = await identifyActor(token)
    const ip = readIp(c, shop.trustedProxies)
    const seat = await seats.take(actor.customerId ?? ip, networkOf(ip))
    if ('refusal' in seat) return refuseFull(c, seat.refusal)
    const context = { shop, actor, id, header: (name: string) => c.req.header(name) }
    try {
      if (!guard || (await guard(context)) === null) {
        seat.leave()
        return c.json({ status_code: 404, message: 'This could not be found', reason: 'not_found' }, 404)
      }
    } catch (error) {
      seat.leave()
      throw error
    }
    const handle = kind === seenTopic ? c.req.query('here') : undefined
    const isSeen = handle !== undefined && handlePattern.test(handle)
    shop.metrics.liveConnections.add(1)
    const followed: Followed = {
      shop,
      live,
      topic: `${kind}:${id}`,
      actor,
      announceArrival: () =>
        isSeen ? announceShopper({ shop, live }, { chat: id, customer: asVerified(actor).customerId, handle }) : null,
      readState: () => guard(context),
      isSameActor: async () => (await identifyActor(token)).customerId === actor.customerId,
    }
    const stream = openEventStream({
      signal: c.req.raw.signal,
      backlog: shop.bounds.liveBacklog,
      leave: () => {
        shop.metrics.liveConnections.add(-1)
        seat.leave()
      },
      begin: (begun) => follow(begun, followed),
    })
    return c.body(stream, 200, eventStreamHeaders)
  })
}

export type Seat = { leave: () => void } | { refusal: 'too_many' | 'full' }
export type Seats = { take: (visitor: string, network: string) => Seat | Promise<Seat> }

/** Counts the open streams of this process. An open stream uses memory in this process only. */
export function createSeats(bounds: Bounds) {
  const taken = new Map<string, number>()
  const add = (key: string, by: number) => {
    const now = (taken.get(key) ?? 0) + by
    if (now > 0) taken.set(key, now)
    else taken.delete(key)
  }
  return {
    take: (visitor: string, network: string): Seat => {
      const places = [
        ['all', bounds.liveStreams],
        [`visitor ${visitor}`, bounds.livePerVisitor],
        [`network ${network}`, bounds.livePerNetwork],
      ] as const
      const full = places.find(([key, max]) => (taken.get(key) ?? 0) >= max)
      if (full) return { refusal: full[0] === 'all' ? 'full' : 'too_many' }
      for (const [key] of places) add(key, 1)
      let hasLeft = false
      return {
        leave: () => {
          if (hasLeft) return
          hasLeft = true
          for (const [key] of places) add(key, -1)
        },
      }
    },
  }
}

/** Returns the response when all seats are taken. The page works without live updates and tries again later. */
function refuseFull(c: Context, refusal: 'too_many' | 'full'): Response {
  const { status, message } = refuse('too_many')
  const isFull = refusal === 'full'
  return c.json(
    { status_code: isFull ? 503 : status, message, reason: isFull ? 'unavailable' : 'too_many' },
    isFull ? 503 : 429,
    { 'retry-after': String(retryAfterSeconds), 'cache-control': 'no-store' },
  )
}

type Followed = {
  shop: Shop
  live: Live
  topic: string
  actor: Visitor
  announceArrival: () => ReturnType<typeof announceShopper> | null
  readState: () => Promise<LiveData | null>
  isSameActor: () => Promise<boolean>
}

function follow(
  stream: EventStream,
  { shop, live, topic, actor, announceArrival, readState, isSameActor }: Followed,
): void {
  const fail = (error: unknown) => {
    // The state could not be read. The browser reconnects to get the state.
    if (stream.isOpen()) shop.log.warn('a live stream failed', { error })
    stream.finish()
  }
  const hear = ({ name, data }: LiveEvent) => (name === 'closed' ? stream.finish() : stream.send(name, data))
  const recheckActor = () => isSameActor().then((isSame) => isSame || stream.finish(), fail)
  const followed = live.subscribe(topic, hear)
  stream.onEnd(followed.stop)
  if (actor.customerId !== null) {
    const sessions = live.subscribe(sessionsTopic(actor.customerId), ({ name }) => name !== 'closed' && recheckActor())
    stream.onEnd(sessions.stop)
  }
  // Not awaited, because the client can leave before the start is complete.
  followed.ready
    // The state is read after listening has begun, so that no change is missed.
    .then(() => (stream.isOpen() ? readState() : null))
    .then((state) => {
      if (!state) return stream.finish()
      stream.send('ready', state)
      const here = stream.isOpen() ? announceArrival() : null
      if (!here) return
      stream.onBeat(here.beat)
      stream.onEnd(here.leave)
    })
    .catch(fail)
}
