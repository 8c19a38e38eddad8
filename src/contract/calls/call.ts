import type * as z from 'zod/mini'
import { fieldsOf } from '../values.ts'
import { type Envelope, openAnswer, type Refusal, readStatus } from './envelopes.ts'
import type { RefusalCode } from './refusals.ts'

/** The header of a response that reports an unknown or expired session token. */
export const sessionEndHeader = 'x-session-end'

/** The access to a call. The default is closed: 'customer' requires a sign-in. */
export type Access = 'anyone' | 'customer'

/** A call of the shop's JSON API: its path, access, input and output. */
export type Call<
  I extends z.ZodMiniType = z.ZodMiniType,
  O extends z.ZodMiniType = z.ZodMiniType,
  A extends Access = Access,
> = {
  method: 'GET' | 'POST'
  path: `/${string}`
  /** A one-sentence description for the API reference. */
  about: string
  access: A
  input: I
  output: O
  envelope: Envelope
  /**
   * The encoding, if not JSON. 'multipart' calls carry files. 'beacon' calls use `sendBeacon`, which cannot send custom
   * headers.
   */
  sentAs?: 'multipart' | 'beacon'
  /** True for a GET that sends a JSON content type, as the specification requires. */
  namesJson?: true
  /**
   * True if the input or response contains a password or token. The shop stores neither, so the `Idempotency-Key` is
   * ignored.
   */
  carriesSecret?: true
  /**
   * True if the call uses a payment provider or an image store. Such a call must be safe to repeat without a
   * transaction.
   */
  asksOthers?: true
  /**
   * Refusal statuses that the API reference cannot derive from method and path, such as 404 for a missing resource in
   * the body.
   */
  alsoAnswers?: readonly number[]
  /** True if the call reads the `X-Subscribe-Email` header, in which a guest states an email address. */
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

/** An error for a refusal with a reason that a shopper can understand. */
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

/** Returns whether the error is a refusal with one of these codes. */
export function isRefused(error: unknown, ...codes: RefusalCode[]): error is CallRefused {
  return error instanceof CallRefused && codes.some((code) => code === error.refusal.code)
}

/** An error for a call without a usable response: the network broke, the server failed, or a proxy responded. */
export class CallFailed extends Error {
  /** The server's message about its failure, if there is one. */
  readonly serverMessage: string | null
  constructor(what: string, { serverMessage, ...options }: ErrorOptions & { serverMessage?: unknown } = {}) {
    super(what, options)
    this.name = 'CallFailed'
    this.serverMessage = typeof serverMessage === 'string' ? serverMessage : null
  }
}

export type CallOptions = {
  signal?: AbortSignal
  headers?: Record<string, string>
  /** True for an action that the screen already shows as done. The request continues even if the visitor leaves the page. */
  keepalive?: true
}
export type MakeCall = <C extends Call>(call: C, input: Input<C>, options?: CallOptions) => Promise<Output<C>>

type Caller = {
  fetch: (path: string, init: RequestInit) => Promise<Response>
  /** Returns the session token, which is read for each call, because the token may have changed since the last call. */
  token: () => string | null
  /** Called when the server no longer knows this token. */
  onSessionEnd?: (token: string) => void
}

/** Creates calls over HTTP, for the browser, widgets and tests. */
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
      throw new CallFailed(`${call.method} ${path} got no response`, { cause: error })
    }
    if (bearer && response.headers.has(sessionEndHeader)) onSessionEnd?.(bearer)
    return readAnswer(call, path, { status: response.status, body })
  }
}

/** The status and body of a response, sent over HTTP or passed within the server. */
export type Answered = { status: number; body: unknown }

/**
 * Handles a page's call within the server. Method and path identify the call, because built pages contain their own
 * copies of the contract objects.
 */
export type AnswerCall = (
  call: Pick<Call, 'method' | 'path'>,
  input: object,
  headers: Record<string, string>,
) => Promise<Answered>

/** Creates calls for server rendering. Values are passed directly, without a request and without text encoding. */
export function createDirectCaller(answer: AnswerCall): MakeCall {
  return async (call, input, { headers = {} } = {}) =>
    readAnswer(call, call.path, await answer(call, fieldsOf(input), headers))
}

function readAnswer<C extends Call>(call: C, path: string, answered: Answered): Output<C> {
  const { body } = answered
  const status = readStatus(answered.status, body)
  if (status >= 500) {
    throw new CallFailed(`${call.method} ${path} returned status ${status}`, { serverMessage: fieldsOf(body).message })
  }
  const opened = openAnswer(call.envelope, status, body)
  if ('refusal' in opened) throw new CallRefused(status, opened.refusal)
  return opened.data as Output<C>
}

/** Puts the input's values into the path. The rest goes into the query or the body. */
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
