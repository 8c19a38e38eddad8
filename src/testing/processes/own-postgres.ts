import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, glob, mkdir, readFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { prepareHome } from '#server/embedded-postgres/home.ts'
import { readPostmaster } from '#server/embedded-postgres/leftover.ts'
import { makeDataFolder, removeDataFolder } from './data-folder.ts'

/** A PostgreSQL that is installed on this machine with its tools, like the PostgreSQL of an operator. */
export type InstalledPostgres = { folder: string; version: number }

const run = promisify(execFile)
const programs = ['initdb', 'postgres', 'pg_dump', 'pg_restore']
const oldestVersion = 15
const usualPlaces = [
  '/usr/lib/postgresql/*/bin',
  '/usr/pgsql-*/bin',
  '/usr/local/pgsql/bin',
  '/opt/homebrew/opt/postgresql@*/bin',
  '/usr/local/opt/postgresql@*/bin',
  '/Applications/Postgres.app/Contents/Versions/*/bin',
]

/** Finds the newest installed version that Harbor supports and that has all programs. Returns undefined if there is none. */
export async function findInstalledPostgres(): Promise<InstalledPostgres | undefined> {
  const folders = new Set<string>((process.env.PATH ?? '').split(delimiter).filter(Boolean))
  const told = await run('pg_config', ['--bindir']).catch(() => undefined)
  if (told) folders.add(told.stdout.trim())
  for await (const folder of glob(usualPlaces)) folders.add(folder)
  const found = await Promise.all([...folders].map(async (folder) => ({ folder, version: await readVersion(folder) })))
  return found.filter(({ version }) => version >= oldestVersion).sort((a, b) => b.version - a.version)[0]
}

/** Returns the common major version of all programs in a folder, or 0 if one is missing or differs. */
async function readVersion(folder: string): Promise<number> {
  const ask = async (program: string) => (await run(join(folder, program), ['--version'])).stdout
  try {
    const versions = (await Promise.all(programs.map(ask))).map((text) => Number(/\) (\d+)/.exec(text)?.[1] ?? 0))
    return new Set(versions).size === 1 ? (versions[0] ?? 0) : 0
  } catch {
    return 0
  }
}

/** Starts the server on a new data folder, reachable by a Unix socket only. Stopping the server removes all files. */
export async function startInstalledPostgres({ folder }: InstalledPostgres) {
  const dataDir = await makeDataFolder()
  const home = await prepareHome(dataDir)
  const data = join(home.folder, 'data')
  const sockets = join(home.folder, 'run')
  const log = join(home.folder, 'postgres.log')
  // PostgreSQL refuses to run as root. The shell stops the server as soon as this process stops or ends.
  const options = { ...home.user, cwd: home.folder, env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' } }
  await mkdir(sockets, { mode: 0o700 })
  if (home.user) await chown(sockets, home.user.uid, home.user.gid)
  const cluster = ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync']
  await run(join(folder, 'initdb'), cluster, options)
  const settings = ['listen_addresses=', `unix_socket_directories=${sockets}`, 'fsync=off', 'synchronous_commit=off']
  const command = ['-D', data, ...settings.flatMap((one) => ['-c', one])]
  const script = 'log=$1; shift; "$@" >"$log" 2>&1 & read -r _; kill -INT $!; wait'
  const shell = spawn('/bin/sh', ['-c', script, 'sh', log, join(folder, 'postgres'), ...command], {
    ...options,
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  const ended = once(shell, 'exit')
  const stop = async () => {
    shell.stdin.end()
    await ended
    await removeDataFolder(dataDir)
  }
  const patience = Date.now() + 30_000
  while ((await readPostmaster(data))?.status !== 'ready') {
    if (Date.now() > patience) {
      const output = await readFile(log, 'utf8')
      await stop()
      throw new Error(`PostgreSQL did not start:\n${output}`)
    }
    await sleep(20)
  }
  const toUrl = (user: string, database: string) =>
    `postgresql://${user}@localhost/${database}?host=${encodeURIComponent(sockets)}`
  return { toUrl, stop }
}
