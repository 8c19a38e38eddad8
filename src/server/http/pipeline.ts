import { type Answered, type Call, CallRefused } from '#contract/calls/call.ts'
import type { Shop } from '../shop.ts'
import { holdsNul } from './bodies.ts'
import { createAnswerOnce } from './idempotency.ts'
import type { Sent } from './input.ts'
import { refuse } from './refuse.ts'
import type { VisitorRequest } from './visitor-request.ts'

/** The parts of a call that both APIs have in common. */
type AnyCall = Pick<Call, 'carriesSecret' | 'asksOthers'> & { method: string; path: string }
type AnyHandler = { call: AnyCall }

/** A call as it came in: over HTTP, from a page that is rendered, or from the command line. */
export type Asked = {
  request: VisitorRequest
  /** Throws if another site made the browser send this. */
  checkSender?: () => void
  readSent: () => Promise<Sent>
  /** The `Idempotency-Key`. */
  key?: string | undefined
}

/** `isKept` is false for an answer that must not be repeated, such as a file. */
type Wrapped = Answered & { isKept: boolean }
type RefusedOutcome<Body> = {
  isRefused: true
  status: number
  code: string
  body: Body
  retryAfter?: number | undefined
}
type Outcome<RefusalBody> = (Answered & { isRefused?: false }) | RefusedOutcome<RefusalBody>

type Context<R, A> = { shop: Shop; asker: A; input: unknown; asked: R }

/** The steps of a call that the shop's API and the staff API take each in their own way. The pipeline has the order of the steps. */
export type ApiSteps<H extends AnyHandler, R extends Asked, A, RefusalBody> = {
  /** The part of the address before the paths of the calls. */
  root: string
  /** Answers with a single query that also finds out who asks. Returns null if the call must take all steps. */
  answerAtOnce?: (handler: H, asked: R) => Promise<Answered | null>
  findAsker: (handler: H, asked: R) => Promise<A>
  /** Throws if the asker may not make the call. */
  checkAccess: (handler: H, asker: A) => void | Promise<void>
  /** Returns the checked input. Throws if a field is wrong. */
  parseInput: (handler: H, sent: Sent) => unknown
  /** Returns the name that an `Idempotency-Key` belongs to. Null means that the key is ignored. */
  nameKeyOwner: (asker: A, request: VisitorRequest) => string | null | Promise<string | null>
  /** Runs the work of a call without an `Idempotency-Key`. */
  run: <T>(handler: H, work: (inside: Shop) => Promise<T>) => Promise<T>
  answer: (handler: H, context: Context<R, A>) => Promise<unknown>
  wrap: (handler: H, data: unknown) => Wrapped
  /** Turns a refusal into an answer. Throws any other error. */
  refuse: (handler: H, error: unknown) => RefusedOutcome<RefusalBody>
}

/** Takes every call through the same steps: who asks, may they, is the input good, answer once, wrap. A refusal is an answer too. */
export function createPipeline<H extends AnyHandler, R extends Asked, A, RefusalBody>(
  shop: Shop,
  steps: ApiSteps<H, R, A, RefusalBody>,
) {
  const answerOnce = createAnswerOnce(shop)

  async function take(handler: H, asked: R): Promise<Answered> {
    const { call } = handler
    const { request } = asked
    asked.checkSender?.()
    const known = await steps.answerAtOnce?.(handler, asked)
    if (known) return known
    const asker = await steps.findAsker(handler, asked)
    await steps.checkAccess(handler, asker)
    const sent = await asked.readSent()
    if (holdsNul(sent)) throw refuse('malformed')
    const input = steps.parseInput(handler, sent)
    const work = async (inside: Shop): Promise<Wrapped> => {
      const data = await steps.answer(handler, { shop: inside, asker, input, asked })
      const wrapped = steps.wrap(handler, data)
      // Kept answers do not keep cookies, so an answer that sets a new one is not kept.
      return { ...wrapped, isKept: wrapped.isKept && !request.hasNewSecret() }
    }
    const key = call.method === 'POST' && !call.carriesSecret ? asked.key : undefined
    const caller = key ? await steps.nameKeyOwner(asker, request) : null
    if (!key || caller === null) return steps.run(handler, work)
    return answerOnce({ key, caller, call: { ...call, path: steps.root + call.path }, sent }, work)
  }

  return async (handler: H, asked: R): Promise<Outcome<RefusalBody>> => {
    try {
      return await take(handler, asked)
    } catch (error) {
      const refused = steps.refuse(handler, error)
      shop.metrics.refusals.add({ code: refused.code })
      if (error instanceof CallRefused && error.cause) {
        shop.log.warn('refused', { code: refused.code, error: error.cause })
      }
      return refused
    }
  }
}
