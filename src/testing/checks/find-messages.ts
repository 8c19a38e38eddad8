import { glob, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

const root = new URL('../../../', import.meta.url)

/** `t('…')` shows a text, `<T id="…">` shows one that contains elements, and `msg('…')` marks one. */
const shown = /\b(?:t|msg)\(\s*'((?:[^'\\\n]|\\.)+)'|<T\s+id="([^"]+)"/g
/** Services use `t` only for mails, which have their own catalog. */
const named = /\bmsg\(\s*'((?:[^'\\\n]|\\.)+)'/g

export async function findMessages(): Promise<Set<string>> {
  const found = new Set<string>()
  for await (const [file, source] of readSources()) {
    for (const [, id, sentence] of withoutComments(source).matchAll(isOfServer(file) ? named : shown)) {
      found.add((id ?? sentence ?? '').replace(/\\(.)/g, '$1'))
    }
  }
  return found
}

/** Finds unmarked texts of screens and rules that read like a sentence. */
export async function findUnmarked(): Promise<string[]> {
  const found: string[] = []
  for await (const [file, source] of readSources()) {
    // Links contain the titles of pages, and demo data contains texts of the shop's owner.
    if (isOfServer(file) || /^db\/|\.links\.ts$/.test(file)) continue
    const code = withoutComments(source)
      .replace(/\babout:\s*(['`])[\s\S]*?[^\\]\1,/g, '')
      .replace(shown, '')
    for (const [, text = ''] of code.matchAll(/(?<!Error\()'((?:[^'\\\n]|\\.)*)'/g)) {
      if (/^[A-Z][a-z’]* [^=]*[a-z]{2}/.test(text)) found.push(`${file}: ${text}`)
    }
  }
  return found
}

const withoutComments = (source: string) => source.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')

/** Staff read English, in the console and in the responses to their calls. */
const isOfStaff = (file: string) =>
  /\/console\/|\.staff\.|\/contract\/calls\/(?:scopes|staff-\w+)\.ts$|\/features\/(?:staff|webhooks)\//.test(file)
const isOfServer = (file: string) => /\/server\/|^src\/(?:server|app|build)\/|\.cli\.ts$/.test(file) || isOfStaff(file)

async function* readSources(): AsyncGenerator<[file: string, source: string]> {
  for await (const file of glob('{src,db}/**/*.{ts,tsx}', { cwd: fileURLToPath(root) })) {
    if (/\.test\.|\/testing\/|\/gallery\/|\.tables\.ts/.test(file)) continue
    yield [file, await readFile(new URL(file, root), 'utf8')]
  }
}
