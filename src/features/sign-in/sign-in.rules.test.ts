import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findEmailProblem } from '#contract/calls/fields.ts'
import {
  checkNewPassword,
  findNewPasswordProblem,
  findSymbolNote,
  hasForbiddenCharacters,
  stripNewPassword,
} from './sign-in.rules.ts'

test.each(['Harbor2026', 'abc123', '1a1a1a', `a1${'b'.repeat(28)}`])('accepts the new password %s', (password) => {
  expect(findNewPasswordProblem(password)).toBe(null)
})

test.each(['', 'ab12', 'abcdef', '123456', 'abc 123', 'abc.123', 'abc_123', 'pässw0rd', `a1${'b'.repeat(29)}`])(
  'rejects the new password "%s"',
  (password) => {
    expect(findNewPasswordProblem(password)).toBe('6-30 characters, including at least 1 digit and 1 letter')
  },
)

test('marks all conditions beside the field as met only for a valid password', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 40 }), (password) => {
      const isMarked = checkNewPassword(password).every(({ met }) => met)
      expect(isMarked).toBe(findNewPasswordProblem(password) === null)
    }),
  )
})

test('lists "Letters and digits only" as the only unmet condition for a password with a dot', () => {
  const missing = checkNewPassword('sea.glass24').filter(({ met }) => !met)
  expect(missing.map(({ text }) => text)).toEqual(['Letters and digits only'])
})

test('keeps up to 30 word characters, dots and slashes while typing', () => {
  expect(stripNewPassword('ab c-1.2/3_é!')).toBe('abc1.2/3_')
  expect(stripNewPassword('x'.repeat(40))).toHaveLength(30)
})

test.each([
  ['', 'Please fill in this field'],
  ['  ', 'Please fill in this field'],
  ['maren@example', 'Please enter a valid email address'],
  ['maren lind@example.com', 'Please enter a valid email address'],
  ['maren+shop@example.com', 'Please enter a valid email address'],
  ['maren@example.technology', 'Please enter a valid email address'],
  [`${'a'.repeat(46)}@b.co`, 'Please enter a valid email and no more than 50 characters'],
  ['maren.l_1-2@mail.example.com', null],
  ['shopper@harbor.test', null],
])('checks the address "%s": %s', (email, problem) => {
  expect(findEmailProblem(email)).toBe(problem)
})

test.each(['Harbor!2026', 'Harbor 2026', 'pässword1', `a1${'b'.repeat(29)}`])(
  'warns that "%s" loses characters',
  (typed) => {
    expect(hasForbiddenCharacters(typed)).toBe(true)
    expect(findSymbolNote(typed)).toMatch(/^Passwords have only letters and digits/)
  },
)

test.each(['', 'Harbor2026', 'a.b_c/1'])('shows no warning for "%s", which loses no characters', (typed) => {
  expect(hasForbiddenCharacters(typed)).toBe(false)
  expect(findSymbolNote(typed)).toBe(null)
})
