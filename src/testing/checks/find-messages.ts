import { glob, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

const root = new URL('../../../', import.meta.url)

/** `t('…')` where a text is shown, `<T id="…">` where elements stand inside it, `msg('…')` where it is only named. */
const shown = /\b(?:t|msg)\(\s*'((?:[^'\\\n]|\\.)+)'|<T\s+id="([^"]+)"/g
/** What services hand to `t` are mails, which have words of their own. */
const named = /\bmsg\(\s*'((?:[^'\\\n]|\\.)+)'/g

/** Every message that screens can show, as the sources mark them. */
export async function findMessages(): Promise<Set<string>> {
  const found = new Set<string>()
  for await (const [file, source] of readSources()) {
    for (const [, id, sentence] of withoutComments(source).matchAll(isOfServer(file) ? named : shown)) {
      found.add((id ?? sentence ?? '').replace(/\\(.)/g, '$1'))
    }
  }
  return found
}

/** Texts of screens and rules that read like a sentence and that nobody marked. */
export async function findUnmarked(): Promise<string[]> {
  const found: string[] = []
  for await (const [file, source] of readSources()) {
    // Addresses carry the titles of pages, and data are words of the shop's owner.
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

/** Staff read English, in the console and in what their calls are told. */
const isOfStaff = (file: string) =>
  /\/console\/|\.staff\.|\/contract\/calls\/(?:scopes|staff-\w+)\.ts$|\/features\/(?:staff|webhooks)\//.test(file)
const isOfServer = (file: string) => /\/server\/|^src\/(?:server|app|build)\/|\.cli\.ts$/.test(file) || isOfStaff(file)

async function* readSources(): AsyncGenerator<[file: string, source: string]> {
  for await (const file of glob('{src,db}/**/*.{ts,tsx}', { cwd: fileURLToPath(root) })) {
    if (/\.test\.|\/testing\/|\/gallery\/|\.tables\.ts/.test(file)) continue
    yield [file, await readFile(new URL(file, root), 'utf8')]
  }
}
