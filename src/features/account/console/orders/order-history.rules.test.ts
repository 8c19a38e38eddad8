import { expect, test } from 'vitest'
import { tellDeed } from './order-history.rules.ts'

const actor = { kind: 'staff' as const, name: 'Tomas Berg' }

test.each([
  ['packOrder', { packageIds: ['a', 'b'] }, 'packed 2 parcels'],
  ['packOrder', { packageIds: ['a'] }, 'packed it'],
  ['shipOrder', { trackingNos: ['LX1', 'LX2'] }, 'shipped it: LX1, LX2'],
  ['cancelLines', { lineIds: ['a'] }, 'took 1 item out'],
  ['tagOrder', { added: ['Gift wrap', 'vip'], removed: [] }, 'tagged it Gift wrap, vip'],
  ['tagOrder', { added: [], removed: ['vip'] }, 'took the tag vip away'],
  ['tagOrder', { added: ['a'], removed: ['b'] }, 'tagged it a and took the tag b away'],
  ['changeAddress', {}, 'changed the address'],
  ['changeAddress', { why: 'shopper_asked' }, 'changed the address, as the shopper asked'],
  ['changeAddress', { why: 'other' }, 'changed the address'],
  ['somethingNew', {}, 'something new'],
])('%s reads well', (command, details, deed) => {
  expect(tellDeed({ command, details, actor })).toBe(deed)
})

test('a carrier reports, staff mark', () => {
  expect(tellDeed({ command: 'deliverOrder', details: {}, actor: { kind: 'carrier', name: null } })).toBe(
    'reported that it arrived',
  )
  expect(tellDeed({ command: 'deliverOrder', details: {}, actor })).toBe('marked it as received')
})
