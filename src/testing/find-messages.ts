import { readdir, readFile } from 'node:fs/promises'
import { refusalMessages } from '#server/refuse.ts'

const root = new URL('../../', import.meta.url)
const text = String.raw`'((?:[^'\\\n]|\\.)+)'`

/** Where a literal text is a message: handed to `t`, to a title, or kept under a name that screens show. */
const places = [
  new RegExp(String.raw`\bt\(\s*${text}`, 'g'),
  new RegExp(String.raw`\bt\([^'()]*\?\s*${text}\s*:\s*${text}`, 'g'),
  new RegExp(String.raw`\bt\([^'()]*(?:\|\||\?\?)\s*${text}`, 'g'),
  new RegExp(String.raw`\bpageTitle\([^,]+,\s*${text}`, 'g'),
  new RegExp(String.raw`\b(?:word|line|label|title|message|text|note|verdict|submitLabel|msg)\??:\s*${text}`, 'g'),
  /<T\s+id="([^"]+)"/g,
]

/** Rules answer with messages: whatever reads like words there is one. */
const wordsInRules = new RegExp(text, 'g')
const readsLikeWords = /^(?:[A-Z][a-z]+(?: .*)?|[A-Z0-9{].* .+|[a-z]+ .+)$/

/** The first words of the shop's own data, which screens show through `t`: reasons, question types, labels. */
const dataFiles = [
  'db/demo/reference/reasons.ts',
  'db/demo/reference.demo.ts',
  'src/features/contact/server/problem-types.ts',
]
const wordsInData = new RegExp(
  String.raw`(?:\bname: |\breason: |\[\s*\d+,\s*(?:'[a-z_]+',\s*)?|\['[a-z_]+', )${text}`,
  'g',
)

/** Every message the shop can show, found in its sources. */
export async function findMessages(): Promise<Set<string>> {
  const found = new Set<string>([...refusalMessages, 'GET', 'characters-overflow-tip'])
  for (const file of await listFiles('src/')) {
    if (!/\.tsx?$/.test(file) || /\.test\.|\/server\/|\/testing\/|\/gallery\/|\.tables\.ts/.test(file)) continue
    if (file.startsWith('src/server/') || file.startsWith('src/app/')) continue
    const source = await readFile(new URL(file, root), 'utf8')
    for (const place of places) {
      for (const match of source.matchAll(place)) {
        for (const id of match.slice(1)) if (id) found.add(withoutEscapes(id))
      }
    }
    if (!/\.rules\.ts$/.test(file)) continue
    for (const [, id] of withoutComments(source).matchAll(wordsInRules)) {
      if (id && readsLikeWords.test(id) && !/\/|^(?:[A-Z]{3} ){3,}/.test(id)) found.add(withoutEscapes(id))
    }
  }
  for (const file of dataFiles) {
    const source = await readFile(new URL(file, root), 'utf8')
    for (const [, id] of source.matchAll(wordsInData)) if (id && readsLikeWords.test(id)) found.add(withoutEscapes(id))
  }
  for (const id of ignored) found.delete(id)
  return found
}

/** Literals in those places that are never shown. */
const ignored = ['coupon_expired', 'required name=search_term_string', 'success', 'Person', 'Brand']

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(new URL(folder, root), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(root.pathname.length).replace(/^\/+/, ''))
}

const withoutEscapes = (literal: string) => literal.replace(/\\(.)/g, '$1')
const withoutComments = (source: string) =>
  source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*(?:\/\/|import ).*$/gm, '')
