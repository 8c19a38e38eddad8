import type { Plugin } from 'vite'

/** The style sheet in pieces, in its order, which of them each page is sent with, and the file with what a page may lack. */
export type PageStyles = {
  pieces: string[]
  shell: number[]
  pages: Record<string, number[]>
  /** Of the coupon widget, beyond what every page has: where its code comes late, its rules stand beside it. */
  widget: number[]
  sheet: string
}

/** Rules that stand together and belong to the same files, or to none: those every page has. */
type Piece = {
  css: string
  files: string[]
  /** About elements, sizes and fonts, not about classes: nothing that comes later stands against it. */
  isForAll: boolean
}

/**
 * Cuts the one style sheet of the shop so that a page can carry the part it shows, and says which that is. The file that is left has
 * everything that a page may lack: whoever goes on in the shop loads it once, and its order is that of the whole.
 */
export function pageStyles(findFile: (className: string) => string | undefined): Plugin {
  let root = ''
  return {
    name: 'page-styles',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    enforce: 'post',
    configResolved(config) {
      root = `${config.root}/`
    },
    generateBundle(_, bundle) {
      const sheet = Object.values(bundle).find((file) => file.type === 'asset' && file.fileName.endsWith('.css'))
      if (sheet?.type !== 'asset') throw new Error('The build has no style sheet to cut.')
      const pieces = cutSheet(String(sheet.source), findFile)
      const nameFile = (id: string) => id.split('?')[0]?.replace(root, '') ?? id
      // What comes late brings the whole sheet with it (`withStyles`).
      const follow = (id: string, known = new Set<string>()) => {
        const found = new Set(known)
        const queue = [id]
        for (let next = queue.pop(); next; next = queue.pop()) {
          if (found.has(next)) continue
          found.add(next)
          queue.push(...(this.getModuleInfo(next)?.importedIds ?? []))
        }
        return found
      }
      const ids = [...this.getModuleIds()]
      const findId = (end: string) => ids.find((id) => id.endsWith(end)) ?? ''
      const first = follow(findId('/src/app/entry-client.tsx'))
      const numbersOf = (modules: Set<string>) => {
        const files = new Set(Array.from(modules, nameFile))
        return pieces.flatMap((piece, at) =>
          piece.files.length === 0 || piece.files.some((file) => files.has(file)) ? [at] : [],
        )
      }
      const pages = ids
        .filter((id) => id.endsWith('-page.tsx'))
        .map((id) => [nameFile(id), numbersOf(follow(id, first))])
      const shell = numbersOf(first)
      // Every page has those for all already. Fonts that are declared twice would be set twice, and flicker.
      const rest = pieces.filter(({ isForAll }) => !isForAll)
      const file = this.emitFile({ type: 'asset', name: 'sheet.css', source: rest.map(({ css }) => css).join('') })
      const styles: PageStyles = {
        pieces: pieces.map(({ css }) => css),
        shell,
        pages: Object.fromEntries(pages),
        widget: numbersOf(follow(findId('/src/widget/coupon-widget.tsx'), first)).filter((at) => !shell.includes(at)),
        sheet: this.getFileName(file),
      }
      this.emitFile({ type: 'asset', fileName: '.vite/styles.json', source: JSON.stringify(styles) })
      delete bundle[sheet.fileName]
    },
  }
}

const group = /^@(?:media|supports|container|layer|starting-style)\b/

/** The pieces of a minified sheet, in its order. */
export function cutSheet(css: string, findFile: (className: string) => string | undefined): Piece[] {
  const pieces: (Piece & { wrap: string })[] = []
  const add = (text: string, wrap: string) => {
    for (const rule of readRules(text)) {
      const [, head = '', body = ''] = /^([^{]*)\{([\s\S]*)\}$/.exec(rule) ?? []
      if (wrap === '' && group.test(head)) {
        add(body, head)
        continue
      }
      const names = findNames(head)
      const files = [...new Set(names.map(findFile).filter((file) => file !== undefined))].sort()
      const isForAll = names.length === 0
      const last = pieces.at(-1)
      if (last?.wrap === wrap && last.isForAll === isForAll && last.files.join() === files.join()) last.css += rule
      else pieces.push({ css: rule, files, isForAll, wrap })
    }
  }
  add(css, '')
  return pieces.map(({ wrap, ...piece }) => (wrap === '' ? piece : { ...piece, css: `${wrap}{${piece.css}}` }))
}

/** The classes that a rule is about, or the name of an animation: both are named after their file. */
function findNames(head: string): string[] {
  const animation = /^@keyframes\s+(\S+)/.exec(head)
  if (animation?.[1]) return [animation[1]]
  return Array.from(head.matchAll(/\.(-?[a-z_][\w-]*)/gi), ([, name = '']) => name)
}

/** Each rule as it is written, whatever stands inside of it. */
function readRules(css: string): string[] {
  const rules: string[] = []
  let start = 0
  let depth = 0
  // Braces in strings are words.
  for (const { 0: found, index } of css.matchAll(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|[{};]/g)) {
    if (found === '{') depth++
    else if (found === '}') depth--
    else if (found !== ';') continue
    if (depth > 0 || found === '{') continue
    rules.push(css.slice(start, index + 1).trim())
    start = index + 1
  }
  return rules
}
