import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { chown, mkdir, open, readFile, rename, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client, escapeIdentifier } from 'pg'
import { CannotStart } from './cannot-start.ts'
import { lockFolder } from './embedded-postgres/folder-lock.ts'
import { type Home, makeDataFolder, prepareHome, type User } from './embedded-postgres/home.ts'
import { clearLeftover, clusterName, readPostmaster } from './embedded-postgres/leftover.ts'
import { findProgram } from './embedded-postgres/program.ts'

type StartOptions = {
  dataDir: string
  /** False trades safety against power failure for speed, for tests. */
  durable?: boolean
  onProgress?: (text: string) => void
}

export type EmbeddedPostgres = {
  url: string
  /** Resolves with the reason when PostgreSQL ends without being stopped. */
  failed: Promise<string>
  stop(): Promise<void>
}

const run = promisify(execFile)
const databaseName = 'harbor'
const userName = 'harbor'
// 200 MB: a new cluster with its first write-ahead log and the demo data, with some reserve.
const neededMegabytes = 200

/** Starts PostgreSQL on a data folder. Creates the cluster if there is none. The server is only reachable by a Unix socket. */
export async function startEmbeddedPostgres(options: StartOptions): Promise<EmbeddedPostgres> {
  const { dataDir, durable = true, onProgress = () => {} } = options
  await makeDataFolder(dataDir)
  const lock = lockFolder(dataDir)
  if (!lock) {
    throw new CannotStart(
      `Another Harbor already uses the data folder ${dataDir}: stop it, or set DATA_DIR to another folder.`,
    )
  }
  try {
    const home = await prepareHome(dataDir)
    const program = await findProgram(home.programs, home.user !== undefined)
    const data = join(home.folder, 'data')
    if (!(await readFile(join(data, 'PG_VERSION'), 'utf8').catch(() => undefined))) {
      onProgress('Creating the database …')
      await makeCluster(program, home, durable)
    }
    await checkVersion(data)
    await clearLeftover(data)
    const sockets = await prepareSocketFolder(home)
    onProgress('Starting PostgreSQL …')
    const server = await startServer({ program, home, data, sockets, durable })
    await makeDatabase(makeUrl(sockets, 'postgres')).catch(async (error) => {
      await server.stop()
      throw error
    })
    return {
      url: makeUrl(sockets, databaseName),
      failed: server.failed,
      stop: async () => {
        await server.stop()
        await rm(sockets, { recursive: true, force: true })
        lock.release()
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

/** Uses the PostgreSQL of a running Harbor on this data folder, or starts a temporary server. */
export async function borrowEmbeddedPostgres(options: StartOptions): Promise<EmbeddedPostgres> {
  const { dataDir } = options
  await makeDataFolder(dataDir)
  const lock = lockFolder(dataDir)
  lock?.release()
  if (lock) return startEmbeddedPostgres(options)
  const postmaster = await readPostmaster(join(dataDir, 'postgres/data'))
  if (postmaster?.status !== 'ready') {
    throw new CannotStart(`The Harbor that uses ${dataDir} is just starting or stopping: try again in a moment.`)
  }
  return { url: makeUrl(postmaster.sockets, databaseName), failed: new Promise(() => {}), stop: async () => {} }
}

function makeUrl(sockets: string, database: string): string {
  return `postgresql://${userName}@localhost/${database}?host=${encodeURIComponent(sockets)}`
}

async function makeCluster(program: string, home: Home, durable: boolean): Promise<void> {
  const free = await countFreeMegabytes(home.folder)
  if (free < neededMegabytes) {
    throw new CannotStart(
      `The disk is full: ${home.folder} has ${free} MB left, the database needs ${neededMegabytes} MB.`,
    )
  }
  // The cluster is created under another name first, so that an interruption leaves no incomplete cluster.
  const unfinished = join(home.folder, 'data.unfinished')
  await rm(unfinished, { recursive: true, force: true })
  const settings = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const options = ['-D', unfinished, '-U', userName, '--auth=trust', '--no-instructions', ...settings]
  try {
    await run(join(program, 'bin/initdb'), durable ? options : [...options, '--no-sync'], childOptions(home))
  } catch (error) {
    const output = error instanceof Error && 'stderr' in error ? String(error.stderr) : ''
    throw await explainFailure('The database could not be created', output || String(error), home)
  }
  await rename(unfinished, join(home.folder, 'data'))
}

async function checkVersion(data: string): Promise<void> {
  const made = (await readFile(join(data, 'PG_VERSION'), 'utf8')).trim()
  if (made !== '18') {
    throw new CannotStart(
      `The database in ${data} was created by PostgreSQL ${made}, but this version of Harbor includes PostgreSQL 18: move the data with pg_dump.`,
    )
  }
}

/**
 * Returns the folder of the socket. The folder is beside the data, unless the path of the socket would exceed the
 * system's limit.
 */
async function prepareSocketFolder({ folder, user }: Home): Promise<string> {
  const beside = join(folder, 'run')
  const longest = 103
  if (Buffer.byteLength(join(beside, '.s.PGSQL.5432')) <= longest) return makePrivate(beside, user)
  return makePrivate(join(tmpdir(), `harbor-${hashName(folder)}`), user)
}

function hashName(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}

async function makePrivate(folder: string, user: User | undefined): Promise<string> {
  try {
    // No server runs on this data any more. A remaining socket belongs to a dead server and would block the start.
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder, { mode: 0o700 })
  } catch (error) {
    throw new CannotStart(
      `The folder ${folder} for PostgreSQL's socket cannot be created: remove the file in its place.`,
      {
        cause: error,
      },
    )
  }
  if (user) await chown(folder, user.uid, user.gid)
  return folder
}

type Server = { failed: Promise<string>; stop(): Promise<void> }
type ServerPlace = { program: string; home: Home; data: string; sockets: string; durable: boolean }

async function startServer(place: ServerPlace): Promise<Server> {
  const { home, data } = place
  const logFile = join(home.folder, 'postgres.log')
  await rename(logFile, `${logFile}.1`).catch(() => {})
  // 15 s: the processes of a killed server need a moment to end, and a new server refuses to start until then.
  const patience = Date.now() + 15_000
  for (;;) {
    const child = await spawnServer(place, logFile)
    const watchdog = spawnWatchdog(child, home)
    const ended = once(child, 'exit').then(() => watchdog.kill())
    while (child.exitCode === null && child.signalCode === null) {
      const postmaster = await readPostmaster(data)
      if (postmaster?.pid === child.pid && postmaster?.status === 'ready') return watchServer(child, ended, logFile)
      await sleep(20)
    }
    await ended
    const output = await readFile(logFile, 'utf8')
    const isLeftover = output.includes('pre-existing shared memory block')
    if (!isLeftover || Date.now() > patience) throw await explainFailure('PostgreSQL did not start', output, home)
    await sleep(200)
  }
}

async function spawnServer(
  { program, home, data, sockets, durable }: ServerPlace,
  logFile: string,
): Promise<ChildProcess> {
  const safety = durable ? [] : ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off']
  const settings = [
    `cluster_name=${clusterName}`,
    'listen_addresses=',
    `unix_socket_directories="${sockets}"`,
    'unix_socket_permissions=0700',
    'max_connections=100',
    'shared_buffers=128MB',
    'max_wal_size=512MB',
    'timezone=UTC',
    'log_timezone=UTC',
    'log_checkpoints=off',
    ...safety,
  ]
  const log = await open(logFile, 'w', 0o600)
  try {
    const child = spawn(join(program, 'bin/postgres'), ['-D', data, ...settings.flatMap((one) => ['-c', one])], {
      ...childOptions(home),
      stdio: ['ignore', log.fd, log.fd],
      // A separate process group: Ctrl-C must reach only Harbor, which stops PostgreSQL last.
      detached: true,
    })
    await once(child, 'spawn')
    return child
  } catch (error) {
    throw await explainFailure('PostgreSQL did not start', String(error), home)
  } finally {
    await log.close()
  }
}

/**
 * Starts a watchdog that stops PostgreSQL if this process ends without doing so. The watchdog notices that the pipe to
 * this process closes.
 */
function spawnWatchdog({ pid }: ChildProcess, home: Home): ChildProcess {
  const watchdog = spawn('/bin/sh', ['-c', 'read -r _; kill -INT "$1"', 'sh', String(pid)], {
    ...childOptions(home),
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  watchdog.unref()
  return watchdog
}

function watchServer(child: ChildProcess, ended: Promise<unknown>, logFile: string): Server {
  let isStopping = false
  const failed = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => {
      if (!isStopping) resolve(`PostgreSQL ended unexpectedly (${signal ?? `code ${code}`}); its log is ${logFile}.`)
    })
  })
  return {
    failed,
    stop: async () => {
      isStopping = true
      for (const [signal, milliseconds] of [
        ['SIGINT', 30_000],
        ['SIGQUIT', 10_000],
        ['SIGKILL', 10_000],
      ] as const) {
        child.kill(signal)
        if (await Promise.race([ended.then(() => true), sleep(milliseconds, false, { ref: false })])) return
      }
    },
  }
}

async function makeDatabase(url: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [databaseName])
    if (!rowCount) await client.query(`create database ${escapeIdentifier(databaseName)}`)
  } finally {
    await client.end()
  }
}

function childOptions({ folder, user }: Home) {
  // A clean environment: variables such as PGDATA or a foreign locale would change the behavior.
  return { ...user, cwd: folder, env: { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' } }
}

async function explainFailure(what: string, output: string, { folder }: Home): Promise<CannotStart> {
  // On a full disk, PostgreSQL cannot even write why it stops.
  const isFull =
    /No space left on device|ENOSPC|Disk quota exceeded/.test(output) || (await countFreeMegabytes(folder)) < 1
  if (isFull) return new CannotStart(`${what}: the disk is full. Free some space for ${folder}, then start again.`)
  const lines = output.trim().split('\n')
  const reason = lines.findLast((line) => /FATAL|PANIC|error:/.test(line)) ?? lines.at(-1) ?? ''
  return new CannotStart(
    `${what}: ${reason.replace(/^.*?(FATAL|PANIC|error):\s*/, '').trim()}; its folder is ${folder}.`,
  )
}

async function countFreeMegabytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return Math.floor((bavail * bsize) / 1024 / 1024)
}
