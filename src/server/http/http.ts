import { Hono } from 'hono'
import {
  type AnswerCall,
  type Answered,
  type Call,
  CallRefused,
  type Output,
  type Parsed,
  sessionEndHeader,
} from '#contract/calls/call.ts'
import { readSessionToken } from '#contract/calls/cookies.ts'
import type { Refusal } from '#contract/calls/envelopes.ts'
import type { Shop } from '../shop.ts'
import { containsNul, replaceLoneSurrogates } from './bodies.ts'
import { answerJson } from './compress.ts'
import { maxErrors, parseSafely, readInput, type Sent } from './input.ts'
import { networkOf } from './limits/network.ts'
import { type ApiSteps, createPipeline, type IncomingCall } from './pipeline.ts'
import { Refused, refuse, refuseFields } from './refuse.ts'
import { type ApiBindings, checkOrigin, readBearer, readIp, readRequest, readToken } from './request.ts'
import type { VisitorRequest } from './visitor-request.ts'

// The shop's API serves shoppers. The specification defines its envelopes.

/** The visitor of a request. Only the token identifies the visitor. An email address in a query or body is only compared. */
export type Visitor =
  | {
      customerId: string
      email: string
      sessionId: string
      /** True if the email address was verified, in this session or before it. */
      isVerified: boolean
    }
  | { customerId: null }

/**
 * Returns the visitor with the rights of a guest while the address is unverified. Data of the session then stays with
 * its browser and out of the owner's account.
 */
export function asVerified(actor: Visitor): Visitor {
  return actor.customerId && actor.isVerified ? actor : { customerId: null }
}

type Customer = Exclude<Visitor, { customerId: null }>
type Actors = { anyone: Visitor; customer: Customer }

export type CallContext<C extends Call> = {
  shop: Shop
  input: Parsed<C>
  actor: Actors[C['access']]
  request: VisitorRequest
}
type TokenContext<C extends Call> = Omit<CallContext<C>, 'actor'> & { token: string }
type Answer<C extends Call> = (context: CallContext<C>) => Promise<Output<C>>
type AnswerToken<C extends Call> = (context: TokenContext<C>) => Promise<Output<C> | null>

/**
 * A call of the contract with the function that answers it. The type has methods instead of properties, because a list
 * contains handlers of calls with different input.
 */
export type Handler = {
  call: Call
  answer(context: CallContext<Call>): Promise<unknown>
  /** Finds the visitor and the response data with one query. Returns null for an invalid token. */
  answerToken?(context: TokenContext<Call>): Promise<unknown>
}

/** Connects a call of the contract to the function that answers it. */
export function handle<C extends Call>(call: C, answer: Answer<C>): Handler {
  return { call, answer }
}

// Only guests reach this function.
const refuseStranger = async (): Promise<never> => {
  throw refuse('not_signed_in')
}

/** Connects a frequent call to a function whose query also looks up the token. */
export function handleByToken<C extends Call>(
  call: C,
  answerToken: AnswerToken<C>,
  answer: Answer<C> = refuseStranger,
): Handler {
  return { call, answer, answerToken }
}

type IdentifyActor = (token: string | null) => Promise<Visitor>

export type Api = Hono<ApiBindings>

export type ApiParts = {
  shop: Shop
  identifyActor: IdentifyActor
  /** Returns a stable name of the guest across requests, or null. */
  nameGuest: (request: VisitorRequest) => string | null
}

type IncomingShopCall = IncomingCall & {
  token: string | null
  identifyActor: IdentifyActor
  /** Called when the query of a call has found the session. */
  onKnown?: () => void
  /** Called when the token of the request is no longer valid. */
  onSessionEnd?: () => void
}

/** Creates the steps of the shop's API. Each call has its own envelope. */
function createSteps({ shop, nameGuest }: ApiParts): ApiSteps<Handler, IncomingShopCall, Visitor, unknown> {
  return {
    root: '',
    answerAtOnce: (handler, incoming) => answerByToken(shop, handler, incoming),
    findActor: async (_, { token, identifyActor, onSessionEnd }) => {
      const actor = await identifyActor(token)
      if (token !== null && actor.customerId === null) onSessionEnd?.()
      return actor
    },
    checkAccess: ({ call }, { customerId }) => {
      if (call.access === 'customer' && customerId === null) throw refuse('not_signed_in')
    },
    parseInput: ({ call }, sent) => {
      const parsed = parseSafely(call, sent)
      if (parsed.success) return parsed.data
      throw refuseFields(nameProblems(parsed.error.issues.slice(0, maxErrors)))
    },
    nameKeyOwner: async ({ customerId }, request) => {
      await shop.limits.take('keysByNetwork', networkOf(request.ip))
      return customerId ?? nameGuest(request) ?? `ip:${request.ip}`
    },
    run: (_, work) => work(shop),
    answer: (handler, { incoming: { request }, ...context }) => handler.answer({ ...context, request }),
    wrap: ({ call }, data) => ({ ...wrap(call, data), isStored: true }),
    refuse: ({ call }, error) => {
      if (!(error instanceof CallRefused)) throw error
      const { status, refusal } = error
      const retryAfter = error instanceof Refused ? error.retryAfter : undefined
      return { isRefused: true, status, code: refusal.code, body: call.envelope.refuse(status, refusal), retryAfter }
    },
  }
}

function wrap({ envelope }: Call, data: unknown): Answered {
  return { status: envelope.name === 'nothing' ? 204 : 200, body: envelope.wrap(data) }
}

/** Answers a valid request with one query. All other requests run through all steps, which produce the right refusals. */
async function answerByToken(shop: Shop, handler: Handler, incoming: IncomingShopCall): Promise<Answered | null> {
  const { call } = handler
  const { token, request, onKnown, readSent } = incoming
  if (!handler.answerToken || token === null) return null
  const sent = await readSent()
  if (containsNul(sent)) return null
  const parsed = parseSafely(call, sent)
  const data = parsed.success ? await handler.answerToken({ shop, input: parsed.data, token, request }) : null
  if (data === null) return null
  onKnown?.()
  return wrap(call, data)
}

/** Mounts every call at its path. */
export function createApi(handlers: Handler[], parts: ApiParts): Api {
  const { shop, identifyActor } = parts
  const { bounds } = shop
  const api: Api = new Hono()
  const answer = createPipeline(shop, createSteps(parts))
  for (const handler of handlers) {
    const { call } = handler
    const isWrite = call.method === 'POST'
    const largest = call.sentAs === 'beacon' ? bounds.bodyEvent : bounds.bodyJson
    api.on(call.method, call.path, async (c) => {
      // A cookie alone never authorizes a write. Writing calls need the bearer header, which no other site can send.
      const token = isWrite && call.sentAs !== 'beacon' ? readBearer(c) : readToken(c, shop)
      const header = (name: string) => c.req.header(name)
      const request = readRequest({ ip: readIp(c, shop.trustedProxies), header, hasToken: token !== null }, shop)
      const outcome = await answer(handler, {
        token,
        request,
        identifyActor,
        checkSender: () => isWrite && checkOrigin(c, shop),
        readSent: () => readInput(c, call, bounds, largest),
        key: c.req.header('idempotency-key'),
        onSessionEnd: () => c.header(sessionEndHeader, '1'),
      })
      const { status, body } = outcome
      if (outcome.isRefused && outcome.retryAfter) c.header('retry-after', String(outcome.retryAfter))
      if (status < 400) for (const cookie of request.newCookies) c.header('set-cookie', cookie, { append: true })
      c.header('cache-control', 'no-store')
      return status === 204 ? c.body(null, 204) : answerJson(c, body, status)
    })
  }
  return api
}

/** The visitor of a page that is being rendered. */
export type PageVisitor = {
  ip: string
  cookies: string
  userAgent: string
  /** The language code of the page. On a first visit, no cookie contains the code yet. */
  language?: string
  identifyActor: IdentifyActor
  /** Called when the query of a call has found the session. */
  onKnown?: () => void
}

/** Answers the calls of pages like the API does. Cookies are ignored, because a page sets its own. */
export function createPageCalls(handlers: Handler[], parts: ApiParts): (visitor: PageVisitor) => AnswerCall {
  const { shop } = parts
  const answer = createPipeline(shop, createSteps(parts))
  const known = new Map(handlers.map((handler) => [`${handler.call.method} ${handler.call.path}`, handler]))
  return ({ ip, cookies, userAgent, language = '', ...session }) =>
    async ({ method, path }, input, headers) => {
      const handler = known.get(`${method} ${path}`)
      if (!handler) throw new Error(`There is no call for ${method} ${path}`)
      const token = readSessionToken(cookies, shop.clock.now().getTime())
      const own = { cookie: cookies, 'user-agent': userAgent, 'accept-language': language }
      const sent: Record<string, string> = { ...headers, ...own }
      const request = readRequest({ ip, header: (name) => sent[name], hasToken: token !== null }, shop)
      const readSent = async (): Promise<Sent> =>
        method === 'GET' ? toTexts(input) : JSON.parse(JSON.stringify(input), replaceLoneSurrogates)
      const { status, body } = await answer(handler, { token, request, readSent, ...session })
      // A JSON copy: cached values are frozen and shared by all requests.
      return { status, body: JSON.parse(JSON.stringify(body ?? null)) }
    }
}

/** Returns the values as text, as in a query string. */
function toTexts(input: object): Record<string, string> {
  const given = Object.entries(input).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given.map(([name, value]) => [name, String(value).toWellFormed()]))
}

/** Returns the messages of each field without duplicates. */
function nameProblems(issues: readonly { path: PropertyKey[]; message: string }[]): NonNullable<Refusal['errors']> {
  const errors = new Map<string, Set<string>>()
  for (const { path, message } of issues) {
    const field = path.join('.') || 'body'
    errors.set(field, (errors.get(field) ?? new Set()).add(message))
  }
  return Object.fromEntries([...errors].map(([field, messages]) => [field, [...messages]]))
}
