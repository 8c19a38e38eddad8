import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { featureOrder } from './feature-order.ts'
import { findFeature, isScreen, listImports, readImports } from './read-imports.ts'

const imports = readImports().filter(({ from }) => !isScreen(from))
const files = [...new Set(imports.map(({ from }) => from))].filter((file) => findFeature(file) !== null)
const arrows = listArrows(imports)

/** Returns the imports from one feature to another. */
function listArrows(all: ReturnType<typeof listImports>) {
  return all.flatMap(({ from, to, place }) => {
    const ends = { from: findFeature(from), to: findFeature(to) }
    if (ends.from === null || ends.to === null || ends.from === ends.to) return []
    return [{ from: ends.from, to: ends.to, place }]
  })
}

function findHeight(feature: string): number {
  return featureOrder.indexOf(feature)
}

test('lists every feature in the order', () => {
  const features = new Set(files.map(findFeature))
  expect([...features].filter((feature) => feature !== null && findHeight(feature) < 0)).toEqual([])
})

test('imports no higher feature, which rules out import cycles', () => {
  const upward = arrows.filter(({ from, to }) => findHeight(to) > findHeight(from))
  expect(upward.map(({ place }) => place)).toEqual([])
})

test('names no table of a higher feature in handwritten SQL', () => {
  const owners = new Map<string, string>()
  for (const file of files.filter((one) => one.endsWith('.tables.ts'))) {
    for (const [, table = ''] of readFileSync(file, 'utf8').matchAll(/pgTable\(\s*'(\w+)'/g)) {
      owners.set(table, findFeature(file) ?? '')
    }
  }
  expect(owners.size).toBeGreaterThan(40)
  const upward = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, index) => {
        const owned = [...line.matchAll(/\b(?:from|join|update|into) (\w+)/g)].map(([, name = '']) => owners.get(name))
        const height = findHeight(findFeature(file) ?? '')
        return owned.some((owner) => owner && findHeight(owner) > height) ? `${file}:${index + 1} ${line.trim()}` : []
      }),
  )
  expect(upward).toEqual([])
})

test('recognizes every form of import', () => {
  const source = [
    "import { a } from '#features/orders/orders.rules.ts'",
    "import type { B } from '../../returns/returns.contract.ts'",
    "const page = lazy(() => import('#features/account/web/account-page.tsx'))",
    "export { c } from '#widget/advert/ad-area.tsx'",
    "} from '#features/support/chat.rules.ts'",
    "import { d } from '../catalogue.rules.ts'",
    "import { e } from '#web/root.tsx'",
  ].join('\n')
  expect(listArrows(listImports('src/features/catalogue/web/page.tsx', source)).map(({ to }) => to)).toEqual([
    'orders',
    'returns',
    'account',
    'support',
  ])
})
