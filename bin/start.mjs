import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { build } from './build.mjs'
import { endIfDiskIsFull, hasWindow } from './check-machine.mjs'
import { install, node, projectEnvironment, projectFolder } from './install.mjs'

const npm = process.ppid
let server
// A hang-up signal matters only if a terminal window could close. npm may end because of the signal, and the shop stays
// open.
let canDropNpm = false
process.on('SIGHUP', () => {
  if (hasWindow) server ? server.kill('SIGTERM') : process.exit(1)
  else canDropNpm = true
})

try {
  await install()
  await build()
} catch (error) {
  endIfDiskIsFull(`${error.code}`)
  throw error
}

// Limits the memory for short-lived objects. docs/benchmarks.md has the measurements.
server = spawn(node, ['--max-semi-space-size=16', 'dist/server/main.js'], {
  cwd: projectFolder,
  env: projectEnvironment({
    NODE_ENV: process.env.NODE_ENV || 'production',
    // Production requires an explicit request for the built-in database, and `npm start` is documented to use it.
    POSTGRES_BUILT_IN: process.env.POSTGRES_BUILT_IN || 'true',
    // Node stores compiled code, which makes the next start a third faster.
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE || `${projectFolder}.cache/node`,
    // Without this limit, every thread keeps memory that it rarely needs again.
    MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX || '2',
  }),
  // The channel tells the server when this process ends, even by kill -9.
  stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
})

server.on('message', ({ progress, ready }) => {
  if (progress) console.log(progress)
  if (!ready) return
  console.log(`\nHarbor is open at ${ready.url}`)
  if (ready.signIn) console.log(`Sign in as ${ready.signIn.email} with the password ${ready.signIn.password}`)
  if (ready.setup) console.log(`This shop has no staff yet. Open this link once to become the owner: ${ready.setup}`)
  console.log('To stop the shop, press Ctrl-C\n')
})
server.on('error', (error) => {
  console.error(`Harbor could not be started: ${error.message}`)
  process.exit(1)
})
server.on('exit', (code, signal) => process.exit(signal ? 128 + constants.signals[signal] : code))

for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => server.kill(signal))

// npm may be killed without a signal to this process, and then no process would stop the shop. The parent is npm
// itself, because the script uses exec.
if (process.env.npm_lifecycle_event === 'start') {
  let roundsWithout = 0
  setInterval(() => {
    roundsWithout = process.ppid === npm ? 0 : roundsWithout + 1
    // The second check waits for a hang-up signal that ended npm but has not arrived here yet.
    if (roundsWithout > 1 && !canDropNpm) server.kill('SIGTERM')
  }, 250).unref()
}
