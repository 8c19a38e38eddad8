import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { endIfDiskIsFull, endIfDiskIsShortOf, hasWindow } from './check-machine.mjs'

export const projectFolder = fileURLToPath(new URL('../', import.meta.url))
export const node = `${projectFolder}node_modules/.bin/node`

const stampFile = `${projectFolder}node_modules/.harbor-install`

/** Installs the packages that the lock names, unless they are there already. */
export async function install() {
  const lock = readFileSync(`${projectFolder}package-lock.json`, 'utf8')
  const stamp = createHash('sha256').update(`${process.platform}-${process.arch}\n${lock}`).digest('hex')
  if (readText(stampFile) === stamp && existsSync(node)) return
  if (!isInstalled(JSON.parse(lock))) await runNpmCi()
  writeFileSync(stampFile, stamp)
}

/** Runs a command of the project on its own Node; what the machine has may be older. */
export function projectEnvironment(extra = {}) {
  return { ...process.env, PATH: `${projectFolder}node_modules/.bin:${process.env.PATH}`, ...extra }
}

/** Whether somebody ran `npm ci` by hand: npm leaves a list of what it installed. */
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
  // Packages that are there already are replaced.
  if (!existsSync(`${projectFolder}node_modules`)) endIfDiskIsShortOf(800, projectFolder, 'the packages')
  console.log('Installing packages (the first time takes a minute) …')
  // npm names itself when it runs us; by hand it is on the path.
  const { npm_execpath: npm } = process.env
  const [command, first] = npm ? [process.execPath, [npm]] : ['npm', []]
  // npm start in production still needs what builds the pages.
  const env = { ...process.env, NODE_ENV: 'development' }
  const flags = ['--include=dev', '--include=optional', '--no-audit', '--no-fund']
  const { code, output } = await run(command, [...first, 'ci', ...flags], env)
  if (code === 0 && existsSync(node)) return
  process.stderr.write(output)
  endIfDiskIsFull(output)
  console.error(
    "The packages could not be installed: see npm's words above, and check that the npm registry can be reached.",
  )
  process.exit(1)
}

/** Runs a command to its end without showing what it says; it ends with us if we are asked to. */
export async function run(command, words, env) {
  const child = spawn(command, words, {
    cwd: projectFolder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    // In a group of its own, a hang-up that is none of our business does not reach it.
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
