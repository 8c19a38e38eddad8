import { globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'

type Import = { from: string; to: string; place: string }

/**
 * Returns every import of the source with the paths of both files. The list includes types and dynamic imports, but no
 * tests.
 */
export function readImports(): Import[] {
  return globSync('src/**/*.{ts,tsx}')
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .flatMap((file) => listImports(file, readFileSync(file, 'utf8')))
}

export function listImports(file: string, source: string): Import[] {
  return source.split('\n').flatMap((line, index) => {
    const target = /(?:\bfrom|\bimport)\s*\(?\s*'([#.][^']+)'/.exec(line)?.[1]
    if (target === undefined) return []
    const to = target.startsWith('#') ? `src/${target.slice(1)}` : posix.join(posix.dirname(file), target)
    return [{ from: file, to, place: `${file}:${index + 1} imports ${target}` }]
  })
}

export function findFeature(path: string): string | null {
  return /^src\/features\/([^/]+)\//.exec(path)?.[1] ?? null
}

/** Returns whether a file is a screen. Only routers and other screens may import screens. */
export function isScreen(path: string): boolean {
  return /^src\/features\/[^/]+\/(?:web|console)\//.test(path)
}

/**
 * Returns the box of a file in the drawing of the layers. A feature has four boxes: shared contracts and rules, server,
 * shoppers' screens, staff screens.
 */
export function findRoom(path: string): string | null {
  const inFeature = /^src\/features\/[^/]+\/(?:(web|console|server)\/)?(.*)/.exec(path)
  if (inFeature?.[1]) return `features/*/${inFeature[1]}`
  if (inFeature) return inFeature[2]?.endsWith('.cli.ts') ? 'features/*/server' : 'features/*'
  return /^src\/([^/]+)\//.exec(path)?.[1] ?? null
}
