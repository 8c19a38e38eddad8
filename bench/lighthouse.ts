import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const version = '13.5.0'

export type Score = {
  /** Of 100: performance, accessibility, best practices, search engines. */
  scores: [number, number, number, number]
  firstPaint: number
  largestPaint: number
  blocking: number
  /**
   * As `blocking`, by the processor's time instead of the clock's: what others take of the machine is not in it. A browser that is slowed
   * down waits busily, so there it tells nothing new.
   */
  busy: number
  shift: number
  /** What kept it from 100, worst first. */
  faults: string[]
  /** How quick the machine was meanwhile, by Lighthouse's own small test. */
  machine: number
}

type Audit = { id: string; title: string; score: number | null; numericValue?: number }
type Report = {
  runtimeError?: { message: string }
  environment: { benchmarkIndex: number }
  audits: Record<string, Audit>
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>
}
/** A line of Chromium's record of what it did; times in microseconds, `tdur` those of the thread itself. */
type Step = { name: string; pid: number; tid: number; ts: number; dur?: number; tdur?: number }
type Artifacts = { Trace?: { traceEvents: Step[] } }
export type Lighthouse = (url: string, flags: object) => Promise<{ lhr: Report; artifacts: Artifacts } | undefined>

/** Lighthouse's phone is as much slower than the machine, and a piece of work longer than this makes a finger wait. */
const slowdown = 4
const longMs = 50

const categories = ['performance', 'accessibility', 'best-practices', 'seo']
/** All that counts for performance; what else that category tells takes time and is told by the other way. */
const speeds = [
  'first-contentful-paint',
  'speed-index',
  'largest-contentful-paint',
  'total-blocking-time',
  'cumulative-layout-shift',
]

/** Two hundred packages that only this measurement needs: fetched when it is first run, not with every install. */
export async function loadLighthouse(cache: string): Promise<Lighthouse> {
  const folder = join(cache, `lighthouse-${version}`)
  const entry = join(folder, 'node_modules/lighthouse/core/index.js')
  if (!existsSync(entry)) {
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, 'package.json'), '{"private":true}')
    await promisify(execFile)(
      'npm',
      ['install', '--no-audit', '--no-fund', '--ignore-scripts', `lighthouse@${version}`],
      {
        cwd: folder,
      },
    )
  }
  const { default: lighthouse } = await import(entry)
  return lighthouse
}

/**
 * One page on Lighthouse's phone and slow 4G, with the cookies that the browser has: worked out from a quick visit (`simulate`), or
 * with the browser really slowed down (`devtools`), of which the times are all that is asked for.
 */
export async function scorePage(
  run: Lighthouse,
  url: string,
  port: number,
  throttlingMethod: 'simulate' | 'devtools',
): Promise<Score> {
  const result = await run(url, {
    port,
    output: 'json',
    logLevel: 'error',
    throttlingMethod,
    ...(throttlingMethod === 'simulate' ? { onlyCategories: categories } : { onlyAudits: speeds }),
    // Nobody looks at it, and it takes a second or two of every run.
    disableFullPageScreenshot: true,
  })
  const report = result?.lhr
  if (!report || report.runtimeError) throw new Error(`${url}: ${report?.runtimeError?.message ?? 'no report'}`)
  const readValue = (id: string) => report.audits[id]?.numericValue ?? 0
  const readScore = (name: string) => Math.round((report.categories[name]?.score ?? 0) * 100)
  return {
    scores: [readScore('performance'), readScore('accessibility'), readScore('best-practices'), readScore('seo')],
    firstPaint: readValue('first-contentful-paint'),
    largestPaint: readValue('largest-contentful-paint'),
    blocking: readValue('total-blocking-time'),
    busy: sumLongWork(result.artifacts.Trace?.traceEvents ?? [], throttlingMethod === 'simulate' ? slowdown : 1),
    shift: readValue('cumulative-layout-shift'),
    faults: findFaults(report),
    machine: report.environment.benchmarkIndex,
  }
}

/** What the page's long pieces of work take over the limit, from its first paint on. */
export function sumLongWork(steps: Step[], slower: number): number {
  const paint = steps.findLast(({ name }) => name === 'firstContentfulPaint')
  return steps
    .filter(({ name, pid, tid }) => name.endsWith('RunTask') && pid === paint?.pid && tid === paint.tid)
    .filter(({ ts, dur = 0 }) => ts + dur > (paint?.ts ?? 0))
    .reduce((sum, { tdur = 0 }) => sum + Math.max(0, (tdur / 1000) * slower - longMs), 0)
}

function findFaults(report: Report): string[] {
  const counted = categories
    .flatMap((name) => report.categories[name]?.auditRefs ?? [])
    .filter(({ weight }) => weight > 0)
  return counted
    .map(({ id }) => report.audits[id])
    .filter((audit) => audit !== undefined && audit.score !== null && audit.score < 0.995)
    .map((audit) => `${audit?.id} ${Math.round((audit?.score ?? 0) * 100)}`)
}
