import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** The used part of Vitest's report. */
export type VitestReport = {
  testResults?: {
    name: string
    status: string
    message: string
    assertionResults: { fullName: string; status: string; failureMessages?: string[] | null }[]
  }[]
}

/** The used part of Playwright's report. */
export type PlaywrightReport = { suites?: Suite[]; errors?: TestFault[] }
type Suite = { suites?: Suite[]; specs?: Spec[] }
type Spec = { file: string; title: string; tests: Test[] }
type Test = {
  status: string
  results?: { error?: TestFault }[]
  annotations?: { type: string; description?: string }[]
}
type TestFault = { message?: string }

/** 2: a busy machine can cause one or two second tries, and more second tries mean a problem. */
const maxSecondTries = 2

/**
 * Returns the names of the browser tests that passed only at their second try, and whether there are too many of these
 * tests.
 */
export function findSecondTries(report: PlaywrightReport): { names: string[]; isTooMany: boolean } {
  const flaky = listSpecs(report).filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
  return { names: flaky.map(({ file, title }) => `${file}: ${title}`), isTooMany: flaky.length > maxSecondTries }
}

/** Returns the failed browser tests, each with the first line of its error. */
export function findFailedJourneys(report: PlaywrightReport): string[] {
  const failed = listSpecs(report).flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected')
      .map(({ results = [] }) => tell(file, title, results.find(({ error }) => error)?.error?.message)),
  )
  const outside = (report.errors ?? []).map(({ message }) => tell('playwright', 'outside of the journeys', message))
  return [...failed, ...outside]
}

/** Returns the skipped browser tests, each with its reason. */
export function findSkippedJourneys(report: PlaywrightReport): string[] {
  return listSpecs(report).flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === 'skipped')
      .map(({ annotations = [] }) => tell(file, title, annotations.find(({ type }) => type === 'skip')?.description)),
  )
}

/** Returns the failed tests, each with the first line of its error. A file that does not load counts as one test. */
export function findFailedTests(report: VitestReport, folder: string): string[] {
  return (report.testResults ?? []).flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(folder, name)
    const failed = assertionResults.filter((one) => one.status === 'failed')
    if (status === 'failed' && failed.length === 0) return [tell(file, 'the whole file', message)]
    return failed.map(({ fullName, failureMessages }) => tell(file, fullName, failureMessages?.[0]))
  })
}

/**
 * Returns the tests that were skipped because a program is missing. Their names end with `(skipped: …)`. Other skipped
 * tests are left out.
 */
export function findSkippedTests(report: VitestReport, folder: string): string[] {
  return (report.testResults ?? []).flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status, fullName }) => /^(skipped|pending)$/.test(status) && /\(skipped: [^)]+\)$/.test(fullName))
      .map(({ fullName }) => `${relative(folder, name)}: ${fullName}`),
  )
}

function listSpecs({ suites = [], specs = [] }: Suite): Spec[] {
  return [...specs, ...suites.flatMap(listSpecs)]
}

function tell(file: string, test: string, message = ''): string {
  const lines = stripVTControlCharacters(message).split('\n')
  return `${file}: ${test}\n    ${lines.find((line) => line.trim())?.trim() ?? 'It says nothing.'}`
}
