import { execFile } from 'node:child_process'
import { chmod, mkdtemp, readlink, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const memory = '/dev/shm'
/** Several times what the largest of these folders grows to. */
const neededBytes = 3 * 1024 ** 3

/** An empty data folder for one run of tests: in memory where there is plenty, because a database is hundreds of small files. */
export async function makeDataFolder(): Promise<string> {
  const folder = await mkdtemp(join(await findQuickPlace(), 'harbor-'))
  // When root runs the tests, PostgreSQL runs as another user and has to pass.
  await chmod(folder, 0o711)
  return folder
}

async function findQuickPlace(): Promise<string> {
  const room = await statfs(memory).catch(() => undefined)
  // Containers are often given a small one, and what lies in it counts as their memory.
  const isRoomy = room && Math.min(room.bavail * room.bsize, process.availableMemory()) > neededBytes
  return isRoomy && !process.env.TMPDIR ? memory : tmpdir()
}

export async function removeDataFolder(folder: string): Promise<void> {
  const elsewhere = await readlink(join(folder, 'postgres')).catch(() => undefined)
  for (const one of [elsewhere, folder]) if (one) await rm(one, { recursive: true, force: true })
}

/** What a stopped server left in one folder is in the other too, with its owners; where PostgreSQL keeps it elsewhere, nothing is. */
export async function copyDataFolder(from: string, to: string): Promise<void> {
  const elsewhere = await readlink(join(from, 'postgres')).catch(() => undefined)
  if (!elsewhere) await promisify(execFile)('cp', ['-a', `${from}/.`, to])
}
