import { expect, test } from 'vitest'
import { readCookie } from '#contract/calls/cookies.ts'
import { createSession } from './session.ts'

const now = 1_800_000_000_000
const session = (cookies: string) =>
  createSession(
    () => cookies,
    () => now,
  )

test('treats a token before its expiry as signed in', () => {
  const ada = session(
    `token=abc; token_expires=${now / 1000 + 60}; user_info=${encodeURIComponent('{"email":"ada@harbor.test"}')}`,
  )
  expect(ada.isSignedIn()).toBe(true)
  expect(ada.token()).toBe('abc')
  expect(ada.email()).toBe('ada@harbor.test')
})

test.each([
  ['no cookies', ''],
  ['an expired token', `token=abc; token_expires=${now / 1000 - 1}`],
  ['a token without expiry', 'token=abc'],
  ['an invalid expiry', 'token=abc; token_expires=soon'],
])('treats %s as a guest', (_, cookies) => {
  expect(session(cookies).isSignedIn()).toBe(false)
})

test('identifies a subscribed guest by the email address', () => {
  expect(session('subscribe_email=bob%40harbor.test').email()).toBe('bob@harbor.test')
})

test('ignores a broken cookie', () => {
  expect(readCookie('user_info=%E0%A4%A', 'user_info')).toBe(null)
  expect(session(`token=a; token_expires=${now / 1000 + 9}; user_info=%7Bnope`).email()).toBe(null)
})
