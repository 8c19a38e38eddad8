import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const version = '13.5.0'

export type Score = {
  /** Scores from 0 to 100: performance, accessibility, best practices, search engines. */
  scores: [number, number, number, number]
  firstPaint: number
  largestPaint: number
  blocking: number
  /**
   * Like `blocking`, but in CPU time, which other programs on the machine do not increase. In a throttled browser this
   * value adds nothing, because throttling also uses CPU time.
   */
  busy: number
  shift: number
  /** The audits below a score of 100, the worst first. */
  faults: string[]
  /** The speed of the machine during the run, by Lighthouse's own small benchmark. */
  machine: number
}

type Audit = { id: string; title: string; score: number | null; numericValue?: number }
type Report = {
  runtimeError?: { message: string }
  environment: { benchmarkIndex: number }
  audits: Record<string, Audit>
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>
}
/** An entry of Chromium's trace. Times are in microseconds, and `tdur` is the thread's own time. */
type Step = { name: string; pid: number; tid: number; ts: number; dur?: number; tdur?: number }
type Artifacts = { Trace?: { traceEvents: Step[] } }
export type Lighthouse = (url: string, flags: object) => Promise<{ lhr: Report; artifacts: Artifacts } | undefined>

/** Lighthouse's phone is 4 times slower than the machine. A task above 50 ms delays input. */
const slowdown = 4
const longMs = 50

const categories = ['performance', 'accessibility', 'best-practices', 'seo']
/**
 * The audits that make up the performance score. Other audits of the category take time, and the measurement in a
 * throttled browser reports their results.
 */
const speeds = [
  'first-contentful-paint',
  'speed-index',
  'largest-contentful-paint',
  'total-blocking-time',
  'cumulative-layout-shift',
]

/** Loads Lighthouse. Its two hundred packages are only needed here, so they are installed at the first run. */
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
 * Measures one page on Lighthouse's phone with slow 4G and the browser's cookies. `simulate` computes the times from a
 * fast visit. `devtools` throttles the browser, and only the times of this measurement are used.
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
    // Without the screenshot, which is not used, each run takes one or two seconds less.
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

/** Returns the time by which long tasks exceed the limit, from the first paint on. */
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
