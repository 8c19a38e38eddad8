import { expect, test } from 'vitest'
import type { Problem } from '#contract/calls/staff-call.ts'
import { findWrongFields, listSentences } from './staff-page.rules.ts'

const problem: Problem = { type: 'about:blank', title: 'Not accepted', status: 422, code: 'invalid_input' }
const errors = ['email', 'password', 'token'].map((field) => ({ field, code: 'wrong', detail: `Check the ${field}.` }))

test('marks the fields that a refusal names, if the form has these fields', () => {
  expect(findWrongFields({ ...problem, errors }, ['name', 'email', 'password'])).toEqual(['email', 'password'])
  expect(findWrongFields(null, ['email'])).toEqual([])
})

test('shows a wrong sign-in at the password field, and a wrong code at the code field', () => {
  expect(findWrongFields({ ...problem, code: 'wrong_sign_in' }, ['email', 'password'])).toEqual(['password'])
  expect(findWrongFields({ ...problem, code: 'wrong_code' }, ['code'])).toEqual(['code'])
  expect(findWrongFields({ ...problem, code: 'too_many_tries' }, ['code'])).toEqual([])
})

test('lists each sentence of a refusal once, and explains the format of an email address', () => {
  const twice = [...errors, ...errors]
  expect(listSentences({ ...problem, errors: twice })).toEqual([
    'Type your email as name@example.com.',
    'Check the password.',
    'Check the token.',
  ])
  expect(listSentences(problem)).toEqual(['Not accepted'])
  expect(listSentences({ ...problem, detail: 'The link is too old.' })).toEqual(['The link is too old.'])
})
