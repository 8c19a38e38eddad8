import { fieldsOf, isRecord } from '../values.ts'
import type { RefusalCode } from './refusals.ts'
import type { StaffRefusalCode } from './staff-refusals.ts'

/**
 * A refusal of the API. `code` is stable and for programs. `message` is for people and is also a message id. `errors`
 * names the invalid fields.
 */
export type Refusal = {
  code: RefusalCode | StaffRefusalCode | 'unknown'
  message: string
  errors?: Record<string, string[]>
}

/**
 * The way in which a family of calls wraps its responses. The specification defines these shapes, including their
 * oddities. A call names its envelope, and no other code knows about wrapping.
 */
export type Envelope = {
  /** The name in the API reference. */
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

/** `{ code: 1, message, data }`, and `code: -1` for a refusal: coupon bind, cancel, tracking number. */
export const codeOne = coded('code 1', 1)

/** `{ code: 0, message, data }`, and `code: -1` for a refusal: password, labels, sign-in and related calls. */
export const codeZero = coded('code 0', 0)

/** `{ code: 0, message, data: null }` with a message for people, for the password. The result is `{ message }`. */
export const codeZeroMessage: Envelope = {
  ...codeZero,
  name: 'code 0 with a message',
  wrap: (data) => ({ code: 0, message: fieldsOf(data).message, data: null }),
  open: (_status, body) => {
    const { code, message } = fieldsOf(body)
    return code === 0 ? { data: { message } } : { refusal: fromBody(body) }
  },
}

/** `{ code: 0, data, meta }`, for the coupon list. The result is `{ data, meta }`. */
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

/** The response without an envelope. The HTTP status marks a refusal. */
export const bare: Envelope = {
  name: 'bare',
  wrap: (data) => data,
  refuse: toBody,
  open: (status, body) => (status < 400 ? { data: body } : { refusal: fromBody(body) }),
}

/** `{ data }`. The HTTP status marks a refusal. */
export const inData: Envelope = {
  name: 'in data',
  wrap: (data) => ({ data }),
  refuse: toBody,
  open: (status, body) => (status < 400 ? { data: fieldsOf(body).data } : { refusal: fromBody(body) }),
}

/** `{ data }` with truthy data, for sending a review. A response without data is a failure with any status. */
export const truthyData: Envelope = {
  ...inData,
  name: 'in data, truthy',
  open: (status, body) => {
    const { data } = fieldsOf(body)
    return status < 400 && data ? { data } : { refusal: fromBody(body) }
  },
}

/** Status 204 without a body. */
export const nothing: Envelope = {
  name: 'nothing',
  wrap: () => undefined,
  refuse: toBody,
  open: (status, body) => (status < 400 ? { data: undefined } : { refusal: fromBody(body) }),
}

/** Returns the effective status: a body with status 422 overrides the HTTP status. */
export function readStatus(status: number, body: unknown): number {
  return fieldsOf(body).status_code === 422 ? 422 : status
}

/** Unwraps a response. A response with the effective status 422 is a refusal in every family. */
export function openAnswer(envelope: Envelope, status: number, body: unknown): ReturnType<Envelope['open']> {
  return status === 422 ? { refusal: fromBody(body) } : envelope.open(status, body)
}
