import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/**
 * Takes a folder for this process, or returns undefined if another one has it.
 * Node offers no file lock of its own; SQLite's is the kernel's, so it goes away with the process, however that ends.
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
