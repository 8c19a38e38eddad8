import { expect, test } from 'vitest'
import { toStaffPath } from './staff-links.ts'

test.each(['/staff', '/staff/orders?view=late&at=3', '/staff/settings/shop#address'])(
  'accepts %s as the page after the sign-in',
  (next) => {
    expect(toStaffPath(next)).toBe(next)
  },
)

test.each([
  undefined,
  '',
  'https://elsewhere.example/staff',
  '//elsewhere.example/staff',
  '/\\elsewhere.example/staff',
  '/staff/../account',
  '/staffroom',
  '/account',
  'javascript:alert(1)',
  '/staff/sign-in?next=/staff',
  '/staff/sign-out',
  `/staff/${'x'.repeat(1200)}`,
])('replaces %s with the first page of the console', (next) => {
  expect(toStaffPath(next)).toBe('/staff')
})
