import { expect, test } from 'vitest'
import { findStaffPasswordProblem } from './staff-password.rules.ts'

const owner = { email: 'maren@ropewalk.example', name: 'Maren Lindqvist', shopName: 'Ropewalk' }
const isTaken = (password: string) => findStaffPasswordProblem(password, owner) === null

test.each([
  'correct horse battery',
  'Kelp-forest-at-noon',
  'ærlig talt, nei takk',
  'Nine tugs; one rope!',
  '我们在港口吃晚饭然后回家睡觉',
])('accepts the password %s', (password) => expect(isTaken(password)).toBe(true))

test.each([
  'short-one11',
  'password1234',
  'P@ssw0rd2026!',
  'passwordpassword',
  'qwertyuiop123',
  '1q2w3e4r5t6z',
  '123456789012',
  'aaaaaaaaaaaaaaa',
  'Summer2026!!',
  'welcome-admin-2026',
  'Ropewalk2026!',
  'maren.lindqvist',
  'letmein letmein',
  'x'.repeat(201),
])('rejects the password %s', (password) => expect(isTaken(password)).toBe(false))
