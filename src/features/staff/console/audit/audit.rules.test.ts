import { expect, test } from 'vitest'
import { canUndo } from '#features/staff/audit.rules.ts'
import { isSuspicious, toMoment } from './audit.rules.ts'
import { type AuditedChange, listChanges } from './audit-parts.rules.ts'
import { formatActor, formatAuditSentence, formatSentence } from './audit-sentence.rules.ts'
import { formatUndoProblem } from './audit-undo.rules.ts'

const asIs = { time: (at: string) => at.slice(0, 10), currency: 'USD' }
const tell = (row: Partial<AuditedChange> & { call: string }) =>
  formatSentence({ about: 'x', about_name: null, before: {}, after: {}, ...row }, asIs)
const eur = (amount: number) => ({ amount, currency: 'EUR' })

test.each<[string, Partial<AuditedChange> & { call: string }, string]>([
  [
    'a packed order',
    { call: 'POST /orders/:no/pack', about: 'orders/HB2V8C6MD3XP7', after: { parcels: [{}, {}] } },
    'packed HB2V8C6MD3XP7 in 2 parcels',
  ],
  [
    'a price change with the old and the new price',
    {
      call: 'POST /prices',
      about: 'prices',
      before: { prices: [{ sku: 'WES-M', name: 'Weste M', currency: 'EUR', price: eur(8900) }] },
      after: { prices: [{ sku: 'WES-M', currency: 'EUR', price: eur(7900) }] },
    },
    'changed the price of Weste M from €89.00 to €79.00',
  ],
  [
    'a refund with its amount',
    {
      call: 'POST /orders/:no/refund',
      about: 'orders/HB7T2M9KX4WD6',
      before: { refunds: [] },
      after: { refunds: [{ id: 'a', amount: eur(4800) }] },
    },
    'refunded €48.00 for HB7T2M9KX4WD6',
  ],
  [
    'a role with its name',
    {
      call: 'PATCH /members/:id',
      about: 'members/0woco06vud1ngkz53mzww2ia',
      about_name: 'Priya Nair',
      before: { role: { id: 'warehouse', name: 'Warehouse' } },
      after: { role: { id: 'support', name: 'Support' } },
    },
    'gave Priya Nair the role Support',
  ],
  [
    'a single changed field, in the sentence',
    {
      call: 'PATCH /shipping-methods/:id',
      about: 'shipping-methods/3',
      about_name: 'Courier',
      before: { max_days: 2 },
      after: { max_days: 9 },
    },
    'changed max days of the shipping method Courier from 2 to 9',
  ],
  [
    'several changed fields, in the details',
    {
      call: 'PATCH /roles/:id',
      about: 'roles/a8su39kkqobvru1gdgpevwbv',
      about_name: 'Desk',
      before: { name: 'A', refund_limit: null },
      after: { name: 'Desk', refund_limit: 5000 },
    },
    'changed the role Desk',
  ],
  [
    'a setting with its group',
    {
      call: 'PATCH /settings',
      about: 'settings',
      before: { shop: { name: 'Harbor', ships_to: ['US', 'DE'] } },
      after: { shop: { name: 'Quay', ships_to: ['US', 'DE'] } },
    },
    'changed shop name in the settings from Harbor to Quay',
  ],
  ['a timer', { call: 'fetchRates', about: 'currencies' }, 'fetched exchange rates'],
  [
    'failed sign-ins',
    { call: 'failedSignIn', about: 'sign-in/x', after: { tries: 7, locked: true } },
    'failed to sign in 7 times, and had to wait',
  ],
  [
    'a receipt with the restocked items',
    {
      call: 'POST /returns/:no/receive',
      about: 'returns/RT9M5K3RC6VT2',
      after: { items: [{ restocked: true }, { restocked: false }] },
    },
    'received 2 items of the return RT9M5K3RC6VT2, 1 item back in stock',
  ],
  [
    'a removed resource with its former name',
    { call: 'DELETE /pages/:id', about: 'pages/2', before: { id: 2, title: 'Care guide' } },
    'removed the page Care guide',
  ],
])('formats %s', (_, row, sentence) => {
  expect(tell(row)).toBe(sentence)
})

test('lists changes by field, with formatted amounts, times and names', () => {
  const before = {
    items: [{ id: 'a', name: 'The dress', status: 'approved', refund: eur(15_000) }],
    ends_at: null,
    role_id: 'x',
    is_active: true,
    own_tags: [],
  }
  const after = {
    items: [{ id: 'a', name: 'The dress', status: 'received', refund: eur(14_000) }],
    ends_at: '2026-09-30T22:00:00Z',
    role_id: 'y',
    is_active: false,
    own_tags: ['Gift wrap'],
  }
  expect(listChanges({ before, after }, asIs)).toEqual([
    { name: 'The dress: status', before: 'approved', after: 'received' },
    { name: 'The dress: refund', before: '€150.00', after: '€140.00' },
    { name: 'End', before: null, after: '2026-09-30' },
    { name: 'Active', before: 'yes', after: 'no' },
    { name: 'Tags', before: null, after: 'Gift wrap' },
  ])
})

test("lists no changes for a sign-in, and shows a refund limit as an amount in the shop's currency", () => {
  expect(
    formatAuditSentence({ call: 'failedSignIn', about: 'x', about_name: null, before: {}, after: { tries: 2 } }, asIs)
      .changes,
  ).toEqual([])
  expect(listChanges({ before: { refund_limit: null }, after: { refund_limit: 5000 } }, asIs)).toEqual([
    { name: 'Refund limit', before: null, after: '$50.00' },
  ])
})

test('shows timers as Harbor, keys by their name, and an unknown actor as Someone', () => {
  expect(formatActor({ kind: 'timer', id: 'fetchRates', name: 'fetchRates' })).toBe('Harbor')
  expect(formatActor({ kind: 'key', id: 'x', name: 'Nordlager ERP' })).toBe('API key Nordlager ERP')
  expect(formatActor({ kind: 'nobody', id: '', name: '' })).toBe('Someone')
})

test('does not flag a single mistyped password', () => {
  expect(isSuspicious({ call: 'failedSignIn', after: { tries: 1 } })).toBe(false)
  expect(isSuspicious({ call: 'failedSignIn', after: { tries: 2 } })).toBe(true)
  expect(isSuspicious({ call: 'POST /keys', after: { tries: 3 } })).toBe(false)
})

test('allows undoing an edit while the log has all its values', () => {
  expect(canUndo({ call: 'PATCH /roles/:id', before: { name: 'A' } })).toBe(true)
  expect(canUndo({ call: 'PATCH /pages/:id', before: { body: 'Long…' } })).toBe(false)
  expect(canUndo({ call: 'POST /orders/:no/pack', before: { status: 'paid' } })).toBe(false)
})

test('ignores an invalid day in the filter', () => {
  expect(toMoment('2026-13-40', 'start')).toBeUndefined()
  expect(toMoment('yesterday', 'end')).toBeUndefined()
  expect(
    new Date(toMoment('2026-03-04', 'end') ?? '').getTime() - new Date(toMoment('2026-03-04', 'start') ?? '').getTime(),
  ).toBe(86_399_000)
})

test.each([
  ['POST /orders/:no/refund', {}, 'money was sent'],
  ['POST /returns/:no/decide', {}, 'the customer was emailed'],
  ['DELETE /pages/:id', { title: 'Care' }, 'it was removed'],
  ['PATCH /pages/:id', { body: 'A text that is too long for the lo…' }, 'the log does not have all earlier values'],
  ['PATCH /pages/:id', { title: 'Care' }, null],
  ['POST /sign-in', {}, null],
])('explains why %s of %j cannot be undone', (call, before, reason) => {
  expect(formatUndoProblem({ call, before })).toBe(reason)
})
