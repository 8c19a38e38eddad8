import {
  type Connection,
  type CustomTypesConfig,
  type FieldDef,
  type Pool,
  type PoolClient,
  type QueryArrayConfig,
  type QueryArrayResult,
  types as usualTypes,
} from 'pg'
import { toIsoTime } from '#contract/times.ts'

type NamedQuery = QueryArrayConfig & { name: string }
type ReadValue = (text: string) => unknown
/** What `pg` keeps of a connection beside what its types tell. */
type Line = Connection & { parsedStatements: Record<string, string | undefined> }
type Sent = (string | null)[]

/**
 * Queries with a name are planned once by each connection. `pg` asks what their columns are every time nevertheless, and builds an emitter
 * of events, a result and two promises around each: half of what such a query takes of our processor. This pool asks for the columns once.
 */
export function askNamedQueriesLightly(pool: Pool): void {
  const columns = new Map<string, ReadValue[]>()
  const ask = pool.query.bind(pool) as (...given: unknown[]) => unknown
  const query = (asked: unknown, values?: unknown, ...rest: unknown[]) => {
    const sent = isNamed(asked) && Array.isArray(values) && rest.length === 0 ? writeValues(values) : null
    return sent ? askNamed(pool, columns, asked as NamedQuery, sent) : ask(asked, values, ...rest)
  }
  pool.query = query as Pool['query']
}

/**
 * Leaves the names out from now on, so that PostgreSQL plans each query when it is asked: for poolers that give a query to any session, of
 * which only some know the plan.
 */
export function askWithoutNames(pool: Pool): void {
  const strip = (asked: unknown) => (isPlainNamed(asked) ? { ...asked, name: undefined } : asked)
  const ask = pool.query.bind(pool) as (...given: unknown[]) => unknown
  pool.query = ((asked: unknown, ...rest: unknown[]) => ask(strip(asked), ...rest)) as Pool['query']
  const stripped = new WeakSet<PoolClient>()
  pool.on('acquire', (client) => {
    if (stripped.has(client)) return
    stripped.add(client)
    const askClient = client.query.bind(client) as (...given: unknown[]) => unknown
    client.query = ((asked: unknown, ...rest: unknown[]) => askClient(strip(asked), ...rest)) as PoolClient['query']
  })
}

/** Objects with `submit` send themselves and stay as they are. */
function isPlainNamed(asked: unknown): asked is object {
  return typeof asked === 'object' && asked !== null && 'name' in asked && !('submit' in asked)
}

function isNamed(asked: unknown): asked is NamedQuery {
  return (
    typeof asked === 'object' && asked !== null && 'name' in asked && 'rowMode' in asked && asked.name !== undefined
  )
}

/** As PostgreSQL reads them; null if there is one among them that `pg` knows better how to write. */
function writeValues(values: unknown[]): Sent | null {
  const sent: Sent = []
  for (const value of values) {
    if (typeof value === 'string') sent.push(value)
    else if (typeof value === 'number' || typeof value === 'boolean') sent.push(String(value))
    else if (value === null || value === undefined) sent.push(null)
    else if (value instanceof Date) sent.push(toIsoTime(value))
    else if (Array.isArray(value) && value.every((one) => typeof one === 'number')) sent.push(`{${value.join(',')}}`)
    else return null
  }
  return sent
}

function askNamed(
  pool: Pool,
  columns: Map<string, ReadValue[]>,
  asked: NamedQuery,
  values: Sent,
): Promise<Pick<QueryArrayResult, 'rows'>> {
  return new Promise((resolve, reject) => {
    pool.connect((failure, client, release) => {
      if (failure || !client) return reject(failure)
      const end = (error: Error | null, rows: unknown[][]) => {
        release(error ?? undefined)
        if (error) reject(error)
        else resolve({ rows })
      }
      client.query(createSubmittable(columns, asked, values, end))
    })
  })
}

/** What `pg` sends over a connection, and tells of everything that comes back. */
function createSubmittable(
  columns: Map<string, ReadValue[]>,
  { name, text, types }: NamedQuery,
  values: Sent,
  end: (error: Error | null, rows: unknown[][]) => void,
) {
  const rows: unknown[][] = []
  let readers = columns.get(name)
  let isOver = false
  const finish = (error: Error | null) => {
    if (isOver) return
    isOver = true
    end(error, rows)
  }
  return {
    // By these the connection notes what it has planned.
    name,
    text,
    submit: (connection: Connection): Error | null => {
      const line = connection as Line
      const known = line.parsedStatements[name]
      if (known !== undefined && known !== text) return new Error(`Another query is named ${name}`)
      // Together they are one call of the system.
      line.stream.cork()
      if (known === undefined) line.parse({ name, text, types: [] }, true)
      line.bind({ statement: name, values }, true)
      if (!readers) line.describe({ type: 'P', name: '' }, true)
      line.execute({}, true)
      line.sync()
      line.stream.uncork()
      return null
    },
    handleRowDescription: ({ fields }: { fields: FieldDef[] }) => {
      readers = fields.map(({ dataTypeID }) => findReader(dataTypeID, types))
      columns.set(name, readers)
    },
    handleDataRow: ({ fields }: { fields: (string | null)[] }) => {
      try {
        rows.push(fields.map((value, at) => (value === null ? null : readers?.[at]?.(value))))
      } catch (error) {
        finish(error as Error)
      }
    },
    handleCommandComplete: () => {},
    handleEmptyQuery: () => {},
    handleReadyForQuery: () => finish(null),
    handleError: finish,
  }
}

function findReader(oid: number, types: CustomTypesConfig = usualTypes): ReadValue {
  return types.getTypeParser(oid, 'text') as ReadValue
}
