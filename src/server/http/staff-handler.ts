import type { StaffCall, StaffOutput, StaffParsed, StaffRight } from '#contract/calls/staff-call.ts'
import type { Shop } from '../shop.ts'
import type { StaffAsker } from './staff-asker.ts'
import type { VisitorRequest } from './visitor-request.ts'

/** The part of an actor that the audit log keeps. */
export type Actor = Pick<StaffAsker, 'kind' | 'id' | 'name'>

/** Null only in calls for anyone. */
type AskerOf<S extends StaffRight> = S extends 'anyone' ? StaffAsker | null : StaffAsker

export type StaffContext<C extends StaffCall> = {
  shop: Shop
  input: StaffParsed<C>
  asker: AskerOf<C['scope']>
  request: VisitorRequest
  /** The bytes of a call that is sent as a stream. */
  body: ReadableStream<Uint8Array> | null
  /** Sets the actor of the audit log in a call for anyone: a visitor who signs in is unknown until then. */
  nameActor: (actor: Actor) => void
}

type Answer<C extends StaffCall> = (context: StaffContext<C>) => Promise<StaffOutput<C>>

/** Written as methods, because a list holds handlers of calls with different input. */
type ThingParts<C extends StaffCall> = {
  /** Reads what a write is about, before and after the write: for `If-Match` and for the audit log. */
  thing?(context: StaffContext<C>): Promise<object | null>
  /** Returns the part that makes the version, where not all of it does: stock that shoppers buy must not spoil an edit of the text. */
  versionOf?(thing: object): unknown
  /** Returns the subject for the audit log, where its address in the API is personal data, such as an email address. */
  named?(context: StaffContext<C>): Promise<string>
  /** Returns the part of an answer with a secret that the audit log may keep. */
  told?(answered: StaffOutput<C>): object
}

export type StaffHandler = {
  call: StaffCall
  answer(context: StaffContext<StaffCall>): Promise<unknown>
} & ThingParts<StaffCall>

/**
 * Joins a staff call to the function that answers it. A write of one thing says how to read it: PATCH, PUT and DELETE are
 * then refused without the right `If-Match`, and the audit log gets before and after of what changed.
 */
export function handleStaff<C extends StaffCall>(call: C, answer: Answer<C>, parts: ThingParts<C> = {}): StaffHandler {
  return { call, answer, ...parts }
}
