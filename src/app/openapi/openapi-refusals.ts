/** Refusals of an operation by status, each with a reference to the schema of its body. */
export type Refused = Record<string, { $ref: string }>

type Operation = {
  method: string
  /** True if a path parameter names a resource that may not exist. */
  hasPathParameters: boolean
  /** Statuses that the call itself declares. */
  alsoAnswers: readonly number[]
  /** True if a schema checks the input. */
  hasInput: boolean
  /** True if the operation takes an `Idempotency-Key`, which another request may have used. */
  isRepeatable: boolean
  /** True if the caller must be signed in or send a key. */
  needsSignIn: boolean
  /** True if the caller must send the version it has seen. */
  needsVersion?: boolean
  /** True if the caller needs a scope. Shoppers are only refused when a write comes from another site. */
  needsScope?: boolean
}

/**
 * Lists the statuses that an operation can answer besides success. Every operation can answer 400 for an unreadable
 * address or body, and 429 because every caller has a limit. Every operation can also answer 503, because all
 * operations ask the database. The ranges 4XX and 5XX stand for statuses that later versions may add.
 */
export function describeRefusals(operation: Operation, refused: string, fault: string): Refused {
  const { method, hasPathParameters, hasInput, isRepeatable, needsSignIn } = operation
  const { alsoAnswers, needsVersion = false, needsScope = false } = operation
  const isWrite = method !== 'GET'
  const statuses: [number, boolean][] = [
    [400, true],
    [401, needsSignIn],
    [403, isWrite || needsScope],
    [404, hasPathParameters],
    [409, isWrite],
    [412, needsVersion],
    [413, isWrite],
    [422, hasInput || hasPathParameters || isRepeatable],
    [428, needsVersion],
    [429, true],
  ]
  const implied = statuses.flatMap(([status, canAnswer]) => (canAnswer ? [status] : []))
  const named = [...new Set([...implied, ...alsoAnswers])].sort((a, b) => a - b).map(String)
  const toReference = (name: string) => ({ $ref: `#/components/responses/${name}` })
  return Object.fromEntries([
    ...named.map((status) => [status, toReference(refused)] as const),
    ['500', toReference(fault)],
    ['503', toReference(fault)],
    ['4XX', toReference(refused)],
    ['5XX', toReference(fault)],
  ])
}
