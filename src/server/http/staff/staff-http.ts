import { type Context, Hono } from 'hono'
import type { Answered } from '#contract/calls/call.ts'
import { allowsScope } from '#contract/calls/scopes.ts'
import {
  type MakeStaffCall,
  type Problem,
  type StaffCall,
  type StaffCallOptions,
  type StaffFile,
  type StaffInput,
  type StaffOutput,
  StaffProblem,
  staffApiRoot,
  staffHeader,
} from '#contract/calls/staff-call.ts'
import { minuteMs } from '#contract/times/times.ts'
import { fieldsOf } from '#contract/values.ts'
import type { Shop } from '../../shop.ts'
import { answerJson } from '../compress.ts'
import { maxErrors, parseSafely, readInput, type Sent } from '../input.ts'
import { limitConcurrency } from '../limits/limit-concurrency.ts'
import { type ApiSteps, createPipeline, type IncomingCall } from '../pipeline.ts'
import { refuse } from '../refuse.ts'
import { type ApiBindings, checkOrigin, readBearer, readIp, readRequest } from '../request.ts'
import type { StaffActor } from './staff-actor.ts'
import type { StaffHandler } from './staff-handler.ts'
import { sendProblem, toProblem } from './staff-problems.ts'
import { etagOf, runWrite, type WriteAudit } from './staff-writes.ts'

// The staff API has versions, an audit log, and refusals as problems of RFC 9457.

export type StaffApiParts = {
  shop: Shop
  identifyActor: (
    shop: Shop,
    credentials: { session: string | null; key: string | null; ip: string },
  ) => Promise<StaffActor | null>
  writeAudit: WriteAudit
}

export const staffCookie = 'staff_session'
const recentSignInMs = 15 * minuteMs
const waitersPerTurn = 25

type IncomingStaffCall = IncomingCall & {
  findActor: () => Promise<StaffActor | null>
  body: ReadableStream<Uint8Array> | null
  ifMatch?: string | undefined
}

/** Creates the steps of the staff API. A write and its row of the audit log are one transaction. */
function createSteps({
  shop,
  writeAudit,
}: StaffApiParts): ApiSteps<StaffHandler, IncomingStaffCall, StaffActor | null, Problem> {
  // Each write holds a connection and may need a second one. Writes must never hold the whole pool.
  const atOnce = shop.bounds.keyedAtOnce
  const takeTurn = limitConcurrency({ atOnce, waiting: atOnce * waitersPerTurn, retryAfter: 1 })
  return {
    root: staffApiRoot,
    findActor: (_, incoming) => incoming.findActor(),
    checkAccess: async ({ call }, actor) => {
      checkAccess(call, actor, shop)
      if (actor && actor.kind !== 'command line') await shop.limits.take('staffByCaller', `${actor.kind}:${actor.id}`)
    },
    parseInput: ({ call }, sent) => parseStaffInput(call, sent),
    nameKeyOwner: (actor) => actor && `staff:${actor.kind}:${actor.id}`,
    run: ({ call }, work) => {
      if (call.method === 'GET' || call.asksOthers || call.sentAs === 'stream') return work(shop)
      return takeTurn(() => shop.db.transaction((tx) => work({ ...shop, db: tx })))
    },
    answer: (handler, { incoming: { request, body, ifMatch }, ...rest }) => {
      const context = { ...rest, request, body, nameActor: () => {} }
      if (handler.call.method === 'GET') return handler.answer(context)
      return runWrite(handler, context, { ifMatch, writeAudit })
    },
    wrap: ({ call: { answers } }, data) => ({
      status: answers === 'nothing' ? 204 : 200,
      body: answers === 'one' ? { data } : data,
      isStored: answers !== 'file',
    }),
    refuse: (_, error) => {
      const { problem, retryAfter } = toProblem(error)
      return { isRefused: true, status: problem.status, code: problem.code, body: problem, retryAfter }
    },
  }
}

function checkAccess({ scope, needsConfirming }: StaffCall, actor: StaffActor | null, { clock }: Shop): void {
  if (scope === 'anyone') return
  if (!actor) throw refuse('staff_not_signed_in')
  if (scope !== 'signed-in') {
    if (actor.lacksSecondStep) throw refuse('second_step_needed')
    if (!allowsScope(actor.scopes, scope)) throw refuse('not_allowed', { message: `This requires the scope ${scope}.` })
  }
  if (!needsConfirming || actor.kind !== 'member') return
  const age = clock.now().getTime() - (actor.confirmedAt?.getTime() ?? 0)
  if (age > recentSignInMs)
    throw refuse('confirm_needed', { message: 'You confirmed your second step more than 15 minutes ago.' })
}

/** Returns the filters that a list does not have. If such a filter were ignored, the list would look unfiltered. */
function findUnknown({ answers, path, input }: StaffCall, sent: object): string[] {
  const isList = answers === 'list' || path.startsWith('/exports/')
  const { def } = input
  const shape = 'shape' in def ? def.shape : null
  return isList && typeof shape === 'object' && shape ? Object.keys(sent).filter((name) => !(name in shape)) : []
}

function parseStaffInput(call: StaffCall, sent: Sent): unknown {
  const unknown = findUnknown(call, sent)
  const parsed = parseSafely(call, sent)
  if (parsed.success && unknown.length === 0) return parsed.data
  const issues = parsed.success ? [] : parsed.error.issues
  const errors = [
    ...unknown.map((field) => ({ field, code: 'unknown_field', detail: `This list has no parameter ${field}` })),
    ...issues.map(({ path, code, message }) => ({
      ...{ field: path.join('.') || 'body', code: String(code), detail: message },
    })),
  ].slice(0, maxErrors)
  throw new StaffProblem({ ...toProblem(refuse('invalid_input')).problem, errors })
}

/** Mounts every call below `/staff-api/v1`. */
export function createStaffApi(handlers: StaffHandler[], parts: StaffApiParts) {
  const { shop, identifyActor } = parts
  const { bounds } = shop
  const api = new Hono<ApiBindings>()
  const answer = createPipeline(shop, createSteps(parts))
  for (const handler of handlers) {
    const { call } = handler
    // A call without a scope is open to anyone, so its body has the limit of a shopper's body.
    const largest = call.scope === 'anyone' ? bounds.bodyJson : bounds.bodyStaff
    api.on(call.method, staffApiRoot + call.path, async (c) => {
      c.header('cache-control', 'no-store')
      const ip = readIp(c, shop.trustedProxies)
      const bearer = readBearer(c)
      const request = readRequest({ ip, header: (name) => c.req.header(name), hasToken: bearer !== null }, shop)
      const session = bearer === null ? request.cookie(staffCookie) : null
      const outcome = await answer(handler, {
        request,
        // A browser that writes proves by its headers that the shop's own page sent the request.
        checkSender: () => call.method !== 'GET' && bearer === null && checkSender(c, shop),
        findActor: () => identifyActor(shop, { session, key: bearer, ip }),
        readSent: () => readInput(c, call, bounds, largest),
        body: call.sentAs === 'stream' ? c.req.raw.body : null,
        key: c.req.header('idempotency-key'),
        ifMatch: c.req.header('if-match'),
      })
      if (outcome.isRefused) {
        if (outcome.retryAfter) c.header('retry-after', String(outcome.retryAfter))
        return sendProblem(c, outcome.body)
      }
      for (const cookie of request.newCookies) c.header('set-cookie', cookie, { append: true })
      return send(c, handler, outcome)
    })
  }
  api.all(`${staffApiRoot}/*`, (c) =>
    sendProblem(c, toProblem(refuse('not_found', { message: 'There is no such endpoint.' })).problem),
  )
  return api
}

const nameOf = ({ method, path }: StaffCall) => `${method} ${path}`

/**
 * Creates the same calls without HTTP, for the command line and the console's pages. The given actor needs
 * no second step.
 */
export function createStaffCalls(
  handlers: StaffHandler[],
  parts: StaffApiParts,
  actor: StaffActor,
  ip = '',
): MakeStaffCall {
  const answer = createPipeline(parts.shop, createSteps(parts))
  // Handlers are found by name, because the console's pages are built separately with their own contract objects.
  const known = new Map(handlers.map((handler) => [nameOf(handler.call), handler]))
  return async <C extends StaffCall>(
    call: C,
    input: StaffInput<C>,
    { ifMatch = '*', idempotencyKey }: StaffCallOptions = {},
  ) => {
    const handler = known.get(nameOf(call))
    if (!handler) throw new Error(`There is no handler for ${nameOf(call)}`)
    const { file, ...rest } = fieldsOf(input)
    const sent: Sent = JSON.parse(JSON.stringify(rest))
    const isStream = call.sentAs === 'stream'
    const outcome = await answer(handler, {
      request: readRequest({ ip, header: () => undefined, hasToken: false }, parts.shop),
      findActor: async () => actor,
      readSent: async () => (file === undefined || isStream ? sent : { ...sent, file }),
      body: isStream && file instanceof ReadableStream ? file : null,
      key: idempotencyKey,
      ifMatch,
    })
    if (outcome.isRefused) throw new StaffProblem(outcome.body)
    const { body } = outcome
    const data = call.answers === 'one' && hasData(body) ? body.data : body
    return { data: data as StaffOutput<C>, etag: findEtag(handler, body) }
  }
}

function checkSender(c: Context, shop: Shop): void {
  checkOrigin(c, shop)
  if (c.req.header(staffHeader) !== '1') throw refuse('staff_header_missing')
}

const hasData = (body: unknown): body is { data: object } =>
  typeof body === 'object' && body !== null && 'data' in body && typeof body.data === 'object' && body.data !== null

/** Returns the version of the resource in the body of a response. */
function findEtag(handler: StaffHandler, body: unknown): string | null {
  const { answers, scope } = handler.call
  return answers === 'one' && scope !== 'anyone' && hasData(body) ? etagOf(handler, body.data) : null
}

const isFile = (body: unknown): body is StaffFile => typeof body === 'object' && body !== null && 'type' in body

function send(c: Context, handler: StaffHandler, { status, body }: Answered): Response {
  const { call } = handler
  if (call.answers === 'nothing') return c.body(null, 204)
  if (call.answers === 'file' && isFile(body)) return sendFile(c, body)
  const etag = findEtag(handler, body)
  if (etag) {
    c.header('etag', etag)
    if (call.method === 'GET' && c.req.header('if-none-match') === etag) return c.body(null, 304)
  }
  return answerJson(c, body, status)
}

function sendFile(c: Context, { type, fileName, body }: StaffFile): Response {
  const headers = {
    'content-type': type,
    ...(fileName && { 'content-disposition': `attachment; filename="${fileName.replace(/[^\w.-]/g, '_')}"` }),
  }
  return c.body(body, 200, headers)
}
