import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { build } from './build.mjs'
import { endIfDiskIsFull, hasWindow } from './check-machine.mjs'
import { install, node, projectEnvironment, projectFolder } from './install.mjs'

const npm = process.ppid
let server
// Without a window that could close, a hang-up is none of our business: npm may end of it, and the shop stays open.
let mayLoseNpm = false
process.on('SIGHUP', () => {
  if (hasWindow) server ? server.kill('SIGTERM') : process.exit(1)
  else mayLoseNpm = true
})

try {
  await install()
  await build()
} catch (error) {
  endIfDiskIsFull(`${error.code}`)
  throw error
}

// Bounds the memory for short-lived objects: docs/benchmarks.md has the ratios.
server = spawn(node, ['--max-semi-space-size=16', 'dist/server/main.js'], {
  cwd: projectFolder,
  env: projectEnvironment({
    NODE_ENV: process.env.NODE_ENV || 'production',
    // In production the built-in database has to be asked for; whoever starts like this has read that it comes along.
    POSTGRES_BUILT_IN: process.env.POSTGRES_BUILT_IN || 'true',
    // Node keeps what it compiled: the next start is a third quicker.
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE || `${projectFolder}.cache/node`,
    // Otherwise every thread keeps memory of its own that it rarely needs again.
    MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX || '2',
  }),
  // The channel tells the server when we are gone, even by kill -9.
  stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
})

server.on('message', ({ progress, ready }) => {
  if (progress) console.log(progress)
  if (!ready) return
  console.log(`\nHarbor is open at ${ready.url}`)
  if (ready.signIn) console.log(`Sign in as ${ready.signIn.email} with the password ${ready.signIn.password}`)
  if (ready.setup) console.log(`Nobody works here yet. Become the owner, once: ${ready.setup}`)
  console.log('Stop it with Ctrl-C\n')
})
server.on('error', (error) => {
  console.error(`Harbor could not be started: ${error.message}`)
  process.exit(1)
})
server.on('exit', (code, signal) => process.exit(signal ? 128 + constants.signals[signal] : code))

for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => server.kill(signal))

// npm may be killed without a word to us; nobody would be left to stop us then. Our parent is npm itself, since the script says exec.
if (process.env.npm_lifecycle_event === 'start') {
  let roundsWithout = 0
  setInterval(() => {
    roundsWithout = process.ppid === npm ? 0 : roundsWithout + 1
    // The second look is for a hang-up that ended npm and has not been told to us yet.
    if (roundsWithout > 1 && !mayLoseNpm) server.kill('SIGTERM')
  }, 250).unref()
}
