import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { endIfDiskIsFull, endIfDiskIsShortOf } from './check-machine.mjs'
import { projectEnvironment, projectFolder, run } from './install.mjs'

const stampFile = `${projectFolder}dist/.built-from`
const sources = [
  'src',
  'db/demo',
  'db/reference',
  'vite.config.ts',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
]

/** Builds pages and server, unless the files in `dist` were built from the same sources. */
export async function build() {
  const stamp = hashSources()
  if (isBuilt(stamp)) return
  endIfDiskIsShortOf(60, projectFolder, 'the pages')
  console.log('Building the pages …')
  // An interrupted build leaves no stamp and is repeated.
  rmSync(stampFile, { force: true })
  const env = projectEnvironment({ NODE_ENV: 'production' })
  for (const [command, ...words] of [
    ['vite', 'build', '--app', '--logLevel', 'warn'],
    ['node', 'src/build/compress-assets.ts'],
  ]) {
    const { code, output } = await run(command, words, env)
    if (code === 0) continue
    process.stderr.write(output)
    endIfDiskIsFull(output)
    console.error('The pages could not be built. See the output above.')
    process.exit(1)
  }
  markBuilt(stamp)
}

/** Records that `dist` was built from the current sources. */
export function markBuilt(stamp = hashSources()) {
  mkdirSync(`${projectFolder}dist`, { recursive: true })
  writeFileSync(stampFile, stamp)
}

function isBuilt(stamp) {
  return existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp
}

function hashSources() {
  const hash = createHash('sha256')
  for (const source of sources) hashPath(hash, source)
  return hash.digest('hex')
}

function hashPath(hash, path) {
  const full = `${projectFolder}${path}`
  if (statSync(full).isDirectory()) {
    for (const name of readdirSync(full).sort()) hashPath(hash, `${path}/${name}`)
  } else if (!/\.test\.tsx?$/.test(path)) {
    hash.update(`${path}\n`).update(readFileSync(full))
  }
}
