import { execFile } from 'node:child_process'
import { chmod, mkdtemp, readlink, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** An empty data folder for one run of tests. */
export async function makeDataFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'harbor-'))
  // When root runs the tests, PostgreSQL runs as another user and has to pass.
  await chmod(folder, 0o711)
  return folder
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
