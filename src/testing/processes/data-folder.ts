import { execFile } from 'node:child_process'
import { chmod, mkdtemp, readlink, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const memory = '/dev/shm'
/** 3 GB: several times the largest size of these folders. */
const neededBytes = 3 * 1024 ** 3

/**
 * Creates an empty data folder for one test run. The folder is in memory if there is enough memory, because a database
 * consists of hundreds of small files.
 */
export async function makeDataFolder(): Promise<string> {
  const folder = await mkdtemp(join(await findFastFolder(), 'harbor-'))
  // If root runs the tests, PostgreSQL runs as another user, who must be able to traverse the folder.
  await chmod(folder, 0o711)
  return folder
}

async function findFastFolder(): Promise<string> {
  const room = await statfs(memory).catch(() => undefined)
  // Containers often have a small memory disk, whose content counts as their memory.
  const hasEnoughSpace = room && Math.min(room.bavail * room.bsize, process.availableMemory()) > neededBytes
  return hasEnoughSpace && !process.env.TMPDIR ? memory : tmpdir()
}

export async function removeDataFolder(folder: string): Promise<void> {
  const elsewhere = await readlink(join(folder, 'postgres')).catch(() => undefined)
  for (const one of [elsewhere, folder]) if (one) await rm(one, { recursive: true, force: true })
}

/** Copies the data of a stopped server with its owners. Copies nothing if PostgreSQL's folder is a link to another place. */
export async function copyDataFolder(from: string, to: string): Promise<void> {
  const elsewhere = await readlink(join(from, 'postgres')).catch(() => undefined)
  if (!elsewhere) await promisify(execFile)('cp', ['-a', `${from}/.`, to])
}
