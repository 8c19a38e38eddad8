import { expect, test } from 'vitest'
import { refuseImport } from './layers.ts'
import { readImports } from './read-imports.ts'

test('imports only allowed layers', () => {
  const wrong = readImports().flatMap(({ from, to, place }) => {
    const refusal = refuseImport(from, to)
    return refusal ? `${place}: ${refusal}` : []
  })
  expect(wrong).toEqual([])
})

test.each([
  ['src/contract/calls/call.ts', 'src/server/shop.ts', 'contract may not import server'],
  ['src/server/shop.ts', 'src/features/orders/orders.rules.ts', 'server may not import feature'],
  ['src/web/root.tsx', 'src/features/orders/orders.rules.ts', 'web may not import feature'],
  ['src/console/shell/frame.tsx', 'src/features/orders/orders.rules.ts', 'console may not import feature'],
  ['src/console/shell/frame.tsx', 'src/features/staff/me.staff.contract.ts', null],
  ['src/features/a/a.rules.ts', 'src/features/b/server/b.service.ts', 'feature may not import feature server'],
  ['src/features/a/web/page.tsx', 'src/features/b/server/b.service.ts', 'feature web may not import feature server'],
  ['src/features/a/web/page.tsx', 'src/features/b/b.rules.ts', null],
  [
    'src/features/a/web/page.tsx',
    'src/features/b/web/page.tsx',
    'screens of other features are shared only from their parts/',
  ],
  ['src/features/a/web/page.tsx', 'src/features/b/web/parts/card.tsx', null],
  ['src/features/a/server/a.service.ts', 'src/features/b/server/b.http.ts', 'only handlers import handlers'],
  ['src/features/a/server/a.tables.ts', 'src/features/b/server/b.service.ts', 'a table imports other tables only'],
  ['src/app/main.ts', 'src/features/b/server/b.http.ts', null],
])('decides whether %s may import %s: %s', (from, to, refusal) => {
  expect(refuseImport(from, to)).toBe(refusal)
})
