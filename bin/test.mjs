import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { endIfDiskIsFull, hasWindow } from './check-machine.mjs'
import { install, node, projectEnvironment, projectFolder } from './install.mjs'

try {
  await install()
} catch (error) {
  endIfDiskIsFull(`${error.code}`)
  throw error
}

const checks = spawn(node, ['bin/checks.mjs', ...process.argv.slice(2)], {
  cwd: projectFolder,
  env: projectEnvironment(),
  stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
})
checks.on('exit', (code, signal) => process.exit(signal ? 128 + constants.signals[signal] : code))
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => checks.kill(signal))
process.on('SIGHUP', () => hasWindow && checks.kill('SIGTERM'))
