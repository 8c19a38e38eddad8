import { expect, test } from 'vitest'
import { staffApiHandlers } from '#app/staff-api.ts'
import { auditAreas, canUndo, editsWithoutUndo } from '#features/staff/audit.rules.ts'
import { auditSentences } from '#features/staff/console/audit/audit-sentence.rules.ts'
import { companyAccountLink, ssoCallbackLink } from '#features/staff/staff-links.ts'

/** Writers of audit rows other than calls of the staff API. */
const others = [
  'fetchRates',
  'deliverWebhooks',
  'failedSignIn',
  `GET ${ssoCallbackLink}`,
  `POST ${companyAccountLink}`,
  `DELETE ${companyAccountLink}`,
]
const written = [
  ...staffApiHandlers.filter(({ call }) => call.method !== 'GET').map(({ call }) => `${call.method} ${call.path}`),
  ...others,
]

test('has a sentence for every kind of audit row', () => {
  expect(written.filter((call) => !(call in auditSentences))).toEqual([])
})

test('has no sentence for a removed call', () => {
  expect(Object.keys(auditSentences).filter((call) => !written.includes(call))).toEqual([])
})

test('assigns every row to one area of the shop', () => {
  const starts = Object.values(auditAreas).flatMap((area): string[] => [...area.starts])
  expect(new Set(starts).size).toBe(starts.length)
  const firstWords = staffApiHandlers
    .filter(({ call }) => call.method !== 'GET' && !call.path.startsWith('/audit'))
    .map(({ call }) => call.path.split('/')[1] ?? '')
  expect([...new Set(firstWords)].filter((word) => !starts.includes(word))).toEqual([])
})

test('offers undo exactly for the edits that the shop can restore', () => {
  const calls = staffApiHandlers.map(({ call }) => call)
  const paths = calls.filter(({ method }) => method === 'GET').map(({ path }) => path)
  const edits = calls.filter(({ method }) => method === 'PATCH')
  const canPutBack = edits.filter(
    ({ path, scope }) => paths.includes(path) && scope !== 'signed-in' && path.split('/:').length <= 2,
  )
  const offered = edits.filter(({ path }) => canUndo({ call: `PATCH ${path}`, before: { name: 'x' } }))
  expect(offered.map(({ path }) => path)).toEqual(canPutBack.map(({ path }) => path))
  expect(editsWithoutUndo.filter((one) => !edits.some(({ path }) => one === `PATCH ${path}`))).toEqual([])
})
