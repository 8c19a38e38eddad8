import { expect, test } from 'vitest'
import {
  findFailedJourneys,
  findFailedTests,
  findSecondTries,
  findSkippedJourneys,
  findSkippedTests,
  type PlaywrightReport,
} from './test-reports.ts'

const spec = (title: string, status: string, message?: string) => ({
  file: 'orders.spec.ts',
  title,
  tests: [{ status, results: [{}, ...(message === undefined ? [] : [{ error: { message } }])] }],
})
const report = (...flaky: string[]): PlaywrightReport => ({
  suites: [
    {
      specs: [spec('passes', 'expected'), ...flaky.slice(0, 1).map((title) => spec(title, 'flaky'))],
      suites: [{ specs: [spec('fails', 'unexpected'), ...flaky.slice(1).map((title) => spec(title, 'flaky'))] }],
    },
  ],
})

test('names browser tests with a second try at any depth', () => {
  const { names } = findSecondTries(report('pays', 'reviews'))
  expect(names).toEqual(['orders.spec.ts: pays', 'orders.spec.ts: reviews'])
})

test.each([
  [[], false],
  [['a', 'b'], false],
  [['a', 'b', 'c'], true],
])('decides whether second tries of %j are too many: %s', (titles, isTooMany) => {
  expect(findSecondTries(report(...titles)).isTooMany).toBe(isTooMany)
  expect(findSecondTries({}).names).toEqual([])
})

test('names a failed browser test with the first line of its error, without colors', () => {
  const message = '\u001b[31mError: a toast lies over it\u001b[39m\n\n  at orders.spec.ts:7'
  const suites = [{ suites: [{ specs: [spec('pays', 'unexpected', message), spec('reviews', 'flaky', message)] }] }]
  expect(findFailedJourneys({ suites })).toEqual(['orders.spec.ts: pays\n    Error: a toast lies over it'])
})

test('names a skipped browser test with its reason', () => {
  const annotations = [{ type: 'skip', description: 'There is no WebKit: install webkit2gtk-driver.' }]
  const skipped = { ...spec('signs in in WebKit', 'skipped'), tests: [{ status: 'skipped', annotations }] }
  expect(findSkippedJourneys({ suites: [{ specs: [skipped, spec('passes', 'expected')] }] })).toEqual([
    'orders.spec.ts: signs in in WebKit\n    There is no WebKit: install webkit2gtk-driver.',
  ])
})

test('names an error outside of every browser test', () => {
  expect(findFailedJourneys({ errors: [{ message: 'Error: the shop did not open' }] })).toEqual([
    'playwright: outside of the journeys\n    Error: the shop did not open',
  ])
})

test('names a failed test with its file, and a file that does not load', () => {
  const passed = { fullName: 'adds', status: 'passed', failureMessages: [] }
  const failed = { fullName: 'orders pays', status: 'failed', failureMessages: ['AssertionError: 1 is not 2\n  at …'] }
  const testResults = [
    { name: '/shop/src/a.test.ts', status: 'failed', message: '', assertionResults: [passed, failed] },
    { name: '/shop/src/b.test.ts', status: 'failed', message: '\nSyntaxError: no', assertionResults: [] },
    { name: '/shop/src/c.test.ts', status: 'passed', message: '', assertionResults: [passed] },
  ]
  expect(findFailedTests({ testResults }, '/shop/')).toEqual([
    'src/a.test.ts: orders pays\n    AssertionError: 1 is not 2',
    'src/b.test.ts: the whole file\n    SyntaxError: no',
  ])
})

test('names a test that was skipped because a program is missing, and no other skipped test', () => {
  const skipped = (fullName: string, status = 'skipped') => ({ fullName, status })
  const assertionResults = [
    skipped('the alert rules fire (skipped: promtool is not installed)'),
    skipped('the pooler (skipped: PgBouncer is not installed)', 'passed'),
    skipped('refuses a browser that another site sends'),
  ]
  const testResults = [{ name: '/shop/e2e/process/alerts.test.ts', status: 'passed', message: '', assertionResults }]
  expect(findSkippedTests({ testResults }, '/shop')).toEqual([
    'e2e/process/alerts.test.ts: the alert rules fire (skipped: promtool is not installed)',
  ])
})
