import * as z from 'zod/mini'
import { fieldsOf, isRecord } from '../values.ts'
import { fillPath, toForm, toQuery } from './call.ts'
import { queryNumber } from './fields.ts'
import type { Scope } from './scopes.ts'

export const staffApiRoot = '/staff-api/v1'
/** A header that a form of another site cannot send. A writing call with a cookie must carry it. */
export const staffHeader = 'x-staff'

/** The kind of response: one resource with its version, a page of a list, nothing, or a file. */
export type StaffAnswers = 'one' | 'list' | 'nothing' | 'file'

/** The right that a call requires: a scope, any signed-in member, or nothing for the sign-in calls. */
export type StaffRight = Scope | 'signed-in' | 'anyone'

/** A call of the staff API. Its path is relative to `/staff-api/v1`. */
export type StaffCall<
  I extends z.ZodMiniType = z.ZodMiniType,
  O extends z.ZodMiniType = z.ZodMiniType,
  A extends StaffAnswers = StaffAnswers,
  S extends StaffRight = StaffRight,
> = {
  access: 'staff'
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  path: `/${string}`
  /** A one-sentence description for the API reference. */
  about: string
  scope: S
  /**
   * True if the member must have confirmed a second step within the last 15 minutes: for refunds, roles, keys and
   * erasure.
   */
  needsConfirming?: true
  answers: A
  input: I
  /** The resource, or one row of the list. */
  output: O
  /** True if the body is a JSON list, which is passed as `items`. */
  takesList?: true
  /**
   * The encoding, if not JSON. 'multipart' carries files in a form. 'stream' is one file of any size that the handler
   * reads as it arrives.
   */
  sentAs?: 'multipart' | 'stream'
  /**
   * True if the input or response contains a password, code, token or key. Neither is stored for retries or in the
   * audit log.
   */
  carriesSecret?: true
  /** True if the call uses a payment provider, another shop or a file store. No transaction stays open meanwhile. */
  asksOthers?: true
  /**
   * Refusal statuses that the API reference cannot derive from method and path, such as 404 for a missing resource in
   * the body.
   */
  alsoAnswers?: readonly number[]
  /** An input for the API reference. Other examples are in `app/openapi/staff-examples/`. */
  example?: { input: object }
}

export type StaffInput<C extends StaffCall> = z.input<C['input']>
export type StaffParsed<C extends StaffCall> = z.output<C['input']>
export type StaffPage<T> = { data: T[]; next: string | null; total: number | null }
export type StaffFile = {
  type: string
  fileName?: string
  body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | string
}
/** The result of a handler. */
export type StaffOutput<C extends StaffCall> = C['answers'] extends 'list'
  ? StaffPage<z.output<C['output']>>
  : C['answers'] extends 'file'
    ? StaffFile
    : C['answers'] extends 'nothing'
      ? unknown
      : z.output<C['output']>

type CallOptions<I extends z.ZodMiniType, O extends z.ZodMiniType, S extends StaffRight> = Omit<
  StaffCall<I, O, StaffAnswers, S>,
  'access' | 'answers'
>

export function defineStaffCall<
  const I extends z.ZodMiniType,
  const O extends z.ZodMiniType,
  const S extends StaffRight,
>(call: CallOptions<I, O, S>): StaffCall<I, O, 'one', S> {
  return { ...call, access: 'staff', answers: 'one' }
}

export function defineStaffList<
  const I extends z.ZodMiniType,
  const O extends z.ZodMiniType,
  const S extends StaffRight,
>(call: Omit<CallOptions<I, O, S>, 'method'>): StaffCall<I, O, 'list', S> {
  return { ...call, method: 'GET', access: 'staff', answers: 'list' }
}

/** Defines a call that responds with status 204. */
export function defineStaffAction<const I extends z.ZodMiniType, const S extends StaffRight>(
  call: Omit<CallOptions<I, z.ZodMiniType, S>, 'output'>,
): StaffCall<I, z.ZodMiniType, 'nothing', S> {
  return { ...call, output: z.void(), access: 'staff', answers: 'nothing' }
}

export function defineStaffFile<const I extends z.ZodMiniType, const S extends StaffRight>(
  call: Omit<CallOptions<I, z.ZodMiniType, S>, 'output'>,
): StaffCall<I, z.ZodMiniType, 'file', S> {
  return { ...call, output: z.unknown(), access: 'staff', answers: 'file' }
}

export const maxListLimit = 200
/** The paging parameters of every list. */
export const PageInput = {
  limit: z._default(queryNumber(1, maxListLimit), 50),
  after: z.optional(z.string().check(z.maxLength(500))),
}
/** The parameters of a searchable list. A list adds its own filters, and `sort` if it supports several sort orders. */
export const ListInput = {
  ...PageInput,
  q: z.optional(z.string().check(z.trim(), z.maxLength(100))),
}

/**
 * The position of a row in a list: the numbers of the previous and the next row, the place of the row itself, and the
 * total.
 */
export const PlaceInList = z.object({
  previous: z.nullable(z.string()),
  next: z.nullable(z.string()),
  position: z.nullable(z.int()),
  total: z.nullable(z.int()),
})
export type PlaceInList = z.output<typeof PlaceInList>

/** An amount of money in the smallest unit of its currency. */
export const StaffMoney = z.object({
  amount: z.int(),
  currency: z.string().check(z.regex(/^[A-Z]{3}$/), z.maxLength(3)),
})
export type StaffMoney = z.output<typeof StaffMoney>
/** A moment as ISO 8601 in UTC. */
// 40: more than the 30 characters of a time with nanoseconds.
export const StaffTime = z.iso.datetime().check(z.maxLength(40))
export const toStaffTime = (moment: Date): string => moment.toISOString().replace('.000Z', 'Z')

/** A refusal of the staff API, as RFC 9457 defines it. */
export type Problem = {
  type: string
  title: string
  status: number
  code: string
  detail?: string
  errors?: { field: string; code: string; detail: string }[]
  /** The current state of the resource, with the code `changed_meanwhile`. */
  current?: unknown
  request_id?: string
}

export class StaffProblem extends Error {
  readonly problem: Problem
  constructor(problem: Problem) {
    super(problem.detail ?? problem.title)
    this.name = 'StaffProblem'
    this.problem = problem
  }
}

const isProblem = (value: unknown): value is Problem =>
  isRecord(value) && typeof value.code === 'string' && typeof value.title === 'string'

/**
 * Returns the problem of an error. The error is recognized by its name, because the console's pages are built
 * separately and have another copy of the class.
 */
export function findStaffProblem(error: unknown): Problem | null {
  if (!(error instanceof Error) || error.name !== 'StaffProblem' || !('problem' in error)) return null
  return isProblem(error.problem) ? error.problem : null
}

export type StaffCallOptions = { ifMatch?: string; idempotencyKey?: string; signal?: AbortSignal }
/** A response with its version, if there is one. */
export type StaffAnswer<C extends StaffCall> = { data: StaffOutput<C>; etag: string | null }
export type MakeStaffCall = <C extends StaffCall>(
  call: C,
  input: StaffInput<C>,
  options?: StaffCallOptions,
) => Promise<StaffAnswer<C>>

/** Returns the request of a call, for the console, for programs and for tests. */
export function toStaffRequest<C extends StaffCall>(
  call: C,
  input: StaffInput<C>,
  { ifMatch, idempotencyKey, signal }: StaffCallOptions = {},
): { path: string; init: RequestInit } {
  const { path, rest } = fillPath(call, input)
  const headers: Record<string, string> = {
    accept: 'application/json',
    [staffHeader]: '1',
    ...(ifMatch && { 'if-match': ifMatch }),
    ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
  }
  const init: RequestInit = { method: call.method, headers, signal: signal ?? null }
  let address = staffApiRoot + path
  if (call.method === 'GET') address += toQuery(rest)
  else if (call.sentAs) {
    const { file, ...others } = rest
    if (call.sentAs === 'stream') {
      address += toQuery(others)
      init.body = file as BodyInit
    } else {
      init.body = toForm(rest)
    }
  } else if (Object.keys(rest).length > 0) {
    headers['content-type'] = 'application/json'
    init.body = JSON.stringify(call.takesList ? rest.items : rest)
  }
  return { path: address, init }
}

/** Creates calls over HTTP. A program with a key adds the key in `fetch`. A browser sends its cookie automatically. */
export function createStaffCaller(fetch: (path: string, init: RequestInit) => Promise<Response>): MakeStaffCall {
  return async <C extends StaffCall>(call: C, input: StaffInput<C>, options: StaffCallOptions = {}) => {
    const { path, init } = toStaffRequest(call, input, options)
    const response = await fetch(path, init)
    if (!response.ok) throw new StaffProblem(await readProblem(response))
    return { data: (await readData(call, response)) as StaffOutput<C>, etag: response.headers.get('etag') }
  }
}

async function readData(call: StaffCall, response: Response): Promise<unknown> {
  if (call.answers === 'nothing') return undefined
  if (call.answers === 'file') {
    return { type: response.headers.get('content-type') ?? '', body: response.body ?? '' } satisfies StaffFile
  }
  const body: unknown = await response.json()
  return call.answers === 'list' ? body : fieldsOf(body).data
}

async function readProblem(response: Response): Promise<Problem> {
  const body: unknown = await response.json().catch(() => null)
  if (isProblem(body)) return body
  return { type: 'about:blank', title: 'No usable response was received', status: response.status, code: 'unknown' }
}
