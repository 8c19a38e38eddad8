import { posix } from 'node:path'

/**
 * The layers of `src`, and the layers that each may import besides itself. In this table, `feature` means contracts,
 * rules and links of features.
 */
export const allowedImports: Record<string, readonly string[]> = {
  contract: [],
  links: ['contract'],
  words: ['contract'],
  ui: ['contract'],
  server: ['contract'],
  web: ['contract', 'links', 'words', 'ui'],
  console: ['contract', 'links', 'ui', 'web'],
  feature: ['contract', 'links'],
  'feature server': ['contract', 'links', 'words', 'server', 'feature'],
  'feature cli': ['contract', 'server', 'feature', 'feature server'],
  'feature web': ['contract', 'links', 'ui', 'web', 'widget', 'feature'],
  'feature console': ['contract', 'links', 'ui', 'web', 'console', 'widget', 'feature'],
  widget: ['contract', 'links', 'words', 'ui', 'web', 'feature'],
  build: ['contract', 'server'],
}

/** Returns the layer of a file. Returns null for files that may import everything, such as `app` and test tools. */
export function findLayer(path: string): string | null {
  const [, side] = /^src\/features\/[^/]+\/(web|console|server)\//.exec(path) ?? []
  if (side) return `feature ${side}`
  if (/^src\/features\/[^/]+\/[^/]+\.cli\.ts$/.test(path)) return 'feature cli'
  if (path.startsWith('src/features/')) return 'feature'
  const layer = /^src\/([^/]+)\//.exec(path)?.[1] ?? ''
  return layer in allowedImports ? layer : null
}

/** Returns the reason why a file must not import another one, or null if it may. */
export function refuseImport(from: string, to: string): string | null {
  const [layer, target] = [findLayer(from), findLayer(to)]
  if (layer === null) return null
  if (layer !== target && !allowedImports[layer]?.includes(target ?? '')) {
    return isStaffGround(layer, to) ? null : `${layer} may not import ${target ?? posix.dirname(to)}`
  }
  if (/^feature (web|console)$/.test(layer) && layer === target && featureOf(from) !== featureOf(to)) {
    return /^src\/features\/[^/]+\/(web|console)\/parts\//.test(to)
      ? null
      : 'screens of other features are shared only from their parts/'
  }
  if (layer === 'feature server' && /\.http\.ts$/.test(to) && !/\.http\.ts$/.test(from))
    return 'only handlers import handlers'
  if (/\.tables\.ts$/.test(from) && !/\.tables\.ts$/.test(to) && layer === 'feature server' && target === layer) {
    return 'a table imports other tables only'
  }
  return null
}

/**
 * Returns whether the import belongs to the staff actor, on which the console depends: identity, scopes, saved views
 * and jobs.
 */
function isStaffGround(layer: string, to: string): boolean {
  return (
    layer === 'console' &&
    /^src\/features\/staff\/[^/]+\.(?:staff\.contract|rules)\.ts$|^src\/features\/staff\/staff-links\.ts$/.test(to)
  )
}

function featureOf(path: string): string {
  return path.split('/')[2] ?? ''
}
