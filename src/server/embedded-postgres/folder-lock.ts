import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/**
 * Locks a folder for this process. Returns undefined if another process holds the lock. Node has no file locks. SQLite
 * uses a lock of the kernel, which always ends with the process.
 */
export function lockFolder(folder: string): { release(): void } | undefined {
  const file = new DatabaseSync(join(folder, 'harbor.lock'))
  try {
    file.exec('pragma busy_timeout = 0; pragma journal_mode = memory; pragma locking_mode = exclusive; begin exclusive')
  } catch (error) {
    file.close()
    if (error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy) return undefined
    throw error
  }
  return {
    release: () => {
      if (file.isOpen) file.close()
    },
  }
}

const sqliteBusy = 5
