import { expect, test } from 'vitest'
import { scopeNames } from '#contract/calls/scopes.ts'
import { builtInRoles } from '#features/staff/staff.rules.ts'
import { roleAllows, roleRows } from './role-rows.ts'

const listAllowed = (roleId: string) => {
  const role = builtInRoles.find(({ id }) => id === roleId)
  const permissions = { is_owner: role?.isOwner ?? false, scopes: role?.scopes ?? [] }
  return roleRows.filter(({ scope }) => roleAllows(permissions, scope)).map(({ name }) => name)
}

test('has one row for each scope in the table of roles', () => {
  expect(roleRows.map(({ scope }) => scope)).toEqual(scopeNames)
})

test('shows that the warehouse sees names and revenue, and creates orders', () => {
  expect(listAllowed('warehouse')).toEqual([
    'View orders with names and addresses, parcels, revenue and reports',
    'Create, prepare, pack, ship, hold and cancel orders',
    'Add tracking events to parcels',
    'View returns and their pictures',
    'Receive returned items',
    'View products, prices and stock',
    'Change stock',
  ])
})

test('gives an owner every right in the table', () => {
  expect(listAllowed('owner')).toHaveLength(roleRows.length)
})
