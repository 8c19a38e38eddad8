import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { install, node, projectEnvironment, projectFolder } from './install.mjs'

await install()

const checks = spawn(node, ['bin/checks.mjs', ...process.argv.slice(2)], {
  cwd: projectFolder,
  env: projectEnvironment(),
  stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
})
checks.on('exit', (code, signal) => process.exit(signal ? 128 + constants.signals[signal] : code))
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => checks.kill(signal))
