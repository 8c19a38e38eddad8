import type { Hono } from 'hono'
import { allowsScope, type Scope } from '#contract/calls/scopes.ts'
import { staffApiRoot } from '#contract/calls/staff-call.ts'
import { refuse } from '../http/refuse.ts'
import { readBearer, readIp, readRequest } from '../http/request.ts'
import type { StaffActor } from '../http/staff/staff-actor.ts'
import { type StaffApiParts, staffCookie } from '../http/staff/staff-http.ts'
import { sendProblem, toProblem } from '../http/staff/staff-problems.ts'
import { staffTopic } from '../http/staff/staff-writes.ts'
import type { Shop } from '../shop.ts'
import { type EventStream, eventStreamHeaders, openEventStream } from './event-stream.ts'
import type { Live, LiveEvent } from './live.ts'
import { watchShoppers } from './shopper-presence.ts'
import { createPresence } from './staff-presence.ts'

/** The topic of pages that show who looks at which resource. */
const presenceName = 'presence'
const shoppersName = 'shoppers'

/**
 * The required scope of each topic, by the word before the slash. `counts` covers all waiting work. `presence` shows
 * who looks at any resource. `shoppers` shows who has a chat open.
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
/** Topics that cover several kinds of resources, for the pages of settings and of the storefront. */
const areas: Record<string, string[]> = {
  settings: [
    ...['settings', 'currencies', 'languages', 'shipping-methods', 'return-reasons', 'review-labels'],
    ...['tax-rates', 'tax-categories', 'tax-registrations'],
    ...['question-types', 'shoe-sizes', 'markets'],
  ],
  people: ['members', 'invitations', 'roles', 'keys', 'webhooks', 'webhook-deliveries'],
  marketing: ['coupons', 'widgets', 'adverts', 'advert-texts'],
}
const maxTopics = 10
/** 20 open streams of one person per instance: more windows than anyone has. */
const maxStreams = 20
/** 1 s: counts change with every order, and a person reads them no more often. */
const minIntervalMs = 1_000

type Parts = StaffApiParts & { live: Live }

/**
 * Adds `GET /staff-api/v1/live?topics=counts,returns/RT…`: server-sent events. `changed` names the resources to reload.
 * `present` lists who else looks at one of them.
 */
export function addStaffLive(app: Pick<Hono, 'get'>, { shop, live, identifyActor }: Parts): void {
  const open = new Map<string, number>()
  app.get(`${staffApiRoot}/live`, async (c) => {
    try {
      const ip = readIp(c, shop.trustedProxies)
      const key = readBearer(c)
      const request = readRequest({ ip, header: (name) => c.req.header(name), hasToken: key !== null }, shop)
      const credentials = { session: key === null ? request.cookie(staffCookie) : null, key, ip }
      const actor = await identifyActor(shop, credentials)
      if (!actor) throw refuse('staff_not_signed_in')
      const topics = readTopics(c.req.query('topics') ?? '', actor)
      const taken = open.get(actor.id) ?? 0
      if (taken >= maxStreams) throw refuse('too_many', { retryAfter: 30 })
      open.set(actor.id, taken + 1)
      const isStillSignedIn = async () => (await identifyActor(shop, credentials)) !== null
      const stream = openEventStream({
        signal: c.req.raw.signal,
        backlog: shop.bounds.liveBacklog,
        leave: () => {
          const left = (open.get(actor.id) ?? 1) - 1
          if (left > 0) open.set(actor.id, left)
          else open.delete(actor.id)
        },
        begin: (begun) => follow(begun, { shop, live, actor, topics, isStillSignedIn }),
      })
      return c.body(stream, 200, eventStreamHeaders)
    } catch (error) {
      return sendProblem(c, toProblem(error).problem)
    }
  })
}

function readTopics(text: string, actor: StaffActor): string[] {
  const topics = [...new Set(text.split(',').filter(Boolean))]
  if (topics.length === 0 || topics.length > maxTopics) {
    throw refuse('malformed', {
      message: `topics must contain 1 to ${maxTopics} of ${Object.keys(followed).join(', ')}.`,
    })
  }
  for (const topic of topics) {
    const [, kind = ''] = /^(counts|settings|people|marketing|presence|shoppers|[a-z]+\/\w{1,64})$/.test(topic)
      ? (/^([a-z]+)/.exec(topic) ?? [])
      : []
    const scope = Object.hasOwn(followed, kind) ? followed[kind] : undefined
    if (!scope) throw refuse('malformed', { message: `There is no topic ${topic.slice(0, 80)}.` })
    if (!allowsScope(actor.scopes, scope)) throw refuse('not_allowed', { message: `This requires the scope ${scope}.` })
  }
  return topics
}

type Following = {
  shop: Shop
  live: Live
  actor: StaffActor
  topics: string[]
  isStillSignedIn: () => Promise<boolean>
}

/** Follows the topics of one open page. An error ends this stream only, and the page reconnects by itself. */
function follow(stream: EventStream, { shop, live, actor, topics, isStillSignedIn }: Following): void {
  const changed = live.subscribe(staffTopic, createChangeListener(stream, topics))
  const presence = createPresence(stream, { shop, live, actor, topics, wantsAll: topics.includes(presenceName) })
  const shoppers = topics.includes(shoppersName)
    ? watchShoppers({ shop, live }, (people) => stream.send('present', { about: shoppersName, people }))
    : null
  stream.onEnd(changed.stop)
  stream.onEnd(() => shoppers?.stop())
  stream.onBeat(() => {
    shoppers?.sweep()
    isStillSignedIn().then(
      (isHere) => isHere || stream.finish(),
      () => stream.finish(),
    )
  })
  void Promise.all([changed.ready, presence.ready, shoppers?.ready]).then(() => {
    stream.send('ready', { topics })
    presence.begin()
    void shoppers?.ask()
  })
}

/** Returns a listener that sends the changed topics of this page. */
function createChangeListener(stream: EventStream, topics: string[]): (event: LiveEvent) => void {
  const wholeAreas = topics.filter((topic) => Object.hasOwn(areas, topic))
  const hasCounts = topics.includes('counts')
  let rest: NodeJS.Timeout | undefined
  stream.onEnd(() => clearTimeout(rest))
  return ({ name, data }) => {
    if (name === 'closed') return stream.finish()
    // After a lost connection, any topic may have changed.
    if (name === 'resync') return stream.send('changed', { topics })
    const about = String(data.about ?? '')
    if (about.includes('/') && topics.includes(about)) stream.send('changed', { topics: [about] })
    const kind = about.split('/')[0] ?? ''
    for (const topic of wholeAreas) if (areas[topic]?.includes(kind)) stream.send('changed', { topics: [topic] })
    if (!hasCounts || rest) return
    rest = setTimeout(() => {
      rest = undefined
      stream.send('changed', { topics: ['counts'] })
    }, minIntervalMs)
  }
}
