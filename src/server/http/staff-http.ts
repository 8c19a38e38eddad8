import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { type Context, Hono } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { refusals } from '#contract/calls/refusals.ts'
import { allowsScope, type Scope } from '#contract/calls/scopes.ts'
import {
  type MakeStaffCall,
  type StaffCall,
  type StaffCallOptions,
  type StaffFile,
  type StaffInput,
  type StaffOutput,
  type StaffPage,
  type StaffParsed,
  StaffProblem,
  staffApiRoot,
  staffHeader,
} from '#contract/calls/staff-call.ts'
import { staffRefusals } from '#contract/calls/staff-refusals.ts'
import { minuteMs } from '#contract/times/times.ts'
import { publish } from '../live/live.ts'
import type { Shop } from '../shop.ts'
import { holdsNul } from './bodies.ts'
import { answer as sendWhole } from './compress.ts'
import { parseSafely } from './http.ts'
import { createAnswerOnce } from './idempotency.ts'
import { limitConcurrency } from './limit-concurrency.ts'
import { refuse } from './refuse.ts'
import { readBearer, readIp, readRequest } from './request.ts'
import type { StaffAsker } from './staff-asker.ts'
import { type Changes, findChanges, nameThing, toRecord } from './staff-changes.ts'
import { readStaffInput } from './staff-input.ts'
import { problemType, sendProblem, toProblem } from './staff-problems.ts'
import type { VisitorRequest } from './visitor-request.ts'

/** What the audit log keeps of whoever did something. */
export type Actor = Pick<StaffAsker, 'kind' | 'id' | 'name'>

export type StaffContext<C extends StaffCall> = {
  shop: Shop
  input: StaffParsed<C>
  /** Null only in calls for anyone. */
  asker: C['scope'] extends 'anyone' ? StaffAsker | null : StaffAsker
  request: VisitorRequest
  /** The bytes of a call that is sent as a stream. */
  body: ReadableStream<Uint8Array> | null
  /** Says who it turned out to be, for the audit log: whoever signs in is nobody until then. */
  nameActor: (actor: Actor) => void
}
type Answer<C extends StaffCall> = (context: StaffContext<C>) => Promise<StaffOutput<C>>
/** What a write is about, as it stands at the moment: read before and after it, for `If-Match` and for the audit log. */
type Thing<C extends StaffCall> = (context: StaffContext<C>) => Promise<object | null>
type ThingParts<C extends StaffCall> = {
  thing?: Thing<C>
  /** What the version is made of, where not of everything: stock that shoppers buy must not spoil an edit of the text. */
  versionOf?: (thing: never) => unknown
  /** What the audit log calls it, where people may name it by what must be able to go, such as somebody's address. */
  named?: (context: StaffContext<C>) => Promise<string>
  /** Of an answer that carries a secret, what the audit log may know. */
  told?: (answered: StaffOutput<C>) => object
}
export type StaffHandler = { call: StaffCall; answer: Answer<StaffCall> } & ThingParts<StaffCall>

/**
 * Joins a staff call to the function that answers it. A write of one thing says how to read it: PATCH, PUT and DELETE are
 * then refused without the right `If-Match`, and the audit log gets before and after of what changed.
 */
export function handleStaff<C extends StaffCall>(call: C, answer: Answer<C>, parts: ThingParts<C> = {}): StaffHandler {
  return { call, answer: answer as unknown as Answer<StaffCall>, ...(parts as ThingParts<StaffCall>) }
}

export type AuditEntry = {
  asker: (Omit<Actor, 'kind'> & { kind: Actor['kind'] | 'timer' }) | null
  call: string
  /** What it was about, as `orders/HB2A3B4C5D6E7`. */
  about: string
  ip: string
} & Changes

export type StaffApiParts = {
  shop: Shop
  whoIsAsking: (
    shop: Shop,
    asked: { session: string | null; key: string | null; ip: string },
  ) => Promise<StaffAsker | null>
  writeAudit: (db: Shop['db'], at: Date, entry: AuditEntry) => Promise<void>
}

/** Where every change is told that staff may follow: `{ about: 'orders/HB…' }`. */
export const staffTopic = 'staff'
export const staffCookie = 'staff_session'
const freshMs = 15 * minuteMs
const waitersPerTurn = 25

type Asked = {
  request: VisitorRequest
  asker: StaffAsker | null
  readSent: () => Promise<Record<string, unknown>>
  body: ReadableStream<Uint8Array> | null
  key?: string | undefined
  ifMatch?: string | undefined
}
type Outcome = { status: number; body: unknown; etag: string | null }

/** Who may, is the input good, is it still the version they saw, do it, write it down. For the wire and for the command line. */
export function createStaffAnswer({ shop, writeAudit }: StaffApiParts) {
  const answerOnce = createAnswerOnce(shop)
  // Each holds a connection and may need a second one: all of the pool must never be held by them.
  const atOnce = shop.bounds.keyedAtOnce
  const takeTurn = limitConcurrency({ atOnce, waiting: atOnce * waitersPerTurn, retryAfter: 1 })

  return async (handler: StaffHandler, { request, asker, readSent, body, key, ifMatch }: Asked): Promise<Outcome> => {
    const { call } = handler
    checkAccess(call, asker, shop)
    if (asker && asker.kind !== 'command line') await shop.limits.take('staffByCaller', `${asker.kind}:${asker.id}`)
    const sent = await readSent()
    const input = parseStaffInput(call, sent)
    const respond = async (inside: Shop) => {
      const context = { shop: inside, input, asker: asker as StaffAsker, request, body, nameActor: () => {} }
      const data = call.method === 'GET' ? await handler.answer(context) : await write(handler, context, ifMatch)
      const status = call.answers === 'nothing' ? 204 : 200
      return { status, body: wrap(call, data), isKept: !request.hasNewSecret() && call.answers !== 'file' }
    }
    const finish = ({ status, body: answered }: { status: number; body: unknown }): Outcome => {
      const isVersioned = call.answers === 'one' && handler.call.scope !== 'anyone'
      return { status, body: answered, etag: isVersioned ? etagOf(handler, (answered as { data: object }).data) : null }
    }
    if (call.method === 'GET') return finish(await respond(shop))
    if (key && call.method === 'POST' && !call.carriesSecret && asker) {
      const caller = `staff:${asker.kind}:${asker.id}`
      return finish(await answerOnce({ key, caller, call: { ...call, path: staffApiRoot + call.path }, sent }, respond))
    }
    if (call.asksOthers || call.sentAs === 'stream') return finish(await respond(shop))
    return finish(await takeTurn(() => shop.db.transaction((tx) => respond({ ...shop, db: tx }))))
  }

  async function write(handler: StaffHandler, asked: StaffContext<StaffCall>, ifMatch: string | undefined) {
    const { call, thing, named, told } = handler
    let actor: Actor | null = asked.asker
    const nameActor = (named: Actor) => {
      actor = named
    }
    const context = { ...asked, nameActor }
    // Whoever edits the same thing at the same moment waits here, and then sees what the first one made of it.
    if (thing && call.method !== 'POST') await lockThing(context, nameThing(call, context.input as object, null))
    const before = thing ? await thing(context) : null
    if (before && call.method !== 'POST') checkVersion(handler, before, ifMatch)
    // Before it is done: somebody who is erased is not found by their address any more.
    const name = named && (await named(context))
    const data = await handler.answer(context)
    // Nobody changed anything: a stranger who asks for a link or signs out of nothing fills no log.
    if (!actor) return data
    const isSecret = call.carriesSecret && !told
    const isGone = isSecret || call.method === 'DELETE'
    const after = told ? told(data) : isGone ? null : thing ? await thing(context) : toRecord(call, data)
    const about = name ?? nameThing(call, context.input as object, after ?? before)
    await writeAudit(context.shop.db, context.shop.clock.now(), {
      asker: actor,
      call: `${call.method} ${call.path}`,
      about,
      ...(isSecret ? { before: {}, after: {} } : findChanges(before, after, call.method !== 'PATCH')),
      ip: context.request.ip,
    })
    await publish(context.shop.db, staffTopic, { about })
    return data
  }
}

async function lockThing({ shop }: StaffContext<StaffCall>, name: string): Promise<void> {
  await shop.db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`)
}

function checkAccess({ scope, needsConfirming }: StaffCall, asker: StaffAsker | null, { clock }: Shop): void {
  if (scope === 'anyone') return
  if (!asker) throw refuse('staff_not_signed_in')
  if (scope !== 'signed-in' && asker.lacksSecondStep) throw refuse('second_step_needed')
  if (scope !== 'signed-in' && !allowsScope(asker.scopes, scope as Scope)) {
    throw refuse('not_allowed', { message: `This takes ${scope}.` })
  }
  if (!needsConfirming || asker.kind !== 'member') return
  const age = clock.now().getTime() - (asker.confirmedAt?.getTime() ?? 0)
  if (age > freshMs) throw refuse('confirm_needed', { message: 'Your second step is older than 15 minutes.' })
}

/** Whoever saw another version is told how it stands now, and changes nothing. `*` changes whatever is there. */
function checkVersion(handler: StaffHandler, current: object, ifMatch: string | undefined): void {
  if (!ifMatch) throw refuse('if_match_needed')
  if (ifMatch.trim() === '*' || ifMatch.split(',').some((one) => one.trim() === etagOf(handler, current))) return
  const [status, title] = staffRefusals.changed_meanwhile
  throw new StaffProblem({ type: problemType('changed_meanwhile'), title, status, code: 'changed_meanwhile', current })
}

/** The same text for the same thing. The GET and the writes of a thing must share `versionOf`. */
function etagOf({ versionOf }: StaffHandler, thing: object): string {
  const version = versionOf ? (versionOf as (thing: object) => unknown)(thing) : thing
  return `"${createHash('sha256').update(JSON.stringify(version)).digest('base64url').slice(0, 22)}"`
}

function wrap(call: StaffCall, data: unknown): unknown {
  if (call.answers === 'one') return { data }
  return data
}

const mostErrors = 50

/** Filters that a list does not have: without a refusal it would look as if nothing were filtered out. */
function findUnknown({ answers, path, input }: StaffCall, sent: object): string[] {
  const isList = answers === 'list' || path.startsWith('/exports/')
  const { def } = input._zod as { def: { shape?: object } }
  const { shape } = def
  return isList && shape ? Object.keys(sent).filter((name) => !(name in shape)) : []
}

function parseStaffInput(call: StaffCall, sent: object): unknown {
  if (holdsNul(sent)) throw refuse('malformed')
  const unknown = findUnknown(call, sent)
  const parsed = parseSafely(call, sent)
  if (parsed.success && unknown.length === 0) return parsed.data
  const issues = parsed.success ? [] : parsed.error.issues
  const errors = [
    ...unknown.map((field) => ({ field, code: 'unknown_field', detail: `This list does not take ${field}` })),
    ...issues.map(({ path, code, message }) => ({
      ...{ field: path.join('.') || 'body', code: String(code), detail: message },
    })),
  ].slice(0, mostErrors)
  const [status, title] = refusals.invalid_input
  throw new StaffProblem({ type: problemType('invalid_input'), title, status, code: 'invalid_input', errors })
}

/** Mounts every call below `/staff-api/v1`. */
export function createStaffApi(handlers: StaffHandler[], parts: StaffApiParts) {
  const { shop, whoIsAsking } = parts
  const api = new Hono<{ Bindings: { visitorIp?: string } }>()
  const answer = createStaffAnswer(parts)
  for (const handler of handlers) {
    const { call } = handler
    api.on(call.method, staffApiRoot + call.path, async (c) => {
      c.header('cache-control', 'no-store')
      try {
        const ip = readIp(c, shop.trustedProxies)
        const bearer = readBearer(c)
        const request = readRequest({ ip, header: (name) => c.req.header(name), hasToken: bearer !== null }, shop)
        const session = bearer === null ? request.cookie(staffCookie) : null
        // A browser that writes proves that our own page sent it: by its header, and by where it comes from.
        if (call.method !== 'GET' && bearer === null) checkSender(c, shop)
        const asker = await whoIsAsking(shop, { session, key: bearer, ip })
        const outcome = await answer(handler, {
          request,
          asker,
          readSent: () => readStaffInput(call, c, shop.bounds),
          body: call.sentAs === 'stream' ? c.req.raw.body : null,
          key: c.req.header('idempotency-key'),
          ifMatch: c.req.header('if-match'),
        })
        for (const cookie of request.newCookies) c.header('set-cookie', cookie, { append: true })
        return send(c, call, outcome)
      } catch (error) {
        const { problem, retryAfter } = toProblem(error)
        shop.metrics.refusals.add({ code: problem.code })
        if (retryAfter) c.header('retry-after', String(retryAfter))
        return sendProblem(c, problem)
      }
    })
  }
  api.all(`${staffApiRoot}/*`, (c) => {
    const [status, title] = refusals.not_found
    return sendProblem(c, {
      type: problemType('not_found'),
      title,
      status,
      code: 'not_found',
      detail: 'There is no such call.',
    })
  })
  return api
}

const nameOf = ({ method, path }: StaffCall) => `${method} ${path}`

/** The same calls without a wire, for the command line and the console's pages: as `asker`, who is asked for no second step. */
export function createStaffCalls(
  handlers: StaffHandler[],
  parts: StaffApiParts,
  asker: StaffAsker,
  ip = '',
): MakeStaffCall {
  const answer = createStaffAnswer(parts)
  // By name: the console's pages are built apart and have contracts of their own.
  const known = new Map(handlers.map((handler) => [nameOf(handler.call), handler]))
  return async <C extends StaffCall>(
    call: C,
    input: StaffInput<C>,
    { ifMatch = '*', idempotencyKey }: StaffCallOptions = {},
  ) => {
    const handler = known.get(nameOf(call))
    if (!handler) throw new Error(`No handler answers ${nameOf(call)}`)
    const { file, ...rest } = input as Record<string, unknown>
    const sent = JSON.parse(JSON.stringify(rest)) as Record<string, unknown>
    const request = readRequest({ ip, header: () => undefined, hasToken: false }, parts.shop)
    const isStream = call.sentAs === 'stream'
    try {
      const { body, etag } = await answer(handler, {
        request,
        asker,
        readSent: async () => (file === undefined || isStream ? sent : { ...sent, file }),
        body: isStream ? (file as ReadableStream<Uint8Array>) : null,
        key: idempotencyKey,
        ifMatch,
      })
      const data = call.answers === 'one' ? (body as { data: unknown }).data : body
      return { data: data as StaffOutput<C>, etag }
    } catch (error) {
      throw new StaffProblem(toProblem(error).problem)
    }
  }
}

/** Throws where another site made the browser send this. */
export function checkOrigin(c: Context, shop: Pick<Shop, 'publicUrl'>): void {
  const origin = c.req.header('origin')
  const isOurs = !origin || origin === new URL(shop.publicUrl).origin || origin === `http://${c.req.header('host')}`
  if (!isOurs || c.req.header('sec-fetch-site') === 'cross-site') throw refuse('foreign_origin')
}

function checkSender(c: Context, shop: Shop): void {
  checkOrigin(c, shop)
  if (c.req.header(staffHeader) !== '1') throw refuse('staff_header_missing')
}

function send(c: Context, call: StaffCall, { status, body, etag }: Outcome): Response {
  if (call.answers === 'nothing') return c.body(null, 204)
  if (call.answers === 'file') return sendFile(c, body as StaffFile)
  if (etag) {
    c.header('etag', etag)
    if (call.method === 'GET' && c.req.header('if-none-match') === etag) return c.body(null, 304)
  }
  const text = JSON.stringify(call.answers === 'list' ? (body as StaffPage<unknown>) : body)
  return sendWhole(c, text, status as ContentfulStatusCode, { 'content-type': 'application/json' })
}

function sendFile(c: Context, { type, fileName, body }: StaffFile): Response {
  const headers = {
    'content-type': type,
    ...(fileName && { 'content-disposition': `attachment; filename="${fileName.replace(/[^\w.-]/g, '_')}"` }),
  }
  return typeof body === 'string' ? c.body(body, 200, headers) : c.body(body as Uint8Array<ArrayBuffer>, 200, headers)
}
