import { Client } from 'pg'

type Query = (...given: unknown[]) => unknown

/**
 * Creates the client class of one pool. After `leaveOutNames`, its clients send no names of prepared statements. A
 * pooler in transaction mode sends each query to any session, and a session only knows its own prepared statements.
 */
export function createClientClass() {
  let sendsNames = true
  class PoolClient extends Client {}
  // An override in the class would have to repeat the eight signatures of `query`.
  PoolClient.prototype.query = function query(this: Client, asked: unknown, ...rest: unknown[]) {
    return (Client.prototype.query as Query).call(this, sendsNames ? asked : leaveOutName(asked), ...rest)
  } as Client['query']
  return {
    PoolClient,
    leaveOutNames: () => {
      sendsNames = false
    },
  }
}

/** Returns the query without its name. Cursors and streams have a `submit` method and are returned unchanged. */
function leaveOutName(asked: unknown): unknown {
  const isNamed = typeof asked === 'object' && asked !== null && 'name' in asked && !('submit' in asked)
  return isNamed ? { ...asked, name: undefined } : asked
}
