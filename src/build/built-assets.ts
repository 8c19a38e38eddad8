import type { PageStyles } from './page-styles.ts'

/** What the browser must load for a page: for all of them, and for one source file of a page. */
export type Assets = {
  entry: string
  /** Sheets to link to; none where pages carry their rules. */
  styles: string[]
  preloads: string[]
  chunksOf: (page: string) => string[]
  carried?: CarriedStyles
}

type CarriedStyles = {
  /** The rules that a page is sent with; without a page, those of what the shell shows by itself. */
  rulesOf: (page: string | undefined) => string
  /** Those of a coupon widget on a page that seldom has one. */
  widget: string
  /** Where the rules are that it may lack. */
  sheet: string
}

type Chunk = { file: string; name?: string; css?: string[]; imports?: string[]; isEntry?: boolean; src?: string }
type ViteManifest = Record<string, Chunk>

/** What a build is made of, read from the manifest that Vite leaves beside it. */
export function readAssets(
  manifest: ViteManifest,
  source = 'src/app/entry-client.tsx',
  pageStyles?: PageStyles,
): Assets {
  const start = manifest[source]
  if (!start) throw new Error('The build has no entry: run `npm run build`.')
  // Its own file does nothing but import the shell, which has its code: asking for the shell at once saves a request.
  const entry = start.imports?.map((key) => manifest[key]).find((chunk) => chunk?.name === 'shell') ?? start
  const shared = collectFiles(manifest, source)
  shared.delete(start.file)
  const styles = Object.values(manifest).flatMap((chunk) =>
    chunk.file.endsWith('.css') ? [chunk.file] : (chunk.css ?? []),
  )
  const chunks = new Map<string, string[]>()
  return {
    entry: `/${entry.file}`,
    styles: pageStyles ? [] : [...new Set(styles)].map((file) => `/${file}`),
    ...(pageStyles && { carried: readStyles(pageStyles) }),
    preloads: [...shared].filter((file) => file !== entry.file).map((file) => `/${file}`),
    // Every page asks this about every page, and a build never changes.
    chunksOf: (page) => {
      const files =
        chunks.get(page) ?? [...collectFiles(manifest, page)].filter((file) => !shared.has(file) && file !== entry.file)
      chunks.set(page, files)
      return files.map((file) => `/${file}`)
    },
  }
}

function readStyles({ pieces, shell, pages, widget, sheet }: PageStyles): CarriedStyles {
  const known = new Map<string | undefined, string>()
  const join = (numbers: number[]) => numbers.map((at) => pieces[at]).join('')
  return {
    widget: join(widget),
    sheet: `/${sheet}`,
    rulesOf: (page) => {
      const found = known.get(page) ?? join(pages[page ?? ''] ?? shell)
      known.set(page, found)
      return found
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
