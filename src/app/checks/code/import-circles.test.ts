import { expect, test } from 'vitest'
import { readImports } from './read-imports.ts'

test('has no import cycle, not even between types', () => {
  expect(findCircles(readImports())).toEqual([])
})

test('reports a cycle from its first file back to the same file', () => {
  const arrows = [
    { from: 'a', to: 'b' },
    { from: 'b', to: 'c' },
    { from: 'c', to: 'b' },
  ]
  expect(findCircles(arrows)).toEqual(['b → c → b'])
})

function findCircles(imports: { from: string; to: string }[]): string[] {
  const targets = Map.groupBy(imports, ({ from }) => from)
  const circles: string[] = []
  const done = new Set<string>()
  const follow = (file: string, path: string[]) => {
    if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file].join(' → '))
    if (done.has(file) || path.includes(file)) return
    for (const { to } of targets.get(file) ?? []) follow(to, [...path, file])
    done.add(file)
  }
  for (const file of targets.keys()) follow(file, [])
  return circles
}
