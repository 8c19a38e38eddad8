import { execFileSync } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { CannotStart } from '../cannot-start.ts'

/**
 * The cluster name of the servers that Harbor started. The name distinguishes these servers from other processes on a
 * data folder.
 */
export const clusterName = 'harbor'

type Postmaster = { pid: number; sockets: string; status: string }

/** Returns the process, socket folder and readiness that PostgreSQL wrote to postmaster.pid. */
export async function readPostmaster(data: string): Promise<Postmaster | undefined> {
  const text = await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const lines = text.split('\n')
  return { pid: Number(lines[0]), sockets: lines[4] ?? '', status: lines[7]?.trim() ?? '' }
}

/** Stops the server that a killed Harbor left running on this folder. Removes the pid file of a server that has ended. */
export async function clearLeftover(data: string): Promise<void> {
  const postmaster = await readPostmaster(data)
  if (!postmaster) return
  const { pid } = postmaster
  const owner = await findProcessOwner(pid, data)
  if (owner === 'somebody else') {
    throw new CannotStart(`A PostgreSQL that Harbor did not start (process ${pid}) uses ${data}: stop it first.`)
  }
  if (
    owner === 'harbor' &&
    !((await signalAndWait(pid, 'SIGINT', 60_000)) || (await signalAndWait(pid, 'SIGQUIT', 10_000)))
  ) {
    throw new CannotStart(
      `The PostgreSQL of an earlier start (process ${pid}) does not stop: end that process, then start again.`,
    )
  }
  // PostgreSQL would take any process with this number for its own server, even an unrelated process.
  if ((await readPostmaster(data))?.pid === pid) await rm(join(data, 'postmaster.pid'), { force: true })
}

async function findProcessOwner(pid: number, data: string): Promise<'nobody' | 'harbor' | 'somebody else'> {
  if (!Number.isInteger(pid) || pid <= 1 || !isAlive(pid)) return 'nobody'
  const command = await readCommand(pid)
  if (!/(^|\/)postgres( |$)/.test(command)) return 'nobody'
  if (command.includes(' -D ') && !command.includes(` -D ${data} `)) return 'nobody'
  return command.includes(` cluster_name=${clusterName} `) ? 'harbor' : 'somebody else'
}

/** Returns the command line of a process. Returns an empty text for a process that has ended, even as a zombie. */
async function readCommand(pid: number): Promise<string> {
  const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => undefined)
  if (line !== undefined) return line.replaceAll('\0', ' ')
  try {
    return `${execFileSync('ps', ['-ww', '-p', String(pid), '-o', 'command='], { encoding: 'utf8' }).trim()} `
  } catch {
    return ''
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

async function signalAndWait(pid: number, signal: NodeJS.Signals, milliseconds: number): Promise<boolean> {
  try {
    process.kill(pid, signal)
  } catch {
    return !isAlive(pid)
  }
  const end = Date.now() + milliseconds
  while (Date.now() < end) {
    if (!isAlive(pid) || (await readCommand(pid)) === '') return true
    await sleep(25)
  }
  return false
}
