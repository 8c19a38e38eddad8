import { globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { expect, test } from 'vitest'
import { featureOrder } from './feature-order.ts'

type Arrow = { from: string; to: string; place: string }

const files = globSync(['src/features/**/*.{ts,tsx}', 'src/widget/**/*.{ts,tsx}']).filter(
  (file) => !/\.test\.tsx?$/.test(file),
)
const arrows = files.flatMap((file) => listArrows(file, readFileSync(file, 'utf8')))

/** The feature a file belongs to. */
function findFeature(path: string): string | null {
  if (path.startsWith('src/widget/')) return 'widget'
  return /^src\/features\/([^/]+)\//.exec(path)?.[1] ?? null
}

/** Every import of another feature, whatever its form: values and types, at once or when needed. */
function listArrows(file: string, source: string): Arrow[] {
  const from = findFeature(file)
  return source.split('\n').flatMap((line, index) => {
    const target = /(?:\bfrom|\bimport)\s*\(?\s*'([#.][^']+)'/.exec(line)?.[1]
    if (from === null || target === undefined) return []
    const path = target.startsWith('#') ? `src/${target.slice(1)}` : posix.join(posix.dirname(file), target)
    const to = findFeature(path)
    return to === null || to === from ? [] : [{ from, to, place: `${file}:${index + 1} imports ${target}` }]
  })
}

function findHeight(feature: string): number {
  return featureOrder.indexOf(feature)
}

test('every feature has its place in the order', () => {
  const features = new Set(files.map(findFeature))
  expect([...features].filter((feature) => feature !== null && findHeight(feature) < 0)).toEqual([])
})

test('no feature imports one that stands above it, so no circle can be', () => {
  const upward = arrows.filter(({ from, to }) => findHeight(to) > findHeight(from))
  expect(upward.map(({ place }) => place)).toEqual([])
})

test('no query written by hand names a table of a feature above', () => {
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

test('the README draws the same order, from the ground up', () => {
  const drawing = /### The order of features.*?```\n(.*?)```/s.exec(readFileSync('README.md', 'utf8'))?.[1] ?? ''
  const rows = drawing
    .trimEnd()
    .split('\n')
    .map((row) => row.split('  ')[0]?.split(' · ') ?? [])
  expect(rows.reverse().flat()).toEqual(featureOrder)
})

test('an import is seen in each of its forms', () => {
  const source = [
    "import { a } from '#features/orders/orders.rules.ts'",
    "import type { B } from '../../returns/returns.contract.ts'",
    "const page = lazy(() => import('#features/account/web/account-page.tsx'))",
    "export { c } from '#widget/ad-area.tsx'",
    "} from '#features/chat/chat.rules.ts'",
    "import { d } from '../catalogue.rules.ts'",
    "import { e } from '#web/root.tsx'",
  ].join('\n')
  expect(listArrows('src/features/catalogue/web/page.tsx', source).map(({ to }) => to)).toEqual([
    'orders',
    'returns',
    'account',
    'widget',
    'chat',
  ])
})
