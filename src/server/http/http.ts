import { type Context, Hono } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import {
  type Access,
  type AnswerCall,
  type Answered,
  type Call,
  CallRefused,
  type Output,
  type Parsed,
  sessionEndHeader,
} from '#contract/calls/call.ts'
import { readSessionToken } from '#contract/calls/cookies.ts'
import { describeIssue } from '#contract/calls/fields.ts'
import type { Shop } from '../shop.ts'
import { holdsNul, makeWhole, parseJson, readBounded } from './bodies.ts'
import type { Bounds } from './bounds.ts'
import { answerJson } from './compress.ts'
import { readForm } from './forms.ts'
import { createAnswerOnce } from './idempotency.ts'
import { networkOf } from './network.ts'
import { Refused, refuse, refuseFields } from './refuse.ts'
import { readBearer, readIp, readRequest, readToken } from './request.ts'
import type { VisitorRequest } from './visitor-request.ts'

/** Who asks. The token decides; an address in a query or body is only ever compared. */
export type Visitor =
  | {
      customerId: string
      email: string
      sessionId: string
      /** The address is proved, in this session or before it was opened. */
      isProved: boolean
    }
  | { customerId: null }

/** Until its address is proved, a session has only what its browser has: nothing is put where the owner would find it. */
export function asProved(asker: Visitor): Visitor {
  return asker.customerId && asker.isProved ? asker : { customerId: null }
}

type Customer = Exclude<Visitor, { customerId: null }>
type Asker<A extends Access> = A extends 'customer' ? Customer : Visitor

export type CallContext<C extends Call> = {
  shop: Shop
  input: Parsed<C>
  asker: Asker<C['access']>
  request: VisitorRequest
}
type Answer<C extends Call> = (context: CallContext<C>) => Promise<Output<C>>
type AnswerToken<C extends Call> = (
  context: Omit<CallContext<C>, 'asker'> & { token: string },
) => Promise<Output<C> | null>
export type Handler = {
  call: Call
  answer: Answer<Call>
  /** Finds out who asks and answers them with one query; null for a token that opens nothing. */
  answerToken?: AnswerToken<Call>
}

/** Joins a call of the contract to the function that answers it. */
export function handle<C extends Call>(call: C, answer: Answer<C>): Handler {
  return { call, answer: answer as unknown as Answer<Call> }
}

/** The same for what is asked most: the token is looked up by the query that answers. */
export function handleByToken<C extends Call>(call: C, answerToken: AnswerToken<C>, answer?: Answer<C>): Handler {
  // Nobody gets here who is signed in.
  const refuseStranger: Answer<Call> = async () => {
    throw refuse('not_signed_in')
  }
  return {
    call,
    answer: (answer as unknown as Answer<Call>) ?? refuseStranger,
    answerToken: answerToken as unknown as AnswerToken<Call>,
  }
}

type WhoIsAsking = (token: string | null) => Promise<Visitor>

/** `visitorIp` is told by whoever asks the API without a connection. */
export type Api = Hono<{ Bindings: { visitorIp?: string } }>

export type ApiParts = {
  shop: Shop
  whoIsAsking: WhoIsAsking
  /** What a guest is known by from one request to the next, if by anything. */
  nameGuest: (request: VisitorRequest) => string | null
}

/** A call as it came in, from a browser or from a page. */
type Asked = {
  token: string | null
  request: VisitorRequest
  readSent: () => Promise<Record<string, unknown>>
  whoIsAsking: WhoIsAsking
  isForeign?: boolean
  key?: string | undefined
  onKnown?: () => void
  /** The token of the request opens nothing any more. */
  onSessionEnd?: () => void
}
type Outcome = Answered & { retryAfter?: number | undefined }

/** Answers every call the same way: who asks, may they, is the input good, answer, wrap. A refusal is an answer too. */
function createAnswer({ shop, nameGuest }: ApiParts) {
  const answerOnce = createAnswerOnce(shop)
  return async (handler: Handler, asked: Asked): Promise<Outcome> => {
    const { call, answer } = handler
    const { token, request } = asked
    try {
      if (asked.isForeign) throw refuse('foreign_origin')
      const known = await answerByToken(shop, handler, asked)
      if (known) return known
      const asker = await asked.whoIsAsking(token)
      if (token !== null && asker.customerId === null) asked.onSessionEnd?.()
      if (call.access === 'customer' && asker.customerId === null) throw refuse('not_signed_in')
      const sent = await asked.readSent()
      const respond = async (inside: Shop) => {
        const input = parseInput(call, sent)
        const data = await answer({ shop: inside, input, asker: asker as Customer, request })
        const status = call.envelope.name === 'nothing' ? 204 : 200
        // Kept answers do not keep cookies, so an answer that sets one is not kept.
        return { status, body: call.envelope.wrap(data), isKept: !request.hasNewSecret() }
      }
      const key = call.method === 'POST' && !call.carriesSecret ? asked.key : undefined
      if (!key) return await respond(shop)
      await shop.limits.take('keysByNetwork', networkOf(request.ip))
      const caller = asker.customerId ?? nameGuest(request) ?? `ip:${request.ip}`
      return await answerOnce({ key, caller, call, sent }, respond)
    } catch (error) {
      if (!(error instanceof CallRefused)) throw error
      shop.metrics.refusals.add({ code: error.refusal.code })
      if (error.cause) shop.log.warn('refused', { code: error.refusal.code, error: error.cause })
      const body = call.envelope.refuse(error.status, error.refusal)
      return { status: error.status, body, retryAfter: error instanceof Refused ? error.retryAfter : undefined }
    }
  }
}

/** With one query, where everything is as it should be; whatever is not goes the long way, which knows what to say. */
async function answerByToken(shop: Shop, { call, answerToken }: Handler, asked: Asked): Promise<Outcome | null> {
  const { token, request } = asked
  if (!answerToken || token === null) return null
  const sent = await asked.readSent()
  if (holdsNul(sent)) return null
  const parsed = parseSafely(call, sent)
  const data = parsed.success ? await answerToken({ shop, input: parsed.data, token, request }) : null
  if (data === null) return null
  asked.onKnown?.()
  return { status: 200, body: call.envelope.wrap(data) }
}

/** Mounts every call at its address. */
export function createApi(handlers: Handler[], parts: ApiParts): Api {
  const { shop, whoIsAsking } = parts
  const api: Api = new Hono()
  const answer = createAnswer(parts)
  for (const handler of handlers) {
    const { call } = handler
    api.on(call.method, call.path, async (c) => {
      const token = readCallToken(c, call, shop)
      const header = (name: string) => c.req.header(name)
      const request = readRequest({ ip: readIp(c, shop.trustedProxies), header, hasToken: token !== null }, shop)
      const { status, body, retryAfter } = await answer(handler, {
        token,
        request,
        whoIsAsking,
        readSent: () => readInput(call, c, shop.bounds),
        isForeign: call.method === 'POST' && isForeignOrigin(c, shop),
        key: c.req.header('idempotency-key'),
        onSessionEnd: () => c.header(sessionEndHeader, '1'),
      })
      if (retryAfter) c.header('retry-after', String(retryAfter))
      if (status < 400) for (const cookie of request.newCookies) c.header('set-cookie', cookie, { append: true })
      c.header('cache-control', 'no-store')
      return status === 204 ? c.body(null, 204) : answerJson(c, body as object, status as ContentfulStatusCode)
    })
  }
  return api
}

/** Whoever a page is rendered for. */
export type PageVisitor = {
  ip: string
  cookies: string
  userAgent: string
  /** The code of the language that the page is made for. On a first visit no cookie names it. */
  language?: string
  whoIsAsking: WhoIsAsking
  /** Told that the session lives, by a call whose query has found it. */
  onKnown?: () => void
}

/** The calls of pages, answered as the API answers them, cookies left out: a page sets its own. */
export function createPageCalls(handlers: Handler[], parts: ApiParts): (visitor: PageVisitor) => AnswerCall {
  const { shop } = parts
  const answer = createAnswer(parts)
  const known = new Map(handlers.map((handler) => [`${handler.call.method} ${handler.call.path}`, handler]))
  return ({ ip, cookies, userAgent, language = '', ...session }) =>
    async ({ method, path }, input, headers) => {
      const handler = known.get(`${method} ${path}`)
      if (!handler) throw new Error(`No call answers ${method} ${path}`)
      const token = readSessionToken(cookies, shop.clock.now().getTime())
      const own = { cookie: cookies, 'user-agent': userAgent, 'accept-language': language }
      const sent: Record<string, string> = { ...headers, ...own }
      const request = readRequest({ ip, header: (name) => sent[name], hasToken: token !== null }, shop)
      const readSent = async () => (method === 'GET' ? toTexts(input) : JSON.parse(JSON.stringify(input), makeWhole))
      const { status, body } = await answer(handler, { token, request, readSent, ...session })
      // As JSON carries it, and in a copy: cached values are frozen and shared by all requests.
      return { status, body: JSON.parse(JSON.stringify(body ?? null)) }
    }
}

/** As an address carries it. */
function toTexts(input: object): Record<string, string> {
  const given = Object.entries(input).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given.map(([name, value]) => [name, String(value).toWellFormed()]))
}

/** A cookie alone never changes anything: writing calls need the bearer header, which no other site can send. */
function readCallToken(c: Context, call: Call, shop: Shop): string | null {
  return call.method === 'POST' && call.sentAs !== 'beacon' ? readBearer(c) : readToken(c, shop)
}

function isForeignOrigin(c: Context, shop: Shop): boolean {
  const origin = c.req.header('origin')
  if (origin && origin !== new URL(shop.publicUrl).origin && origin !== `http://${c.req.header('host')}`) return true
  return c.req.header('sec-fetch-site') === 'cross-site'
}

/** The address wins over the body: `/rest/after_sale/cancel/7` is about 7, whatever was sent along. */
async function readInput(call: Call, c: Context, bounds: Bounds): Promise<Record<string, unknown>> {
  const inPath = c.req.param() as Record<string, string>
  if (call.method === 'GET') return { ...c.req.query(), ...inPath }
  if (call.sentAs === 'multipart') return { ...(await readForm(c, bounds)), ...inPath }
  const bytes = await readBounded(c.req.raw, call.sentAs === 'beacon' ? bounds.bodyEvent : bounds.bodyJson)
  if (bytes.length === 0) return inPath
  const body = parseJson(bytes, bounds)
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw refuse('malformed')
  return { ...body, ...inPath }
}

// A form shows each message beside its field; input with more faults than this came from no form.
const mostErrors = 50

function parseInput(call: Call, sent: object): Parsed<Call> {
  if (holdsNul(sent)) throw refuse('malformed')
  const parsed = parseSafely(call, sent)
  if (parsed.success) return parsed.data
  throw refuseFields(nameProblems(parsed.error.issues.slice(0, mostErrors)))
}

/** Each field at fault with what to do about it, each sentence once. */
function nameProblems(issues: readonly { path: PropertyKey[]; message: string }[]): Record<string, string[]> {
  const errors = new Map<string, Set<string>>()
  for (const { path, message } of issues) {
    const field = path.join('.') || 'body'
    errors.set(field, (errors.get(field) ?? new Set()).add(message))
  }
  return Object.fromEntries([...errors].map(([field, messages]) => [field, [...messages]]))
}

/** Length checks also run on values that are not text, and throw where `length` is not a number. */
export function parseSafely<C extends Pick<Call, 'input'>>(call: C, sent: object) {
  try {
    return call.input.safeParse(sent, { error: describeIssue })
  } catch (error) {
    throw refuse('malformed', { cause: error })
  }
}
