import fc from 'fast-check'
import { expect, test } from 'vitest'
import { groupModules, type SharedModule } from './share-chunks.ts'

const [a, b, c] = ['a-page.tsx', 'b-page.tsx', 'c-page.tsx']
const needs = new Map([a, b, c].map((page) => [page, 50_000]))

function describe(modules: Record<string, { size: number; users: string[]; imports?: string[] }>) {
  return new Map(
    Object.entries(modules).map(([id, { size, users, imports = [] }]) => [
      id,
      { size, users: new Set(users), imports },
    ]),
  )
}

const group = (modules: Map<string, SharedModule>) =>
  groupModules(modules, needs).map((chunk) => chunk.sort().join(' '))

test('what the same pages need comes in one file', () => {
  const modules = describe({ one: { size: 9000, users: [a, b] }, two: { size: 9000, users: [a, b] } })
  expect(group(modules)).toEqual(['one two'])
})

test('a little too much is worth a file less, a lot is not', () => {
  const small = describe({ price: { size: 9000, users: [a, b, c] }, sign: { size: 300, users: [a, b] } })
  expect(group(small)).toEqual(['price sign'])
  const large = describe({ price: { size: 300, users: [a, b, c] }, sheet: { size: 20_000, users: [a, b] } })
  expect(group(large)).toEqual(['price', 'sheet'])
})

test('what a file needs counts too: a sign that would drag a sheet along stays by itself', () => {
  const modules = describe({
    sign: { size: 300, users: [a, c] },
    button: { size: 400, users: [a, b], imports: ['sheet'] },
    sheet: { size: 30_000, users: [a, b] },
  })
  expect(group(modules)).toEqual(['sign', 'button sheet'])
})

test('no two files need each other, and every module is in one', () => {
  const graph = fc.array(
    fc.record({
      size: fc.integer({ min: 1, max: 9000 }),
      users: fc.integer({ min: 1, max: 7 }),
      imports: fc.array(fc.nat(20)),
    }),
    { maxLength: 14 },
  )
  fc.assert(
    fc.property(graph, (drawn) => {
      const modules = new Map<string, SharedModule>()
      drawn.forEach(({ size, imports }, at) => {
        modules.set(`m${at}`, {
          size,
          users: new Set(),
          imports: imports.filter((to) => to < at).map((to) => `m${to}`),
        })
      })
      // Whoever needs a module needs what it imports.
      const use = (id: string, page: string) => {
        modules.get(id)?.users.add(page)
        for (const imported of modules.get(id)?.imports ?? []) use(imported, page)
      }
      drawn.forEach(({ users }, at) => {
        for (const [bit, page] of [a, b, c].entries()) if (users & (1 << bit)) use(`m${at}`, page)
      })
      const chunks = groupModules(modules, needs)
      expect(chunks.flat().sort()).toEqual([...modules.keys()].sort())
      const chunkOf = (id: string) => chunks.findIndex((chunk) => chunk.includes(id))
      const leads = (from: number, seen = new Set<number>()): Set<number> => {
        for (const id of chunks[from] ?? []) {
          for (const imported of modules.get(id)?.imports ?? []) {
            const to = chunkOf(imported)
            if (to !== from && !seen.has(to)) leads(to, seen.add(to))
          }
        }
        return seen
      }
      for (const at of chunks.keys()) expect(leads(at).has(at)).toBe(false)
    }),
    { numRuns: 200 },
  )
})
