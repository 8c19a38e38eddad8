import { execFileSync } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { openDatabase } from '#server/database/database.ts'
import { borrowEmbeddedPostgres } from '#server/embedded-postgres.ts'
import { makeDataFolder, removeDataFolder } from '#testing/processes/data-folder.ts'
import { startHarbor } from '#testing/processes/started-server.ts'
import { type Found, type Ground, type Hunt, Over } from './hunt.ts'

// Every hunt has a limit of requests and time, so that it never overloads the machine for long.
const maxRequests = 20_000
const maxSeconds = 120

/**
 * `npm run soak` runs every hunt. `npm run soak -- streams bodies` runs the hunts whose names contain one of the words.
 */
const { positionals: words, values } = parseArgs({
  options: { requests: { type: 'string' }, seconds: { type: 'string' } },
  allowPositionals: true,
})
const requests = Math.min(Number(values.requests ?? maxRequests), maxRequests)
const seconds = Math.min(Number(values.seconds ?? maxSeconds), maxSeconds)

const files = (await readdir(import.meta.dirname)).filter((one) => one.endsWith('.hunt.ts')).sort()
let broken = 0
for (const file of files.filter((one) => words.length === 0 || words.some((word) => one.includes(word)))) {
  const { default: hunt } = (await import(`./${file}`)) as { default: Hunt }
  const { tried, faults } = await runHunts(hunt)
  console.log(`${faults.length > 0 ? '✗' : '✓'} ${hunt.promise} (${file}, ${tried} tries)`)
  for (const fault of new Set(faults)) console.error(`    ${fault}`)
  broken += faults.length > 0 ? 1 : 0
}
process.exitCode = broken > 0 ? 1 : 0

async function runHunts({ hunt, environment = {} }: Hunt): Promise<Found> {
  const dataDir = await makeDataFolder()
  const given = { DATABASE_URL: '', DEMO: 'true', SMTP_URL: '', STRIPE_SECRET_KEY: '', STRIPE_WEBHOOK_SECRET: '' }
  const harbor = startHarbor(
    {
      ...given,
      HOST: '127.0.0.1',
      NODE_ENV: 'production',
      TRUST_PROXY: '1',
      LOG_LEVEL: 'error',
      POSTGRES_DURABLE: 'false',
      DATA_DIR: dataDir,
      ...environment,
    },
    'bin/start.mjs',
  )
  const faults: string[] = []
  let tried = 0
  try {
    const address = await harbor.opened()
    const postgres = await borrowEmbeddedPostgres({ dataDir })
    const database = openDatabase(postgres.url)
    const end = performance.now() + seconds * 1000
    const isOver = () => tried >= requests || performance.now() > end
    const server = findServer(harbor.child.pid)
    const ground: Ground = {
      db: database.db,
      databaseUrl: postgres.url,
      port: Number(new URL(address).port),
      isOver,
      fault: (sentence) => void faults.push(sentence),
      count: (by = 1) => {
        if (isOver()) throw new Over()
        tried += by
      },
      ask: (path, init) => {
        ground.count()
        return fetch(address + path, { ...init, signal: init?.signal ?? AbortSignal.timeout(30_000) })
      },
      readMemory: () => Number(execFileSync('ps', ['-o', 'rss=', '-p', server], { encoding: 'utf8' })) / 1024,
      isRunning: () => harbor.child.exitCode === null,
      randomAddress: (ip = `10.${tried % 250}.${Math.floor(tried / 250) % 250}.7`) => ({ 'x-forwarded-for': ip }),
    }
    try {
      await hunt(ground)
    } catch (error) {
      if (!(error instanceof Over)) faults.push(`The hunt broke: ${error instanceof Error ? error.stack : error}`)
    }
    if (!ground.isRunning()) faults.push(`The server ended: ${harbor.output().slice(-2_000)}`)
    await database.close()
  } finally {
    await harbor.stop()
    await removeDataFolder(dataDir)
  }
  return { tried, faults }
}

/** Returns the process id of the server itself, because `npm start` runs the server in a child process. */
function findServer(pid = 0): string {
  const found = execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
    .trim()
    .split('\n')[0]
  return found?.trim() || String(pid)
}
