import { execFileSync } from 'node:child_process'
import { constants } from 'node:fs'
import {
  access,
  chmod,
  chown,
  lstat,
  mkdir,
  readFile,
  readlink,
  realpath,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { CannotStart } from '../cannot-start.ts'
import { newId } from '../database/ids.ts'

export type User = { uid: number; gid: number }

/** PostgreSQL's folder and its user. An undefined user means the user that runs Harbor. */
export type Home = { folder: string; user: User | undefined; programs: string }

/** A folder that every user can reach, for a Harbor folder that only root can read. */
const commonPlace = '/var/lib/harbor'

const isRoot = process.getuid?.() === 0

/**
 * Creates the data folder. Other users may traverse the folder, because PostgreSQL runs as another user, but cannot
 * list the files.
 */
export function makeDataFolder(dataDir: string): Promise<void> {
  return withAdvice(async () => {
    const made = await mkdir(dataDir, { recursive: true })
    // The permissions of all new folders are set explicitly, because the umask of Harbor is unknown.
    for (let folder = dataDir; made && folder.startsWith(made); folder = dirname(folder)) {
      await chmod(folder, isRoot ? 0o711 : 0o700)
    }
    await access(dataDir, constants.W_OK)
  })
}

/**
 * Finds or creates the PostgreSQL folder of a data folder: `postgres` inside the data folder, or a link to a place that
 * PostgreSQL's user can reach.
 */
export function prepareHome(dataDir: string): Promise<Home> {
  return withAdvice(async () => {
    const data = await realpath(dataDir)
    return isRoot ? prepareAsRoot(data) : prepareAsUser(data)
  })
}

async function withAdvice<T>(prepare: () => Promise<T>): Promise<T> {
  try {
    return await prepare()
  } catch (error) {
    if (error instanceof CannotStart) throw error
    const reason = error instanceof Error ? error.message : String(error)
    const advice = isRoot
      ? 'Run Harbor as an ordinary user, or set DATABASE_URL.'
      : 'Set DATA_DIR to a folder that you can write to.'
    throw new CannotStart(`The folder for the database cannot be used: ${reason}. ${advice}`, { cause: error })
  }
}

async function prepareAsUser(dataDir: string): Promise<Home> {
  const folder = join(dataDir, 'postgres')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const { uid } = await stat(folder)
  if (uid !== process.getuid?.()) {
    throw new CannotStart(
      `The database in ${folder} belongs to another user: start Harbor as that user, or set DATA_DIR.`,
    )
  }
  return { folder: await realpath(folder), user: undefined, programs: folder }
}

async function prepareAsRoot(dataDir: string): Promise<Home> {
  const inside = join(dataDir, 'postgres')
  const found = await lstat(inside).catch(() => undefined)
  if (found?.isSymbolicLink() && !(await isCopiedLink(inside))) return openHome(await realpath(inside))
  if (found?.isDirectory()) {
    const home = await openHome(inside)
    if (home.user && (await canReach(dataDir, home.user))) return home
    throw new CannotStart(
      `The database in ${inside} can no longer be reached by its user: allow other users to enter the folders above it (chmod o+x).`,
    )
  }

  const user = findUnprivilegedUser()
  if (await canReach(dataDir, user)) return makeHome(inside, user)
  const elsewhere = join(commonPlace, newId().slice(0, 12))
  await mkdir(commonPlace, { recursive: true })
  // PostgreSQL's user must be able to traverse this folder under any umask.
  await chmod(commonPlace, 0o755)
  const home = await makeHome(elsewhere, user)
  await writeFile(join(elsewhere, 'origin'), inside)
  await rm(inside, { force: true })
  await symlink(elsewhere, inside)
  return home
}

async function makeHome(folder: string, user: User): Promise<Home> {
  await mkdir(folder, { mode: 0o700 })
  await chown(folder, user.uid, user.gid)
  return { folder, user, programs: commonPlace }
}

async function openHome(folder: string): Promise<Home> {
  const { uid, gid } = await stat(folder)
  // A folder that root owns comes from an earlier start that was interrupted before the change of owner.
  const user = uid === 0 ? findUnprivilegedUser() : { uid, gid }
  if (uid === 0) await chown(folder, user.uid, user.gid)
  return { folder, user, programs: commonPlace }
}

/** Returns whether the link belongs to a copied data folder. A copied link must not open the original's database. */
async function isCopiedLink(link: string): Promise<boolean> {
  const originFile = join(await readlink(link), 'origin')
  const origin = await readFile(originFile, 'utf8').catch(() => undefined)
  if (origin === undefined) {
    throw new CannotStart(
      `The database that ${link} points to is missing: restore it from a backup, or remove the link to start with an empty one.`,
    )
  }
  if (origin === link) return false
  const original = await readlink(origin).catch(() => undefined)
  if (original !== undefined) return true
  await writeFile(originFile, link)
  return false
}

async function canReach(folder: string, user: User): Promise<boolean> {
  const { uid, gid, mode } = await stat(folder)
  const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001
  if (!(mode & bit)) return false
  return folder === dirname(folder) || canReach(dirname(folder), user)
}

function findUnprivilegedUser(): User {
  const ask = (what: string) => Number(execFileSync('id', [what, 'nobody'], { encoding: 'utf8', stdio: 'pipe' }))
  try {
    return { uid: ask('-u'), gid: ask('-g') }
  } catch {
    return { uid: 65_534, gid: 65_534 }
  }
}
