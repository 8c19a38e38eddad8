import { execFile, spawn } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeDataFolder, removeDataFolder } from '#testing/processes/data-folder.ts'
import { startHarbor } from '#testing/processes/started-server.ts'

const minutes = 3 * 60_000
let dataDir: string
let elsewhere: string

beforeEach(async () => {
  dataDir = await makeDataFolder()
  elsewhere = await mkdtemp(join(tmpdir(), 'my shops '))
})
afterEach(async () => {
  await removeDataFolder(dataDir)
  await rm(elsewhere, { recursive: true, force: true })
})

const isOpen = (address: string) =>
  fetch(`${address}/healthz`).then(
    () => true,
    () => false,
  )

/** Returns the output of a command on a changed machine. The code in `change` runs before the command. */
function startOnMachine(program: string, change: string): Promise<{ code: number; errors: string }> {
  const words = ['--import', `data:text/javascript,${encodeURIComponent(change)}`, program]
  return new Promise((resolve) => {
    const child = execFile(process.execPath, words, { cwd: elsewhere }, (_, __, errors) =>
      resolve({ code: child.exitCode ?? -1, errors }),
    )
  })
}

async function copyCommands() {
  await mkdir(elsewhere, { recursive: true })
  await cp('bin', join(elsewhere, 'bin'), { recursive: true })
  await cp('package-lock.json', join(elsewhere, 'package-lock.json'))
}

test.each(['bin/start.mjs', 'bin/test.mjs'])('%s reports in one sentence that Node is too old', async (program) => {
  await copyCommands()
  const change =
    "Object.defineProperty(process, 'versions', { value: Object.freeze({ ...process.versions, node: '18.20.8' }) })"
  expect(await startOnMachine(program, change)).toEqual({
    code: 1,
    errors: 'Harbor needs Node 20 or newer. This is Node 18.20.8. Install a newer version from https://nodejs.org.\n',
  })
})

test.each(['bin/start.mjs', 'bin/test.mjs'])('%s reports in one sentence that the disk is full', async (program) => {
  await copyCommands()
  const change = `import fs from 'node:fs'
    import { syncBuiltinESMExports } from 'node:module'
    fs.statfsSync = () => ({ bavail: 379, bsize: 2 ** 20 })
    syncBuiltinESMExports()`
  expect(await startOnMachine(program, change)).toEqual({
    code: 1,
    errors: `The disk is nearly full: ${elsewhere}/ has 379 MB left, and the packages need 800 MB. Free some space, then run the same command again.\n`,
  })
})

test('keeps the shop open after SIGHUP when there is no terminal, as under nohup', { timeout: minutes }, async () => {
  const harbor = startHarbor({ DATA_DIR: dataDir, DEMO: 'false', POSTGRES_DURABLE: 'false' })
  const address = await harbor.opened()
  harbor.child.kill('SIGHUP')
  // The wait proves that nothing happens: a shop that stops on the signal would close its port sooner.
  await sleep(1_000)
  expect(await isOpen(address)).toBe(true)
  expect(await harbor.stop()).toBe(0)
})

test('keeps running when its shell ends, but stops when npm ends, if started with npm start', {
  timeout: minutes,
}, async () => {
  const log = join(elsewhere, 'log')
  const settings = { DATA_DIR: dataDir, DEMO: 'false', POSTGRES_DURABLE: 'false', PORT: '0', NODE_ENV: 'test' }
  const shell = spawn('/bin/sh', ['-c', 'npm start > "$0" 2>&1 & echo $!', log], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'ignore'],
    // In a separate session, like a shell at a terminal.
    detached: true,
  })
  let npm = ''
  for await (const text of shell.stdout) npm += text
  const findAddress = async () => /is open at (\S+)/.exec(await readFile(log, 'utf8'))?.[1] ?? ''
  await expect.poll(findAddress, { timeout: minutes }).not.toBe('')
  const address = await findAddress()
  expect(shell.exitCode).toBe(0)
  // The wait proves that the shop does not stop when the shell ends.
  await sleep(1_000)
  expect(await isOpen(address)).toBe(true)
  process.kill(Number(npm), 'SIGKILL')
  await expect.poll(() => isOpen(address)).toBe(false)
})
