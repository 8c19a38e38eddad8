/** Answers of an operation that refuse it, each with the reference that describes the body. */
export type Refused = Record<string, { $ref: string }>

type Operation = {
  method: string
  /** Path parameters name a resource that may not exist. */
  hasPathParameters: boolean
  /** Input that a schema checks. */
  hasInput: boolean
  /** Somebody has to be signed in or send a key. */
  needsSignIn: boolean
  /** The caller sends the version that it has seen. */
  needsVersion?: boolean
  /** Staff need a scope; shoppers are only refused when a write comes from another site. */
  needsScope?: boolean
}

/**
 * Lists the statuses that an operation can answer besides success: 429 and 503 everywhere, because every caller has a limit and every
 * operation asks the database. The ranges 4XX and 5XX stand for statuses that later versions may add.
 */
export function describeRefusals(operation: Operation, refused: string, fault: string): Refused {
  const { method, hasPathParameters, hasInput, needsSignIn, needsVersion = false, needsScope = false } = operation
  const isWrite = method !== 'GET'
  const statuses: [number, boolean][] = [
    [400, hasInput],
    [401, needsSignIn],
    [403, isWrite || needsScope],
    [404, hasPathParameters],
    [409, isWrite],
    [412, needsVersion],
    [413, isWrite && hasInput],
    [422, hasInput || hasPathParameters],
    [428, needsVersion],
    [429, true],
  ]
  const named = statuses.flatMap(([status, canAnswer]) => (canAnswer ? [String(status)] : []))
  const toReference = (name: string) => ({ $ref: `#/components/responses/${name}` })
  return Object.fromEntries([
    ...named.map((status) => [status, toReference(refused)] as const),
    ['500', toReference(fault)],
    ['503', toReference(fault)],
    ['4XX', toReference(refused)],
    ['5XX', toReference(fault)],
  ])
}
