import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { build } from './build.mjs'
import { install, node, projectEnvironment, projectFolder } from './install.mjs'

await install()
await build()

const server = spawn(node, ['dist/server/main.js'], {
  cwd: projectFolder,
  env: projectEnvironment({
    NODE_ENV: process.env.NODE_ENV || 'production',
    // Node keeps what it compiled: the next start is a third quicker.
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE || `${projectFolder}.cache/node`,
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

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => server.kill(signal))

// npm may be killed, or stop the shell between us and itself, without a word to us; nobody would be left to stop us then.
if (process.env.npm_lifecycle_event === 'start') {
  const ancestors = readAncestors()
  setInterval(() => readAncestors() !== ancestors && server.kill('SIGTERM'), 250).unref()
}

function readAncestors() {
  return `${process.ppid} ${readParent(process.ppid)}`
}

function readParent(pid) {
  try {
    // The command in brackets may itself hold spaces and brackets.
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ')[1]
  } catch {
    return ''
  }
}
