import { calls } from './calls.ts'
import type { operations } from './staff-api.ts'

/** A call by its `operationId`. */
export type CallName = keyof operations & keyof typeof calls

type Values<T> = T extends object ? T : unknown
type Path<N extends CallName> = Values<operations[N]['parameters']['path']>
type Query<N extends CallName> = Values<operations[N]['parameters']['query']>
type Content<B> = [NonNullable<B>] extends [never] ? never : NonNullable<B> extends { content: infer C } ? C : never
/** The body of a call. A file is sent as a `Blob`, and a body that is a list is sent as `items`. */
type BodyOf<C> = [C] extends [never]
  ? unknown
  : C extends { 'multipart/form-data': infer F }
    ? { [K in keyof F]: F[K] | Blob }
    : C extends { 'application/octet-stream': unknown }
      ? { file: Blob }
      : C extends { 'application/json': infer J }
        ? J extends readonly unknown[]
          ? { items: J }
          : J
        : unknown
type Body<N extends CallName> = BodyOf<Content<operations[N]['requestBody']>>
export type Input<N extends CallName> = Path<N> & Query<N> & Body<N>

type Answered<N extends CallName> = operations[N]['responses'] extends { 200: { content: infer C } } ? C : never
/** The result of a call: `data`, and for lists also `next` and `total`. A file is returned as the `Response` itself. */
export type Answer<N extends CallName> = [Answered<N>] extends [never]
  ? undefined
  : Answered<N> extends { 'application/json': infer A }
    ? A & { etag: string | null }
    : Response
type Row<N extends CallName> = Answer<N> extends { data: (infer R)[] } ? R : never

export type Problem = {
  status: number
  code: string
  title: string
  detail?: string
  errors?: { field: string; code: string; detail: string }[]
  /** The current state of the resource, with the code `changed_meanwhile`. */
  current?: unknown
  request_id?: string
}

/** An error for a refusal of the shop. `error.problem.code` is the stable reason. */
export class HarborProblem extends Error {
  readonly problem: Problem
  constructor(problem: Problem) {
    super(problem.detail ?? problem.title)
    this.name = 'HarborProblem'
    this.problem = problem
  }
}

export type CallOptions = { ifMatch?: string | null; idempotencyKey?: string; signal?: AbortSignal }

/** Creates a client for the staff API of one shop. */
export function createHarbor({ url, key }: { url: string; key: string }) {
  const root = `${url.replace(/\/$/, '')}/staff-api/v1`

  async function call<N extends CallName>(name: N, input: Input<N>, options: CallOptions = {}): Promise<Answer<N>> {
    const { method, path, sentAs } = calls[name]
    const rest: Record<string, unknown> = { ...(input as object) }
    const address = path.replaceAll(/\{(\w+)\}/g, (_, field: string) => {
      const value = encodeURIComponent(String(rest[field]))
      delete rest[field]
      return value
    })
    const headers: Record<string, string> = { authorization: `Bearer ${key}`, accept: 'application/json' }
    if (options.ifMatch) headers['if-match'] = options.ifMatch
    if (options.idempotencyKey) headers['idempotency-key'] = options.idempotencyKey
    const { query, body } = pack(method, sentAs, rest)
    if (typeof body === 'string') headers['content-type'] = 'application/json'
    const response = await fetch(root + address + query, { method, headers, body, signal: options.signal ?? null })
    if (!response.ok) throw new HarborProblem(await readProblem(response))
    if (response.status === 204) return undefined as Answer<N>
    if (!response.headers.get('content-type')?.startsWith('application/json')) return response as Answer<N>
    return { ...((await response.json()) as object), etag: response.headers.get('etag') } as Answer<N>
  }

  return {
    call,
    /** Yields every row of a list, page after page. */
    async *all<N extends CallName>(name: N, input: Input<N>): AsyncGenerator<Row<N>> {
      for (let after: string | null | undefined; after !== null; ) {
        const page = (await call(name, { ...(input as object), ...(after && { after }) } as Input<N>)) as unknown as {
          data: Row<N>[]
          next: string | null
        }
        yield* page.data
        after = page.next
      }
    },
  }
}

type SentAs = (typeof calls)[CallName]['sentAs']

function pack(method: string, sentAs: SentAs, rest: Record<string, unknown>): { query: string; body: BodyInit | null } {
  const { file, items, ...others } = rest
  if (method === 'GET') return { query: toQuery(rest), body: null }
  if (sentAs === 'stream') return { query: toQuery(others), body: file as Blob }
  if (sentAs === 'list') return { query: '', body: JSON.stringify(items) }
  if (sentAs === 'form') {
    const form = new FormData()
    for (const [name, value] of Object.entries(rest)) {
      if (value !== undefined) form.append(name, value instanceof Blob ? value : String(value))
    }
    return { query: '', body: form }
  }
  return { query: '', body: Object.keys(rest).length > 0 ? JSON.stringify(rest) : null }
}

function toQuery(values: Record<string, unknown>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) if (value !== undefined) query.set(name, String(value))
  return query.size > 0 ? `?${query}` : ''
}

async function readProblem(response: Response): Promise<Problem> {
  const { status } = response
  return response.json().catch(() => ({ status, code: 'unknown', title: 'No usable response was received' }))
}
