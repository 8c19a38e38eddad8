import { access, constants, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fieldsOf } from '#contract/values.ts'
import { CannotStart } from '../cannot-start.ts'
import { newId } from '../database/ids.ts'

/** A store for images: a folder, or another store that keeps bytes under a key. */
export type Files = {
  write: (key: string, bytes: Uint8Array) => Promise<void>
  read: (key: string) => Promise<Uint8Array | null>
  remove: (key: string) => Promise<void>
  /** Throws a one-sentence reason if the store cannot be used. */
  check: () => Promise<void>
}

/** An error for a store that is temporarily unreachable or overloaded. */
export class FilesUnavailable extends Error {
  override name = 'FilesAway'
}

/** Checks a key. The shop creates all keys, so a key that would leave the store is a fault. */
export function checkKey(key: string): string {
  if (!/^[a-z0-9]+(?:[/.-][a-z0-9]+)*$/.test(key)) throw new Error(`Not a storage key: ${key}`)
  return key
}

export function createFolderFiles(folder: string): Files {
  const pathOf = (key: string) => join(folder, checkKey(key))
  return {
    write: async (key, bytes) => {
      const path = pathOf(key)
      await mkdir(dirname(path), { recursive: true })
      // The file is written under another name and renamed, so that a full disk leaves no partial image under the final name.
      const beside = `${path}.${newId()}`
      try {
        await writeFile(beside, bytes)
        await rename(beside, path)
      } catch (error) {
        await rm(beside, { force: true })
        throw error
      }
    },
    read: async (key) => {
      try {
        // Symbolic links are not followed, because a link could point to any file of this machine.
        return await readFile(pathOf(key), { flag: constants.O_RDONLY | constants.O_NOFOLLOW })
      } catch (error) {
        if (['ENOENT', 'ELOOP', 'EISDIR'].includes(String(fieldsOf(error).code))) return null
        throw error
      }
    },
    remove: (key) => rm(pathOf(key), { force: true }),
    check: async () => {
      try {
        await mkdir(folder, { recursive: true })
        await access(folder, constants.W_OK)
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        throw new CannotStart(
          `Pictures cannot be stored in ${folder}: ${reason}. Set DATA_DIR to a folder that you can write to.`,
        )
      }
    },
  }
}

/** Returns whether the error means that no space is left, including a quota or a file size limit. */
export function isDiskFull(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(code)
}
