import type { Plugin } from 'vite'

/** A module that several entries need: how long its source is, who needs it, what it imports. */
export type SharedModule = { size: number; users: Set<string>; imports: string[] }
type Chunk = { modules: string[]; size: number; users: Set<string> }

/** What a file costs beside its contents, in bytes of source: headers, names of other files, words that compress badly by themselves. */
const fileCost = 5000

/** A part that comes after a tap may come in more files: nobody looks at an empty page meanwhile. */
const latePartWeight = 0.05

/** So many users make a part of the most frequented page one of the shell's. */
const everywhere = 5
/** And what nobody but the same few needs, if it is smaller than a request. */
const tiny = 3000

/**
 * Decides what travels together: first what the same entries need, then more and more, as long as the files that are saved are worth
 * the bytes that somebody fetches in vain. An entry counts for more the more it needs, because the heaviest is held to a budget.
 */
export function groupModules(modules: Map<string, SharedModule>, needs: Map<string, number>): string[][] {
  const heaviest = Math.max(1, ...needs.values())
  const weigh = (entry: string) => (entry.endsWith('-page.tsx') ? (needs.get(entry) ?? 0) / heaviest : latePartWeight)
  const sum = (entries: Iterable<string>) => [...entries].reduce((total, entry) => total + weigh(entry), 0)
  let chunks = startChunks(modules)
  for (;;) {
    const reach = findReach(chunks, modules)
    let best: { gain: number; one: Chunk; other: Chunk } | null = null
    for (const [at, one] of chunks.entries()) {
      for (const other of chunks.slice(at + 1)) {
        const saved = sum([...one.users].filter((entry) => other.users.has(entry))) * fileCost
        if (saved <= (best?.gain ?? 0)) continue
        // Whoever fetches a file fetches all that it needs.
        const users = new Set([...one.users, ...other.users])
        const fetched = new Set([one, other, ...(reach.get(one) ?? []), ...(reach.get(other) ?? [])])
        const wasted = [...fetched].reduce(
          (total, chunk) => total + sum([...users].filter((entry) => !chunk.users.has(entry))) * chunk.size,
          0,
        )
        const gain = saved - wasted
        if (gain > (best?.gain ?? 0) && !isBetween(reach, one, other)) best = { gain, one, other }
      }
    }
    if (!best) return chunks.map((chunk) => chunk.modules)
    chunks = merge(chunks, best, reach)
  }
}

function merge(chunks: Chunk[], { one, other }: { one: Chunk; other: Chunk }, reach: Reach): Chunk[] {
  const users = new Set([...one.users, ...other.users])
  const needed = new Set([...(reach.get(one) ?? []), ...(reach.get(other) ?? [])])
  const rest = chunks
    .filter((chunk) => chunk !== one && chunk !== other)
    .map((chunk) => (needed.has(chunk) ? { ...chunk, users: new Set([...chunk.users, ...users]) } : chunk))
  return [...rest, { modules: [...one.modules, ...other.modules], size: one.size + other.size, users }]
}

function startChunks(modules: Map<string, SharedModule>): Chunk[] {
  const chunks = new Map<string, Chunk>()
  for (const [id, { size, users }] of modules) {
    const key = [...users].sort().join('\n')
    const chunk = chunks.get(key) ?? { modules: [], size: 0, users }
    chunk.modules.push(id)
    chunk.size += size
    chunks.set(key, chunk)
  }
  return [...chunks.values()]
}

type Reach = Map<Chunk, Set<Chunk>>

/** Which chunks each chunk needs, directly and through others. */
function findReach(chunks: Chunk[], modules: Map<string, SharedModule>): Reach {
  const chunkOf = new Map(chunks.flatMap((chunk) => chunk.modules.map((id) => [id, chunk] as const)))
  const reach: Reach = new Map()
  const follow = (chunk: Chunk): Set<Chunk> => {
    const known = reach.get(chunk)
    if (known) return known
    const found = new Set<Chunk>()
    reach.set(chunk, found)
    for (const id of chunk.modules) {
      for (const imported of modules.get(id)?.imports ?? []) {
        const next = chunkOf.get(imported)
        if (!next || next === chunk) continue
        found.add(next)
        for (const further of follow(next)) found.add(further)
      }
    }
    return found
  }
  for (const chunk of chunks) follow(chunk)
  return reach
}

/** Two files with a third between them would need each other, and one of them would run before what it needs. */
function isBetween(reach: Reach, one: Chunk, other: Chunk): boolean {
  const leads = (from: Chunk, to: Chunk) =>
    [...(reach.get(from) ?? [])].some((middle) => middle !== to && reach.get(middle)?.has(to))
  return leads(one, other) || leads(other, one)
}

/** The plugin looks at who needs what; `nameChunk` says where a module goes that several pages share. */
export function shareChunks(frequented: string): { plugin: Plugin; nameChunk: (id: string) => string | null } {
  const names = new Map<string, string>()
  const plugin: Plugin = {
    name: 'share-chunks',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    buildEnd() {
      const collect = (id: string, found = new Set<string>()) => {
        if (found.has(id)) return found
        found.add(id)
        for (const imported of this.getModuleInfo(id)?.importedIds ?? []) collect(imported, found)
        return found
      }
      const ids = [...this.getModuleIds()]
      const first = new Set(ids.filter((id) => this.getModuleInfo(id)?.isEntry).flatMap((id) => [...collect(id)]))
      const late = ids.filter((id) => !first.has(id) && (this.getModuleInfo(id)?.dynamicImporters.length ?? 0) > 0)
      const modules = new Map<string, SharedModule>()
      const needs = new Map<string, number>()
      for (const entry of late) {
        for (const id of collect(entry)) {
          // Libraries have a file of their own, or nothing is left of them.
          if (first.has(id) || /node_modules\/(?!lucide-react)/.test(id)) continue
          const { code, importedIds = [] } = this.getModuleInfo(id) ?? {}
          const size = code?.length ?? 0
          const module = modules.get(id) ?? { size, users: new Set<string>(), imports: [...importedIds] }
          module.users.add(entry)
          modules.set(id, module)
          needs.set(entry, (needs.get(entry) ?? 0) + size)
        }
      }
      for (const id of first) names.set(id, 'shell')
      const home = late.find((id) => id.endsWith(frequented)) ?? ''
      const small = new Set(startChunks(modules).flatMap((chunk) => (chunk.size <= tiny ? chunk.modules : [])))
      // What it needs in turn must be there too, or the two files would wait for each other.
      const isOfShell = (id: string): boolean => {
        const module = modules.get(id)
        if (!module) return first.has(id)
        const { users, imports } = module
        const isWorthIt = users.has(home) && users.size > 1 && (users.size >= everywhere || small.has(id))
        return isWorthIt && imports.every((imported) => !modules.has(imported) || isOfShell(imported))
      }
      for (const id of [...modules.keys()].filter(isOfShell)) names.set(id, 'shell')
      for (const [id, { users }] of modules) if (names.has(id) || users.size < 2) modules.delete(id)
      for (const [at, chunk] of groupModules(modules, needs).entries()) {
        for (const id of chunk) names.set(id, `shared-${at}`)
      }
    },
  }
  return { plugin, nameChunk: (id) => names.get(id) ?? null }
}
