import { type Context, Hono } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { type Access, type Call, CallRefused, type Output, type Parsed, sessionEndHeader } from '#contract/call.ts'
import { describeIssue } from '#contract/fields.ts'
import { hasMoreParts, isNestedDeeper, readBounded } from './bodies.ts'
import type { Bounds } from './bounds.ts'
import { answerJson } from './compress.ts'
import { createAnswerOnce } from './idempotency.ts'
import { networkOf } from './network.ts'
import { Refused, refuse, refuseFields } from './refuse.ts'
import { readBearer, readRequest, readToken, type VisitorRequest } from './request.ts'
import type { Shop } from './shop.ts'

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
export type Handler = { call: Call; answer: Answer<Call> }

/** Joins a call of the contract to the function that answers it. */
export function handle<C extends Call>(call: C, answer: Answer<C>): Handler {
  return { call, answer: answer as unknown as Answer<Call> }
}

type WhoIsAsking = (token: string | null) => Promise<Visitor>

/** `whoIsAsking` comes with the calls of one page, which look their visitor up once for all of them. */
export type Api = Hono<{ Bindings: { visitorIp?: string; whoIsAsking?: WhoIsAsking } }>

export type ApiParts = {
  shop: Shop
  whoIsAsking: WhoIsAsking
  /** What a guest is known by from one request to the next, if by anything. */
  nameGuest: (request: VisitorRequest) => string | null
}

/** Mounts every call the same way: who asks, may they, is the input good, answer, wrap. */
export function createApi(handlers: Handler[], { shop, whoIsAsking, nameGuest }: ApiParts): Api {
  const api: Api = new Hono()
  const answerOnce = createAnswerOnce(shop)
  for (const { call, answer } of handlers) {
    api.on(call.method, call.path, async (c) => {
      const token = readCallToken(c, call, shop)
      const request = readRequest(c, shop, token !== null)
      try {
        if (call.method === 'POST') refuseForeignOrigin(c, shop)
        const asker = await (c.env?.whoIsAsking ?? whoIsAsking)(token)
        if (token !== null && asker.customerId === null) c.header(sessionEndHeader, '1')
        if (call.access === 'customer' && asker.customerId === null) throw refuse('not_signed_in')
        const sent = await readInput(call, c, shop.bounds)
        const respond = async (inside: Shop) => {
          const input = parseInput(call, sent)
          const data = await answer({ shop: inside, input, asker: asker as Customer, request })
          const status = call.envelope.name === 'nothing' ? 204 : 200
          // Kept answers do not keep cookies, so an answer that sets one is not kept.
          return { status, body: call.envelope.wrap(data), isKept: !request.hasNewSecret() }
        }
        const key = call.method === 'POST' && !call.carriesSecret ? c.req.header('idempotency-key') : undefined
        if (key) await shop.limits.take('keysByNetwork', networkOf(request.ip))
        const caller = asker.customerId ?? nameGuest(request) ?? `ip:${request.ip}`
        const { status, body } = key ? await answerOnce({ key, caller, call, sent }, respond) : await respond(shop)
        for (const cookie of request.newCookies) c.header('set-cookie', cookie, { append: true })
        c.header('cache-control', 'no-store')
        return status === 204 ? c.body(null, 204) : answerJson(c, body as object, status as ContentfulStatusCode)
      } catch (error) {
        if (!(error instanceof CallRefused)) throw error
        shop.metrics.refusals.add({ code: error.refusal.code })
        if (error.cause) shop.log.warn('refused', { code: error.refusal.code, error: error.cause })
        if (error instanceof Refused && error.retryAfter) c.header('retry-after', String(error.retryAfter))
        c.header('cache-control', 'no-store')
        const refusal = call.envelope.refuse(error.status, error.refusal) as object
        return answerJson(c, refusal, error.status as ContentfulStatusCode)
      }
    })
  }
  return api
}

/** A cookie alone never changes anything: writing calls need the bearer header, which no other site can send. */
function readCallToken(c: Context, call: Call, shop: Shop): string | null {
  return call.method === 'POST' && call.sentAs !== 'beacon' ? readBearer(c) : readToken(c, shop)
}

function refuseForeignOrigin(c: Context, shop: Shop): void {
  const origin = c.req.header('origin')
  if (origin && origin !== new URL(shop.publicUrl).origin && origin !== `http://${c.req.header('host')}`) {
    throw refuse('foreign_origin')
  }
  if (c.req.header('sec-fetch-site') === 'cross-site') throw refuse('foreign_origin')
}

const halfCharacter = /\\u[dD][89a-fA-F]/
/** A form that cuts a text at its limit can halve an emoji, which PostgreSQL cannot store. */
const makeWhole = (_: string, value: unknown) => (typeof value === 'string' ? value.toWellFormed() : value)

/** The address wins over the body: `/rest/after_sale/cancel/7` is about 7, whatever was sent along. */
async function readInput(call: Call, c: Context, bounds: Bounds): Promise<Record<string, unknown>> {
  const inPath = c.req.param() as Record<string, string>
  if (call.method === 'GET') return { ...c.req.query(), ...inPath }
  if (call.sentAs === 'multipart') return { ...(await readForm(c, bounds)), ...inPath }
  const bytes = await readBounded(c.req.raw, call.sentAs === 'beacon' ? bounds.bodyEvent : bounds.bodyJson)
  if (bytes.length === 0) return inPath
  const text = new TextDecoder().decode(bytes)
  if (isNestedDeeper(text, bounds.bodyNesting)) throw refuse('malformed')
  let body: unknown
  try {
    body = JSON.parse(text, halfCharacter.test(text) ? makeWhole : undefined)
  } catch {
    throw refuse('malformed')
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw refuse('malformed')
  return { ...body, ...inPath }
}

async function readForm(c: Context, bounds: Bounds): Promise<Record<string, unknown>> {
  const type = c.req.header('content-type') ?? ''
  const bytes = await readBounded(c.req.raw, bounds.bodyPicture, 'image_too_big')
  if (hasMoreParts(bytes, type, bounds.bodyParts)) throw refuse('malformed')
  const form = await new Response(bytes, { headers: { 'content-type': type } }).formData().catch(() => {
    throw refuse('malformed')
  })
  return Object.fromEntries(form)
}

// A form shows each message beside its field; input with more faults than this came from no form.
const mostErrors = 50

function parseInput(call: Call, sent: object): Parsed<Call> {
  // PostgreSQL cannot store U+0000 in text: no honest input holds one, so it is refused before it becomes a fault.
  if (JSON.stringify(sent).includes('\\u0000')) throw refuse('malformed')
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
export function parseSafely(call: Call, sent: object) {
  try {
    return call.input.safeParse(sent, { error: describeIssue })
  } catch (error) {
    throw refuse('malformed', { cause: error })
  }
}
