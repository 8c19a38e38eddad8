/**
 * The files that the browser loads for a page: the files that every page needs, and the files of one page's source
 * file.
 */
type PageFiles = {
  entry: string
  styles: string[]
  preloads: string[]
  chunksOf: (page: string) => string[]
}

/** The inline scripts of a page, as text. */
type InlineScripts = { guard: string; start: string }
export type Assets = PageFiles & { scripts: InlineScripts }

type Chunk = { file: string; name?: string; css?: string[]; imports?: string[]; isEntry?: boolean; src?: string }
type ViteManifest = Record<string, Chunk>

/** Reads the files of a build from Vite's manifest. */
export function readAssets(manifest: ViteManifest, source: string): PageFiles {
  const start = manifest[source]
  if (!start) throw new Error('The build has no entry: run `npm run build`.')
  // The entry file only imports the shell, which contains its code. Loading the shell directly saves a request.
  const entry = start.imports?.map((key) => manifest[key]).find((chunk) => chunk?.name === 'shell') ?? start
  const shared = collectFiles(manifest, source)
  shared.delete(start.file)
  const styles = Object.values(manifest).flatMap((chunk) =>
    chunk.file.endsWith('.css') ? [chunk.file] : (chunk.css ?? []),
  )
  const chunks = new Map<string, string[]>()
  return {
    entry: `/${entry.file}`,
    styles: [...new Set(styles)].map((file) => `/${file}`),
    preloads: [...shared].filter((file) => file !== entry.file).map((file) => `/${file}`),
    // Cached, because every rendered page needs this list, and a build never changes.
    chunksOf: (page) => {
      const files =
        chunks.get(page) ?? [...collectFiles(manifest, page)].filter((file) => !shared.has(file) && file !== entry.file)
      chunks.set(page, files)
      return files.map((file) => `/${file}`)
    },
  }
}

function collectFiles(manifest: ViteManifest, key: string, files = new Set<string>()): Set<string> {
  const chunk = manifest[key]
  if (!chunk || files.has(chunk.file)) return files
  files.add(chunk.file)
  for (const imported of chunk.imports ?? []) collectFiles(manifest, imported, files)
  return files
}
