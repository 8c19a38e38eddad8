import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

// 100: Linux counts CPU time of programs in these units on every known machine.
const ticksPerSecond = 100

type Times = { pid: number; parent: number; ms: number; endedMs: number }

export type Spent = { server: number; database: number }

/**
 * Returns the CPU time so far, in milliseconds, of the server and of all processes of its PostgreSQL. The difference is
 * the cost of a request, independent of other programs. Returns zeros on systems that do not report CPU time.
 */
export function readProcessorMs(serverPid: number, dataDir: string): Spent {
  const postmaster = readPostmaster(dataDir)
  const spent = { server: 0, database: 0 }
  for (const { pid, parent, ms, endedMs } of readAll() ?? []) {
    // The server's workers are its child processes. Its PostgreSQL is also a child process, but is counted separately.
    if (pid === serverPid || (parent === serverPid && pid !== postmaster)) spent.server += ms
    if (parent === postmaster) spent.database += ms
    // When a connection closes, the CPU time of its process is added to its parent, the postmaster.
    if (pid === postmaster) spent.database += ms + endedMs
  }
  return spent
}

/**
 * Returns the resident memory in megabytes: of the server alone, and of the server and all processes of its PostgreSQL.
 * Shared memory of PostgreSQL is counted once.
 */
export function readTreeMegabytes(serverPid: number, dataDir: string): { own: number; all: number } {
  const postmaster = readPostmaster(dataDir)
  const own = readMegabytes(serverPid, 'VmRSS')
  let alone = 0
  let shared = 0
  for (const { pid, parent } of readAll() ?? []) {
    if (pid !== postmaster && parent !== postmaster) continue
    alone += readMegabytes(pid, 'RssAnon')
    shared = Math.max(shared, readMegabytes(pid, 'RssShmem'))
  }
  return { own, all: own + alone + shared }
}

function readMegabytes(pid: number, field: string): number {
  try {
    const found = new RegExp(`${field}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
    return Number(found?.[1] ?? 0) / 1000
  } catch {
    return 0
  }
}

function readPostmaster(dataDir: string): number {
  return Number(readFileSync(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').split('\n', 1)[0])
}

function readAll(): Times[] | null {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => readTimes(Number(name)) ?? [])
  } catch {
    return null
  }
}

/** Returns the times of a process, or null if it has just ended. */
function readTimes(pid: number): Times | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name of the process is in parentheses and may contain any character. All fields after the name are numbers,
    // except the first.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const msAt = (index: number) => (Number(fields[index]) * 1000) / ticksPerSecond
    return { pid, parent: Number(fields[1]), ms: msAt(11) + msAt(12), endedMs: msAt(13) + msAt(14) }
  } catch {
    return null
  }
}
