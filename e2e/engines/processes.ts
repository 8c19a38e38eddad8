import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

/** Finds the first of these programs in PATH or at an absolute path. */
export function findProgram(...names: string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const paths = names.flatMap((name) => (name.startsWith('/') ? name : folders.map((folder) => join(folder, name))))
  return paths.find(isProgram)
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

export type Programs = {
  /** An empty folder for profiles, caches and sockets. */
  folder: string
  start: (program: string, words: string[], options?: SpawnOptions) => ChildProcess
  /** Ends all programs with their descendants and removes the folder. */
  end: () => Promise<void>
}

/** Creates a group of programs for one browser. All programs of the group end together, even if one of them fails. */
export async function openPrograms(): Promise<Programs> {
  const folder = await mkdtemp(join(tmpdir(), 'harbor-browser-'))
  const running: ChildProcess[] = []
  const killAll = () => {
    for (const child of running) child.kill('SIGKILL')
  }
  process.on('exit', killAll)
  return {
    folder,
    start(program, words, options) {
      // The browser stays in this process group, so that stopping the tests by group also stops the browser.
      const child = spawn(program, words, options ?? { stdio: 'ignore' })
      // The code that waits for the program reports a failed start, so the event is ignored here.
      child.on('error', () => {})
      running.push(child)
      return child
    },
    async end() {
      const roots = running.flatMap(({ pid, exitCode, signalCode }) =>
        pid && exitCode === null && signalCode === null ? [pid] : [],
      )
      const tree = await listDescendants(roots)
      const exits = running.map(waitForExit)
      for (const pid of tree) endProcess(pid)
      await Promise.all(exits)
      process.off('exit', killAll)
      // A browser can still write its cache for a moment while it ends, so the removal is retried.
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
    },
  }
}

function waitForExit(child: ChildProcess): Promise<void> {
  if (!child.pid || child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => child.once('exit', () => resolve()))
}

function endProcess(pid: number) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // The process has already ended.
  }
}

/**
 * Returns the given processes and all their descendants. Only Linux lists descendants under /proc. Other systems return
 * only the given processes.
 */
async function listDescendants(roots: number[]): Promise<number[]> {
  const names = await readdir('/proc').catch(() => [])
  const parents = await Promise.all(names.filter((name) => /^\d+$/.test(name)).map(readParent))
  const found = new Set(roots)
  for (let grown = true; grown; ) {
    grown = false
    for (const [pid, parent] of parents) {
      if (!found.has(parent) || found.has(pid)) continue
      found.add(pid)
      grown = true
    }
  }
  return [...found]
}

async function readParent(name: string): Promise<[pid: number, parent: number]> {
  const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '')
  // The program's name is in parentheses and may contain anything.
  const [, parent = '0'] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return [Number(name), Number(parent)]
}

export async function findFreePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (!address || typeof address === 'string') throw new Error('The system gave no free port.')
  return address.port
}
