import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { engines } from '../e2e/engines/engines.ts'
import { findBrowser } from '../e2e/support/browser.ts'
import {
  findFailedJourneys,
  findFailedTests,
  findSecondTries,
  findSkippedJourneys,
  findSkippedTests,
} from '../src/testing/checks/test-reports.ts'
import { findPgbouncer } from '../src/testing/processes/pgbouncer.ts'
import { hasPromtool } from '../src/testing/processes/promtool.ts'
import { markBuilt } from './build.mjs'
import { projectEnvironment, projectFolder } from './install.mjs'

const { values: options } = parseArgs({ options: { 'no-browser': { type: 'boolean', default: false } } })
const reports = `${projectFolder}.cache/reports`
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })

/** 2,000 characters from the end of a failed step's output are repeated in the summary. */
const maxRepeatedFailures = 2_000
/** Processes share their compiled code, because tests start dozens of processes. */
const cache = { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE || `${projectFolder}.cache/node` }
/** The output of a step goes to a pipe, where it would have no colors by default. */
const colors = process.stdout.isTTY && !process.env.NO_COLOR ? { FORCE_COLOR: '1' } : {}
const running = new Set()
const results = []
const failures = []
const secondTries = []
const skips = []
/** Debian's packages of each browser engine and of programs for other tests. The first set that can be installed is used. */
const packages = {
  // The shell takes half the time. Older releases only have the whole browser.
  Chromium: [['chromium-headless-shell'], ['chromium']],
  Firefox: [['firefox-esr']],
  WebKit: [['webkit2gtk-driver', 'xvfb']],
  promtool: [['prometheus']],
  PgBouncer: [['pgbouncer']],
}

// Ignored here, because the parent process decides whether a hang-up ends the checks.
process.on('SIGHUP', () => {})
for (const signal of ['SIGTERM', 'SIGINT', 'disconnect']) {
  process.on(signal, async () => {
    const steps = [...running]
    const end = (signal) => {
      for (const { pid } of steps) endGroup(pid, signal)
    }
    end('SIGTERM')
    setTimeout(end, 5_000, 'SIGKILL')
    await Promise.all(steps.map((step) => new Promise((resolve) => step.once('exit', resolve))))
    process.exit(1)
  })
}

// Missing browsers and programs are installed while checks run that do not need them.
const installing = installMissing()
const browsing = options['no-browser'] ? null : installing.then(findBrowser)
// Each type checker repeats the work on shared types. On two busy cores, a single checker needs the least CPU time.
const checkers = String(Math.max(1, Math.floor(availableParallelism() / 2)))
// In parallel, because each step leaves a core idle for part of its time.
const [, , , isBuilt] = await Promise.all([
  checkQuietly('Lint and format', ['biome', 'check', '.']),
  checkQuietly('Types', ['tsc', '--checkers', checkers]),
  checkQuietly('Unused code', ['knip']),
  checkQuietly('Build and size budgets', ['npm', 'run', '--silent', 'build']),
])
if (isBuilt) markBuilt()
// The next tests need promtool and PgBouncer.
await installing
await check(
  'Unit and call tests',
  ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${reports}/vitest.json`],
  { count: countVitest },
)
const tested = readReport('vitest.json') ?? {}
failures.push(...findFailedTests(tested, projectFolder))
skips.push(...findSkippedTests(tested, projectFolder))
if (browsing) await checkInBrowser(await browsing)
finish()

async function checkInBrowser(browser) {
  if (!browser) {
    results.push({ name: 'Browser journeys', passed: 0, failed: 1, seconds: 0 })
    console.error(
      'Chromium was not found. Install chromium or google-chrome, or set CHROMIUM_PATH. To skip the browser tests, use --no-browser.',
    )
    return
  }
  await checkWithPlaywright('Components', 'components.json', browser, ['--config', 'e2e/components'])
  const journeys = await checkWithPlaywright('Browser journeys', 'journeys.json', browser)
  const { names, isTooMany } = findSecondTries(journeys)
  secondTries.push(...names)
  if (isTooMany) results.push({ name: 'At the first try', passed: 0, failed: 1, seconds: 0 })
}

async function checkWithPlaywright(name, report, browser, words = []) {
  await check(name, ['playwright', 'test', '--reporter=list,json', ...words], {
    count: () => countPlaywright(report),
    env: { CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_FILE: `${reports}/${report}` },
  })
  const told = readReport(report) ?? {}
  failures.push(...findFailedJourneys(told))
  skips.push(...findSkippedJourneys(told))
  return told
}

/** Installs missing programs, as root on Linux. Without Firefox, WebKit, promtool or PgBouncer, their tests are skipped. */
async function installMissing() {
  const programs = { promtool: hasPromtool(), PgBouncer: await findPgbouncer() }
  const isThere = (name) => (name in programs ? programs[name] : options['no-browser'] || engines[name]())
  const missing = Object.keys(packages).filter((name) => !isThere(name))
  if (missing.length === 0 || process.getuid?.() !== 0 || process.platform !== 'linux') return
  console.log(`\nInstalling ${missing.join(', ')} …`)
  let output = ''
  const apt = (...words) =>
    runStep(['apt-get', ...words], ['ignore', 'pipe', 'pipe'], { DEBIAN_FRONTEND: 'noninteractive' }, (text) => {
      output += text
    })
  let isMissing = (await apt('update')) !== 0
  for (const name of isMissing ? [] : missing) {
    let code = 1
    for (const names of packages[name]) {
      code = await apt('install', '-y', '--no-install-recommends', ...names)
      if (code === 0) break
    }
    isMissing ||= code !== 0
  }
  if (isMissing) console.error(output)
}

/** Runs one step and counts the passed tests. */
async function check(name, words, { count, env }) {
  console.log(`\n━━ ${name}`)
  const started = performance.now()
  let end = ''
  const code = await runStep(words, ['ignore', 'pipe', 'pipe'], { ...colors, ...env }, (text) => {
    process.stdout.write(text)
    end = (end + text).slice(-maxRepeatedFailures)
  })
  const { passed, failed, skipped = 0 } = count() ?? { passed: 0, failed: 0 }
  // A step can fail without a failed test: a file that does not load, or an error between tests. Only the last
  // lines of the step's output show the reason.
  const failsOutsideTests = code !== 0 && failed === 0
  if (failsOutsideTests) failures.push(`${name}\n${end.trim()}`)
  results.push({ name, passed, failed: failsOutsideTests ? 1 : failed, skipped, seconds: secondsSince(started) })
}

/**
 * Runs a step without tests, which counts as one test. The output of the step is printed at its end, so that parallel
 * steps do not mix.
 */
async function checkQuietly(name, words) {
  const started = performance.now()
  let output = ''
  const code = await runStep(words, ['ignore', 'pipe', 'pipe'], {}, (text) => (output += text))
  console.log(`\n━━ ${name}\n${output.trimEnd()}`)
  results.push({ name, passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, seconds: secondsSince(started) })
  if (code !== 0) failures.push(`${name}\n${output.trim().slice(-maxRepeatedFailures)}`)
  return code === 0
}

function secondsSince(started) {
  return (performance.now() - started) / 1000
}

function runStep([command, ...words], stdio, env, hear) {
  return new Promise((resolve) => {
    // A separate process group, so that no child process outlives the step.
    const step = spawn(command, words, {
      cwd: projectFolder,
      env: projectEnvironment({ ...cache, ...env }),
      stdio,
      detached: true,
    })
    running.add(step)
    for (const stream of [step.stdout, step.stderr]) stream?.setEncoding('utf8').on('data', hear)
    step.once('error', (error) => {
      running.delete(step)
      console.error(error.message)
      resolve(1)
    })
    step.once('exit', () => endGroup(step.pid, 'SIGKILL'))
    step.once('close', (code) => {
      running.delete(step)
      resolve(code ?? 1)
    })
  })
}

function endGroup(pid, signal) {
  try {
    process.kill(-pid, signal)
  } catch {
    // The process group has no processes left.
  }
}

function countVitest() {
  const report = readReport('vitest.json')
  return report && { passed: report.numPassedTests, failed: report.numFailedTests }
}

function countPlaywright(report) {
  const stats = readReport(report)?.stats
  // Tests that passed at the second try count as passed here. The summary names them.
  return stats && { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped }
}

function readReport(name) {
  try {
    return JSON.parse(readFileSync(`${reports}/${name}`, 'utf8'))
  } catch {
    return undefined
  }
}

function finish() {
  const sum = (key) => results.reduce((total, one) => total + (one[key] ?? 0), 0)
  const count = (passed, failed, skipped) =>
    `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`
  console.log('\n━━ Summary')
  for (const { name, passed, failed, skipped, seconds } of results) {
    const counts = count(passed, failed, skipped)
    console.log(`${failed ? '✗' : '✓'} ${name.padEnd(24)} ${counts.padEnd(24)} ${seconds.toFixed(1)} s`)
  }
  if (secondTries.length > 0) console.log('\nPassed only at the second attempt (more than two fail the run):')
  for (const name of secondTries) console.log(`  ${name}`)
  if (skips.length > 0) console.log('\nSkipped:')
  for (const skip of skips) console.log(`  ${skip}`)
  // Failures are repeated at the end, because they may have scrolled away or been cut off.
  if (failures.length > 0) console.log('\nFailed:')
  for (const failure of failures) console.log(`  ${failure}`)
  console.log(`\n${count(sum('passed'), sum('failed'), sum('skipped'))}`)
  process.exit(sum('failed') ? 1 : 0)
}
