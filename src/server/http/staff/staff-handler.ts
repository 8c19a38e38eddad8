import type { StaffCall, StaffOutput, StaffParsed, StaffRight } from '#contract/calls/staff-call.ts'
import type { Shop } from '../../shop.ts'
import type { VisitorRequest } from '../visitor-request.ts'
import type { StaffActor } from './staff-actor.ts'

/** The part of an actor that the audit log keeps. */
export type Actor = Pick<StaffActor, 'kind' | 'id' | 'name'>

/** The actor is null only in calls for anyone. */
type ActorOf<S extends StaffRight> = S extends 'anyone' ? StaffActor | null : StaffActor

export type StaffContext<C extends StaffCall> = {
  shop: Shop
  input: StaffParsed<C>
  actor: ActorOf<C['scope']>
  request: VisitorRequest
  /** The bytes of a streamed call. */
  body: ReadableStream<Uint8Array> | null
  /** Sets the actor of the audit log in a call for anyone. A visitor who signs in is unknown before the call. */
  nameActor: (actor: Actor) => void
}

type Answer<C extends StaffCall> = (context: StaffContext<C>) => Promise<StaffOutput<C>>

/**
 * Optional parts of a handler. The type has methods instead of properties, because a list contains handlers of calls
 * with different input.
 */
type ResourceParts<C extends StaffCall> = {
  /** Reads the resource before and after a write, for `If-Match` and the audit log. */
  resource?(context: StaffContext<C>): Promise<object | null>
  /**
   * Returns the part of the resource that determines its version. Stock that shoppers buy, for example, must not
   * invalidate an edit of the text.
   */
  versionOf?(resource: object): unknown
  /** Returns the subject for the audit log if its API path contains personal data, such as an email address. */
  auditName?(context: StaffContext<C>): Promise<string>
  /** Returns the part of a secret response that the audit log may store. */
  auditView?(answered: StaffOutput<C>): object
}

export type StaffHandler = {
  call: StaffCall
  answer(context: StaffContext<StaffCall>): Promise<unknown>
} & ResourceParts<StaffCall>

/**
 * Connects a staff call to the function that answers it. A write of a single resource also defines how to read the
 * resource. PATCH, PUT and DELETE then require the right `If-Match`, and the audit log gets the changes.
 */
export function handleStaff<C extends StaffCall>(
  call: C,
  answer: Answer<C>,
  parts: ResourceParts<C> = {},
): StaffHandler {
  return { call, answer, ...parts }
}
