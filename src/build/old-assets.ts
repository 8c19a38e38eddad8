import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'
import { dayMs } from '#contract/times/times.ts'

// Pages and widgets that were opened before a release still load the code of their own release.

type Bounds = { oldAssetDays: number; oldAssetMegabytes: number }
/** The time at which each file was first missing from a build. */
type Retired = Record<string, number>

const notesFolder = '.vite'
const ledgerFile = `${notesFolder}/retired-assets.json`
const compressed = ['.br', '.gz']

/** Writes the list of a build's files, which distinguishes them from older files. */
export function noteAssets(): Plugin {
  return {
    name: 'note-assets',
    apply: 'build',
    applyToEnvironment: (environment) => environment.config.consumer === 'client',
    async writeBundle({ dir = '' }, bundle) {
      const path = join(dir, notesFolder, `assets-of-${this.environment.name}.json`)
      await mkdir(dirname(path), { recursive: true })
      await writeFile(path, JSON.stringify(Object.keys(bundle)))
    },
  }
}

/**
 * Removes expired files of older builds, and then the oldest files until the rest fits the size limit. Returns the
 * remaining files.
 */
export async function removeOldAssets(webFolder: string, now: Date, bounds: Bounds): Promise<Set<string>> {
  const current = await readCurrent(webFolder)
  const before = await readJson<Retired>(join(webFolder, ledgerFile), {})
  const files = await readdir(join(webFolder, 'assets'))
  const old = files
    .map((name) => `assets/${name}`)
    .filter((name) => !current.has(name) && !compressed.some((end) => name.endsWith(end)))
    .map((name) => ({ name, since: before[name] ?? now.getTime() }))
    .sort((one, other) => other.since - one.since)
  const kept: Retired = {}
  let room = bounds.oldAssetMegabytes * 1_000_000
  for (const { name, since } of old) {
    const paths = [name, ...compressed.map((end) => name + end)].map((one) => join(webFolder, one))
    room -= await sumSizes(paths)
    if (room >= 0 && now.getTime() - since < bounds.oldAssetDays * dayMs) kept[name] = since
    else for (const path of paths) await rm(path, { force: true })
  }
  await writeFile(join(webFolder, ledgerFile), JSON.stringify(kept))
  return new Set(Object.keys(kept))
}

async function readCurrent(webFolder: string): Promise<Set<string>> {
  const notes = await readdir(join(webFolder, notesFolder))
  const lists = notes
    .filter((name) => name.startsWith('assets-of-'))
    .map((name) => readJson<string[]>(join(webFolder, notesFolder, name), []))
  const current = new Set((await Promise.all(lists)).flat())
  // Without the list, every file would look old.
  if (current.size === 0) throw new Error('The build recorded no files: run `npm run build`.')
  return current
}

async function readJson<T>(path: string, otherwise: T): Promise<T> {
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } catch {
    return otherwise
  }
}

async function sumSizes(paths: string[]): Promise<number> {
  const sizes = await Promise.all(
    paths.map((path) =>
      stat(path)
        .then(({ size }) => size)
        .catch(() => 0),
    ),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}
