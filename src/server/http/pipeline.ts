import { type Answered, type Call, CallRefused } from '#contract/calls/call.ts'
import type { Shop } from '../shop.ts'
import { containsNul } from './bodies.ts'
import { createAnswerOnce } from './idempotency.ts'
import type { Sent } from './input.ts'
import { refuse } from './refuse.ts'
import type { VisitorRequest } from './visitor-request.ts'

/** The parts of a call that both APIs share. */
type AnyCall = Pick<Call, 'carriesSecret' | 'asksOthers'> & { method: string; path: string }
type AnyHandler = { call: AnyCall }

/** A call as it arrived: over HTTP, from a page that is rendered, or from the command line. */
export type IncomingCall = {
  request: VisitorRequest
  /** Throws if another site made the browser send this request. */
  checkSender?: () => void
  readSent: () => Promise<Sent>
  /** The value of the `Idempotency-Key` header. */
  key?: string | undefined
}

/** A response in its envelope. `isStored` is false for a response that must not be repeated, such as a file. */
type Wrapped = Answered & { isStored: boolean }
type RefusedOutcome<Body> = {
  isRefused: true
  status: number
  code: string
  body: Body
  retryAfter?: number | undefined
}
type Outcome<RefusalBody> = (Answered & { isRefused?: false }) | RefusedOutcome<RefusalBody>

type Context<R, A> = { shop: Shop; actor: A; input: unknown; incoming: R }

/** The steps of a call that differ between the shop's API and the staff API. The pipeline defines their order. */
export type ApiSteps<H extends AnyHandler, R extends IncomingCall, A, RefusalBody> = {
  /** The path prefix of the calls. */
  root: string
  /** Answers with a single query that also finds the actor. Returns null if the call must go through all steps. */
  answerAtOnce?: (handler: H, incoming: R) => Promise<Answered | null>
  findActor: (handler: H, incoming: R) => Promise<A>
  /** Throws if the actor may not make the call. */
  checkAccess: (handler: H, actor: A) => void | Promise<void>
  /** Returns the checked input. Throws if a field is wrong. */
  parseInput: (handler: H, sent: Sent) => unknown
  /** Returns the owner of an `Idempotency-Key`. Null means that the key is ignored. */
  nameKeyOwner: (actor: A, request: VisitorRequest) => string | null | Promise<string | null>
  /** Runs the work of a call without an `Idempotency-Key`. */
  run: <T>(handler: H, work: (inside: Shop) => Promise<T>) => Promise<T>
  answer: (handler: H, context: Context<R, A>) => Promise<unknown>
  wrap: (handler: H, data: unknown) => Wrapped
  /** Turns a refusal into a response. Throws any other error. */
  refuse: (handler: H, error: unknown) => RefusedOutcome<RefusalBody>
}

/**
 * Creates a pipeline that takes every call through the same steps: actor, access, input, idempotency, envelope.
 * Refusals become responses instead of errors.
 */
export function createPipeline<H extends AnyHandler, R extends IncomingCall, A, RefusalBody>(
  shop: Shop,
  steps: ApiSteps<H, R, A, RefusalBody>,
) {
  const answerOnce = createAnswerOnce(shop)

  async function take(handler: H, incoming: R): Promise<Answered> {
    const { call } = handler
    const { request } = incoming
    incoming.checkSender?.()
    const known = await steps.answerAtOnce?.(handler, incoming)
    if (known) return known
    const actor = await steps.findActor(handler, incoming)
    await steps.checkAccess(handler, actor)
    const sent = await incoming.readSent()
    if (containsNul(sent)) throw refuse('malformed')
    const input = steps.parseInput(handler, sent)
    const work = async (inside: Shop): Promise<Wrapped> => {
      const data = await steps.answer(handler, { shop: inside, actor, input, incoming })
      const wrapped = steps.wrap(handler, data)
      // Stored responses contain no cookies, so a response that sets a new secret is not stored.
      return { ...wrapped, isStored: wrapped.isStored && !request.hasNewSecret() }
    }
    const key = call.method === 'POST' && !call.carriesSecret ? incoming.key : undefined
    const caller = key ? await steps.nameKeyOwner(actor, request) : null
    if (!key || caller === null) return steps.run(handler, work)
    return answerOnce({ key, caller, call: { ...call, path: steps.root + call.path }, sent }, work)
  }

  return async (handler: H, incoming: R): Promise<Outcome<RefusalBody>> => {
    try {
      return await take(handler, incoming)
    } catch (error) {
      const refused = steps.refuse(handler, error)
      shop.metrics.refusals.add({ code: refused.code })
      if (error instanceof CallRefused && error.cause) {
        shop.log.warn('a request was refused', { code: refused.code, error: error.cause })
      }
      return refused
    }
  }
}
