import { Client, escapeLiteral } from 'pg'

/** The settings of every database session: timeouts in milliseconds, and the time zone in which days are counted. */
const sessionSettings = {
  // 30 s: ten times the shop's longest query.
  statement_timeout: '30000',
  // 60 s: a transaction that waits longer for its own program only blocks others.
  idle_in_transaction_session_timeout: '60000',
  timezone: 'UTC',
}

const settings = Object.entries(sessionSettings)

/**
 * The settings of a session as one statement. The settings are not sent as startup parameters, because poolers such as
 * PgBouncer refuse connections with unknown parameters.
 */
export const setSession = settings.map(([name, value]) => `set ${name} = ${escapeLiteral(value)}`).join('; ')

/** Makes the same settings the defaults of the role in this database, for poolers that share sessions between clients. */
export async function saveRoleSettings(client: Client): Promise<void> {
  const { rows } = await client.query<{ database: string; known: string[] | null }>(
    `select quote_ident(current_database()) as database, (select s.setconfig from pg_db_role_setting s
       where s.setrole = (select oid from pg_roles where rolname = current_user)
         and s.setdatabase = (select oid from pg_database where datname = current_database())) as known`,
  )
  const [{ database, known } = { database: '', known: null }] = rows
  for (const [name, value] of settings) {
    // PostgreSQL stores setting names in its own spelling, such as TimeZone.
    if (known?.some((one) => one.toLowerCase() === `${name}=${value}`.toLowerCase())) continue
    await client.query(`alter role current_user in database ${database} set ${name} = ${escapeLiteral(value)}`)
  }
}

/**
 * The route from a connection to PostgreSQL: direct, through a pooler with one session per client, or through a pooler
 * with one session per transaction. Behind the last kind, session features do not work: LISTEN, prepared statements and
 * session locks.
 */
export type Route = 'direct' | 'session pooler' | 'transaction pooler'

/**
 * `processID` is the id of the backend process, which PostgreSQL sends when a connection opens. pg stores the id, but
 * neither documents nor types the property.
 */
type Connection = Pick<Client, 'query'> & { processID?: number | null }

export async function isDirect(client: Connection): Promise<boolean> {
  // A pooler reports an invented process id to its clients.
  return client.processID === (await readProcess(client))
}

/** Finds out whether two clients of a pooler share a session. */
export async function shareSession(first: Connection, second: Connection): Promise<boolean> {
  // Three times, because a pooler may hand out its sessions in turn.
  for (let round = 0; round < 3; round++) {
    const before = await readProcess(first)
    await second.query('begin')
    try {
      if ((await readProcess(second)) === before) return true
      if ((await readProcess(first)) !== before) return true
    } finally {
      await second.query('rollback')
    }
  }
  return false
}

async function readProcess(client: Connection): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid ?? 0
}

/** Opens a connection outside of the pool, for work that needs a session of its own. */
export async function openConnection(url: string, name: string): Promise<Client> {
  const client = new Client({
    connectionString: url,
    application_name: name,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  })
  // Without a listener, a lost connection would end the process. The next query fails with the error.
  client.on('error', () => {})
  await client.connect()
  return client
}
