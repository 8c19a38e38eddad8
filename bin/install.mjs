import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { endIfDiskIsFull, endIfDiskIsShortOf, hasWindow } from './check-machine.mjs'

export const projectFolder = fileURLToPath(new URL('../', import.meta.url))
export const node = `${projectFolder}node_modules/.bin/node`

const stampFile = `${projectFolder}node_modules/.harbor-install`

/** Installs the packages of the lock file, unless they are already installed. */
export async function install() {
  const lock = readFileSync(`${projectFolder}package-lock.json`, 'utf8')
  const stamp = createHash('sha256').update(`${process.platform}-${process.arch}\n${lock}`).digest('hex')
  if (readText(stampFile) === stamp && existsSync(node)) return
  if (!isInstalled(JSON.parse(lock))) await runNpmCi()
  writeFileSync(stampFile, stamp)
}

/** Returns the environment for commands that run on the Node of the project. The machine's Node may be older. */
export function projectEnvironment(extra = {}) {
  return { ...process.env, PATH: `${projectFolder}node_modules/.bin:${process.env.PATH}`, ...extra }
}

/** Returns whether `npm ci` was run by hand. npm leaves a list of the installed packages. */
function isInstalled(lock) {
  const text = readText(`${projectFolder}node_modules/.package-lock.json`)
  if (!text || !existsSync(node)) return false
  const installed = JSON.parse(text).packages
  return Object.entries(lock.packages).every(([path, { version, optional }]) => {
    if (path === '') return true
    return installed[path] ? installed[path].version === version : optional
  })
}

async function runNpmCi() {
  // The new packages replace the existing packages, which needs no additional space.
  if (!existsSync(`${projectFolder}node_modules`)) endIfDiskIsShortOf(800, projectFolder, 'the packages')
  console.log('Installing packages (the first time takes a minute) …')
  // npm sets its own path when it runs this script. Otherwise npm is on the PATH.
  const { npm_execpath: npm } = process.env
  const [command, first] = npm ? [process.execPath, [npm]] : ['npm', []]
  // npm start in production also needs the packages that build the pages.
  const env = { ...process.env, NODE_ENV: 'development' }
  const flags = ['--include=dev', '--include=optional', '--no-audit', '--no-fund']
  const { code, output } = await run(command, [...first, 'ci', ...flags], env)
  if (code === 0 && existsSync(node)) return
  process.stderr.write(output)
  endIfDiskIsFull(output)
  console.error(
    'The packages could not be installed. See the output of npm above, and check that the npm registry can be reached.',
  )
  process.exit(1)
}

/** Runs a command to its end without showing its output. The command is stopped together with this process. */
export async function run(command, words, env) {
  const child = spawn(command, words, {
    cwd: projectFolder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    // In a separate process group, a hang-up that does not concern this process does not reach the command.
    detached: !hasWindow,
  })
  const end = (signal) => {
    child.kill(signal)
    process.exit(1)
  }
  for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, end)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
  const code = await new Promise((resolve) => {
    child.once('close', resolve)
    child.once('error', (error) => {
      output += `${error.message}\n`
      resolve(1)
    })
  })
  for (const signal of ['SIGTERM', 'SIGINT']) process.off(signal, end)
  return { code, output }
}

function readText(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
