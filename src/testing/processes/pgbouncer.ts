import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { findFreePort } from './free-port.ts'

const run = promisify(execFile)

/** Finds the installed PgBouncer. Returns undefined if there is none. */
export async function findPgbouncer(): Promise<string | undefined> {
  for (const program of [
    'pgbouncer',
    '/usr/sbin/pgbouncer',
    '/usr/local/bin/pgbouncer',
    '/opt/homebrew/bin/pgbouncer',
  ]) {
    if (await run(program, ['--version']).catch(() => undefined)) return program
  }
  return undefined
}

/** Starts PgBouncer in front of a database with a Unix socket, with few sessions for many clients. */
export async function startPgbouncer(program: string, databaseUrl: string, mode: 'session' | 'transaction') {
  const address = new URL(databaseUrl)
  const sockets = address.searchParams.get('host') ?? ''
  const folder = await mkdtemp(join(tmpdir(), 'harbor-pgbouncer-'))
  // PgBouncer refuses to run as root, so it runs as the owner of the socket's folder.
  const { uid, gid } = await stat(sockets)
  const user = process.getuid?.() === 0 ? { uid, gid } : {}
  const port = await findFreePort()
  const settings = [
    '[databases]',
    `* = host=${sockets} port=5432 user=${address.username}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    `pool_mode = ${mode}`,
    `default_pool_size = ${mode === 'session' ? 40 : 4}`,
    'max_client_conn = 200',
  ]
  const file = join(folder, 'pgbouncer.ini')
  await writeFile(file, settings.join('\n'))
  await chmod(folder, 0o755)
  await chmod(file, 0o644)
  if (user.uid !== undefined) await chown(folder, uid, gid)
  const child = spawn(program, ['-q', file], { ...user, cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const ended = once(child, 'exit')
  const stop = async () => {
    child.kill('SIGKILL')
    await ended
    await rm(folder, { recursive: true, force: true })
  }
  for (const end = Date.now() + 10_000; !(await canConnect(port)); await sleep(20)) {
    if (child.exitCode !== null || Date.now() > end) {
      await stop()
      throw new Error(`PgBouncer did not start:\n${output}`)
    }
  }
  return { url: `postgresql://${address.username}@127.0.0.1:${port}${address.pathname}`, output: () => output, stop }
}

function canConnect(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
