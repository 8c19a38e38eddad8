import { Client } from 'pg'

type Query = (...given: unknown[]) => unknown

/**
 * Creates the client class of one pool. After `leaveOutNames`, its clients send no names of prepared statements: a pooler in transaction
 * mode gives each query to any session, and a session knows only the statements that were prepared on it.
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

/** Returns the query without its name. Cursors and streams have a `submit` method, and stay as they are. */
function leaveOutName(asked: unknown): unknown {
  const isNamed = typeof asked === 'object' && asked !== null && 'name' in asked && !('submit' in asked)
  return isNamed ? { ...asked, name: undefined } : asked
}
