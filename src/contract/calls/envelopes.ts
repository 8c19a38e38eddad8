import { fieldsOf, isRecord } from '../values.ts'
import type { RefusalCode } from './refusals.ts'
import type { StaffRefusalCode } from './staff-refusals.ts'

/**
 * What the API answers when it says no. `code` is stable and for programs; `message` is for people and is also a
 * message id; `errors` names the fields at fault.
 */
export type Refusal = {
  code: RefusalCode | StaffRefusalCode | 'unknown'
  message: string
  errors?: Record<string, string[]>
}

/**
 * How one family of calls wraps its answers. The API's shapes are given, oddities included:
 * a call names its envelope, and nothing else in the code knows about wrapping.
 */
export type Envelope = {
  /** The name in the reference. */
  name: string
  wrap: (data: unknown) => unknown
  refuse: (status: number, refusal: Refusal) => unknown
  open: (status: number, body: unknown) => { data: unknown } | { refusal: Refusal }
}

type RefusalBody = {
  code?: number
  status_code: number
  message: string
  reason: Refusal['code']
  errors?: Record<string, string[]>
}

function toBody(status: number, { code, message, errors }: Refusal): RefusalBody {
  return { status_code: status, message, reason: code, ...(errors && { errors }) }
}

function isRefusalBody(body: unknown): body is Partial<RefusalBody> {
  const { reason = '', message = '', errors = {} } = fieldsOf(body)
  return isRecord(body) && typeof reason === 'string' && typeof message === 'string' && isRecord(errors)
}

function fromBody(body: unknown): Refusal {
  const { reason, message, errors }: Partial<RefusalBody> = isRefusalBody(body) ? body : {}
  return { code: reason ?? 'unknown', message: message ?? '', ...(errors && { errors }) }
}

type CodedBody = { code: number; message: string; data?: unknown }

function coded(name: string, success: 0 | 1): Envelope {
  return {
    name,
    wrap: (data) => ({ code: success, message: 'success', data }) satisfies CodedBody,
    refuse: (status, refusal) => ({ code: -1, ...toBody(status, refusal) }),
    open: (_status, body) => {
      const { code, data } = fieldsOf(body)
      return code === success ? { data } : { refusal: fromBody(body) }
    },
  }
}

/** `{ code: 1, message, data }`, and `code: -1` for a no: coupon bind, cancel, waybill. */
export const codeOne = coded('code 1', 1)

/** `{ code: 0, message, data }`, and `code: -1` for a no: password, labels, sign-in and the calls beside it. */
export const codeZero = coded('code 0', 0)

/** `{ code: 0, message, data: null }` with a message for people: the password. The answer is `{ message }`. */
export const codeZeroMessage: Envelope = {
  ...codeZero,
  name: 'code 0 with a message',
  wrap: (data) => ({ code: 0, message: fieldsOf(data).message, data: null }),
  open: (_status, body) => {
    const { code, message } = fieldsOf(body)
    return code === 0 ? { data: { message } } : { refusal: fromBody(body) }
  },
}

/** `{ code: 0, data, meta }`: the coupon list. The answer is `{ data, meta }`. */
export const codeZeroList: Envelope = {
  ...codeZero,
  name: 'code 0 with meta',
  wrap: (data) => ({ code: 0, message: 'success', ...fieldsOf(data) }),
  open: (_status, body) => {
    const { code, data, meta } = fieldsOf(body)
    return code === 0 ? { data: { data, meta } } : { refusal: fromBody(body) }
  },
}

/** `{ message: 'success', data }`: account summary and navigation. */
export const messageSuccess: Envelope = {
  name: 'message success',
  wrap: (data) => ({ message: 'success', data }),
  refuse: toBody,
  open: (_status, body) => {
    const { message, data } = fieldsOf(body)
    return message === 'success' ? { data } : { refusal: fromBody(body) }
  },
}

/** The answer itself, unwrapped; a no is told by its HTTP status. */
export const bare: Envelope = {
  name: 'bare',
  wrap: (data) => data,
  refuse: toBody,
  open: (status, body) => (status < 400 ? { data: body } : { refusal: fromBody(body) }),
}

/** `{ data }`: a no is told by its HTTP status. */
export const inData: Envelope = {
  name: 'in data',
  wrap: (data) => ({ data }),
  refuse: toBody,
  open: (status, body) => (status < 400 ? { data: fieldsOf(body).data } : { refusal: fromBody(body) }),
}

/** `{ data }` with truthy data: an answer without any is no success, whatever its status. Sending a review. */
export const truthyData: Envelope = {
  ...inData,
  name: 'in data, truthy',
  open: (status, body) => {
    const { data } = fieldsOf(body)
    return status < 400 && data ? { data } : { refusal: fromBody(body) }
  },
}

/** 204: done, nothing to say. */
export const nothing: Envelope = {
  name: 'nothing',
  wrap: () => undefined,
  refuse: toBody,
  open: (status, body) => (status < 400 ? { data: undefined } : { refusal: fromBody(body) }),
}

/** What an answer is worth: a body that says 422 is one, whatever the status around it. */
export function readStatus(status: number, body: unknown): number {
  return fieldsOf(body).status_code === 422 ? 422 : status
}

/** Unwraps an answer; one that counts as 422 is a no in every family. */
export function openAnswer(envelope: Envelope, status: number, body: unknown): ReturnType<Envelope['open']> {
  return status === 422 ? { refusal: fromBody(body) } : envelope.open(status, body)
}
