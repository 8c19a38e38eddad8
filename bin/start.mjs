import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { build } from './build.mjs'
import { install, node, projectEnvironment, projectFolder } from './install.mjs'

await install()
await build()

const server = spawn(node, ['src/app/main.ts'], {
  cwd: projectFolder,
  env: projectEnvironment({ NODE_ENV: process.env.NODE_ENV || 'production' }),
  // The channel tells the server when we are gone, even by kill -9.
  stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
})

server.on('message', ({ progress, ready }) => {
  if (progress) console.log(progress)
  if (!ready) return
  console.log(`\nHarbor is open at ${ready.url}`)
  if (ready.signIn) console.log(`Sign in as ${ready.signIn.email} with the password ${ready.signIn.password}`)
  console.log('Stop it with Ctrl-C\n')
})
server.on('error', (error) => {
  console.error(`Harbor could not be started: ${error.message}`)
  process.exit(1)
})
server.on('exit', (code, signal) => process.exit(signal ? 128 + constants.signals[signal] : code))

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => server.kill(signal))

// npm does not tell us when it is killed; without it nobody would be left to stop us.
if (process.env.npm_lifecycle_event === 'start') {
  const parent = process.ppid
  setInterval(() => process.ppid !== parent && server.kill('SIGTERM'), 500).unref()
}
