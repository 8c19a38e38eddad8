import { access, constants, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fieldsOf } from '#contract/values.ts'
import { CannotStart } from '../cannot-start.ts'
import { newId } from '../database/ids.ts'

/** Where pictures live: a folder, or any store that can keep bytes under a key. */
export type Files = {
  write: (key: string, bytes: Uint8Array) => Promise<void>
  read: (key: string) => Promise<Uint8Array | null>
  remove: (key: string) => Promise<void>
  /** Says in one sentence why the store cannot be used. */
  check: () => Promise<void>
}

/** The store is out of reach or overloaded for the moment. */
export class FilesAway extends Error {
  override name = 'FilesAway'
}

/** Keys are made by us, never by visitors; a key that would leave the store is a fault. */
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
      // Written beside and renamed: a full disk leaves no half picture under a good name.
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
        // A symbolic link could point at any file of this machine, so it is not followed.
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
        throw new CannotStart(`Pictures cannot be kept in ${folder}: ${reason}. Set DATA_DIR to a folder of your own.`)
      }
    },
  }
}

/** No room left, by whatever kind of limit. */
export function isDiskFull(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(code)
}
