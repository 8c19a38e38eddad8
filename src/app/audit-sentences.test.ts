import { expect, test } from 'vitest'
import { auditSentences } from '#features/staff/console/audit-sentence.rules.ts'
import { companyAccountLink, ssoCallbackLink } from '#features/staff/staff-links.ts'
import { staffApiHandlers } from './staff-api.ts'

/** The writers of audit rows beside the calls of the staff API. */
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

test('every kind of row of the audit log has a sentence', () => {
  expect(written.filter((call) => !(call in auditSentences))).toEqual([])
})

test('no sentence is left over from a call that is gone', () => {
  expect(Object.keys(auditSentences).filter((call) => !written.includes(call))).toEqual([])
})
