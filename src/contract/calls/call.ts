import type * as z from 'zod/mini'
import { fieldsOf } from '../values.ts'
import { type Envelope, openAnswer, type Refusal, readStatus } from './envelopes.ts'
import type { RefusalCode } from './refusals.ts'

/** Says that the token of the request opens nothing any more. */
export const sessionEndHeader = 'x-session-end'

/** Who may make a call. Nobody is let in by default: 'customer' means signed in. */
export type Access = 'anyone' | 'customer'

/** One call of the shop's JSON API: its address, who may make it, what goes in and what comes out. */
export type Call<
  I extends z.ZodMiniType = z.ZodMiniType,
  O extends z.ZodMiniType = z.ZodMiniType,
  A extends Access = Access,
> = {
  method: 'GET' | 'POST'
  path: `/${string}`
  /** One sentence for the reference. */
  about: string
  access: A
  input: I
  output: O
  envelope: Envelope
  /** 'multipart' calls carry files; 'beacon' calls are fired with `sendBeacon`, which can send no header of ours. */
  sentAs?: 'multipart' | 'beacon'
  /** A GET that names JSON as its content type, because the specification lists it so. */
  namesJson?: true
  /** A password or a token goes in or comes out: nothing of it is kept, so an `Idempotency-Key` is not looked at. */
  carriesSecret?: true
  /** A payment provider or a store for pictures is asked on the way: such a call bears being repeated by itself. */
  asksOthers?: true
  /** Statuses of its refusals that neither method nor path imply, such as 404 where the body names something that may not exist. */
  alsoAnswers?: readonly number[]
  /** Reads the `X-Subscribe-Email` header: whom a guest says to be. */
  knowsGuests?: true
}

export type Input<C extends Call> = z.input<C['input']>
export type Parsed<C extends Call> = z.output<C['input']>
export type Output<C extends Call> = z.output<C['output']>

export function defineCall<const I extends z.ZodMiniType, const O extends z.ZodMiniType, const A extends Access>(
  call: Call<I, O, A>,
): Call<I, O, A> {
  return call
}

/** The shop said no, for a reason a shopper can understand. */
export class CallRefused extends Error {
  readonly status: number
  readonly refusal: Refusal
  constructor(status: number, refusal: Refusal) {
    super(refusal.message)
    this.name = 'CallRefused'
    this.status = status
    this.refusal = refusal
  }
}

/** The shop said no, with one of these codes. */
export function isRefused(error: unknown, ...codes: RefusalCode[]): error is CallRefused {
  return error instanceof CallRefused && codes.some((code) => code === error.refusal.code)
}

/** No usable answer came: the network broke, the server failed, or something in between answered for it. */
export class CallFailed extends Error {
  /** What the server said about its own failure, if it still could. */
  readonly told: string | null
  constructor(what: string, { told, ...options }: ErrorOptions & { told?: unknown } = {}) {
    super(what, options)
    this.name = 'CallFailed'
    this.told = typeof told === 'string' ? told : null
  }
}

export type CallOptions = {
  signal?: AbortSignal
  headers?: Record<string, string>
  /** For what the screen shows as done already: the request goes out even if its page is left meanwhile. */
  keepalive?: true
}
export type MakeCall = <C extends Call>(call: C, input: Input<C>, options?: CallOptions) => Promise<Output<C>>

type Caller = {
  fetch: (path: string, init: RequestInit) => Promise<Response>
  /** The session token, read anew for each call: it may have come or gone since the last one. */
  token: () => string | null
  /** The server no longer knows this token. */
  onSessionEnd?: (token: string) => void
}

/** For the browser, for widgets and for tests: calls go over the wire. */
export function createCaller({ fetch, token, onSessionEnd }: Caller): MakeCall {
  return async (call, input, options = {}) => {
    const { path, rest } = fillPath(call, input)
    const bearer = token()
    const headers: Record<string, string> = {
      accept: 'application/json',
      ...(bearer && { authorization: `Bearer ${bearer}` }),
      ...(call.namesJson && { 'content-type': 'application/json' }),
      ...options.headers,
    }
    const init: RequestInit = { method: call.method, headers, signal: options.signal ?? null }
    if (options.keepalive) init.keepalive = true
    let address = path
    if (call.method === 'GET') address += toQuery(rest)
    else if (call.sentAs === 'multipart') init.body = toForm(rest)
    else {
      headers['content-type'] = 'application/json'
      init.body = JSON.stringify(rest)
    }
    let response: Response
    let body: unknown
    try {
      response = await fetch(address, init)
      body = response.status === 204 ? undefined : await response.json()
    } catch (error) {
      throw new CallFailed(`${call.method} ${path} got no answer`, { cause: error })
    }
    if (bearer && response.headers.has(sessionEndHeader)) onSessionEnd?.(bearer)
    return readAnswer(call, path, { status: response.status, body })
  }
}

/** What a call is answered: on the wire, or within the server. */
export type Answered = { status: number; body: unknown }

/** Answers a call of a page, within the server. A call is known by its method and path: built pages have contracts of their own. */
export type AnswerCall = (
  call: Pick<Call, 'method' | 'path'>,
  input: object,
  headers: Record<string, string>,
) => Promise<Answered>

/** For server rendering: values go to whoever answers and come back, without a request and without text in between. */
export function createDirectCaller(answer: AnswerCall): MakeCall {
  return async (call, input, { headers = {} } = {}) =>
    readAnswer(call, call.path, await answer(call, fieldsOf(input), headers))
}

function readAnswer<C extends Call>(call: C, path: string, answered: Answered): Output<C> {
  const { body } = answered
  const status = readStatus(answered.status, body)
  if (status >= 500) {
    throw new CallFailed(`${call.method} ${path} answered ${status}`, { told: fieldsOf(body).message })
  }
  const opened = openAnswer(call.envelope, status, body)
  if ('refusal' in opened) throw new CallRefused(status, opened.refusal)
  return opened.data as Output<C>
}

/** Puts the input's values into the address; what is left over goes into the query or the body. */
export function fillPath(call: Pick<Call, 'path'>, input: unknown): { path: string; rest: Record<string, unknown> } {
  const rest = { ...fieldsOf(input) }
  const path = call.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = String(rest[name])
    delete rest[name]
    return encodeURIComponent(value)
  })
  return { path, rest }
}

export function toQuery(values: Record<string, unknown>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) if (value !== undefined) query.set(name, String(value))
  return query.size > 0 ? `?${query}` : ''
}

export function toForm(values: Record<string, unknown>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(values)) {
    if (value instanceof Blob) form.append(name, value)
    else if (value !== undefined) form.append(name, String(value))
  }
  return form
}
