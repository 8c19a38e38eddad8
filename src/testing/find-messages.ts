import { readdir, readFile } from 'node:fs/promises'
import { refusals } from '#contract/refusals.ts'

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

// Empty texts count too: skipping them would take what stands between two texts for one.
const literal = /'((?:[^'\\\n]|\\.)*)'/g
/** Whatever reads like a sentence is one, wherever a screen keeps it. */
const readsLikeSentence = /^[A-Z][a-z’]* [^=]*[a-z]{2}/
/** Rules answer with messages: whatever reads like words there is one. */
const readsLikeWords = /^(?:[A-Z][a-z]+(?:-1| .*)?|[A-Z0-9{].* .+|[a-z]+ .+)$/
/** A sentence with a figure in it; `t` finds it by its shape. */
const sentenceWithFigure = /`([A-Z][^`$]* )\$\{[^}]+\}( [^`$]+)`/g
/** A tuple of a name and a word, as lists of choices have them. */
const namedWord = /\['[a-z_]+', '([A-Z][^']+)'\]/g

/** The first words of the shop's own data, which screens show through `t`: reasons, labels, navigation, coupons. */
const dataFiles = [
  'db/demo/reference/reasons.ts',
  'db/demo/reference.demo.ts',
  'db/demo/pages.demo.ts',
  'src/features/contact/server/problem-types.ts',
]
const wordsInData = new RegExp(
  String.raw`(?:\bname: |\breason: |\[\s*\d+,\s*(?:'[a-z_]+',\s*)?|\['[a-z_]+', |term\(\d+, \d+, )${text}`,
  'g',
)
/** What the coupons of the demo, the widgets and the banners on our own pages say. */
const offerWords = [
  'No minimum',
  'Orders over {figure}',
  'Swim',
  'Coats and knitwear',
  'Knitwear',
  'Yours to claim',
  'Swim week',
  '{figure} off your first order when you register',
  'The linen months: dresses, shirts and soft trousers',
  'Back in the water. Swim from {figure}',
  'The Quay coat is back',
  'Harbor, in your pocket. Get the app.',
]
/** What services refuse a shopper's form with. */
const refusingFiles = [
  'src/features/checkout/server/checkout.service.ts',
  'src/features/reviews/server/reviews.service.ts',
  'src/features/sign-in/server/sign-in.service.ts',
]
const refusedField = /: \['([A-Z][^']+)'\] ?\}/g

/** Every message the shop can show, found in its sources. */
export async function findMessages(): Promise<Set<string>> {
  const found = new Set<string>([
    ...Object.values(refusals).map(([, message]) => message),
    ...offerWords,
    'GET',
    'characters-overflow-tip',
  ])
  for (const file of await listFiles('src/')) {
    if (!/\.tsx?$/.test(file) || /\.test\.|\/server\/|\/testing\/|\/gallery\/|\.tables\.ts/.test(file)) continue
    if (/^src\/(?:server|app|build)\//.test(file)) continue
    const source = await readFile(new URL(file, root), 'utf8')
    for (const place of places) {
      for (const match of source.matchAll(place)) {
        for (const id of match.slice(1)) if (id) found.add(withoutEscapes(id))
      }
    }
    const shown = withoutComments(source).replace(/about:\s*(['`])[\s\S]*?[^\\]\1,/g, '')
    for (const [, id = ''] of shown.matchAll(literal)) if (readsLikeSentence.test(id)) found.add(withoutEscapes(id))
    for (const [, id = ''] of shown.matchAll(namedWord)) found.add(id)
    for (const [, before, after] of shown.matchAll(sentenceWithFigure)) found.add(`${before}{figure}${after}`)
    if (!/\.rules\.ts$/.test(file)) continue
    for (const [, id] of shown.matchAll(literal)) {
      if (id && readsLikeWords.test(id) && !/\/|^(?:[A-Z]{3} ){3,}/.test(id)) found.add(withoutEscapes(id))
    }
  }
  for (const file of refusingFiles) {
    const source = await readFile(new URL(file, root), 'utf8')
    for (const [, id] of source.matchAll(refusedField)) if (id) found.add(id)
  }
  for (const file of dataFiles) {
    const source = await readFile(new URL(file, root), 'utf8')
    for (const [, id] of source.matchAll(wordsInData)) if (id && readsLikeWords.test(id)) found.add(withoutEscapes(id))
  }
  for (const id of ignored) found.delete(id)
  return found
}

/** Literals in those places that are never shown. */
const ignored = [
  'coupon_expired',
  'required name=search_term_string',
  'success',
  'Person',
  'Brand',
  'Offer',
  'At most 20 props',
  // Told to search engines only.
  'Clothes for ordinary days near water: new arrivals, coupons and every category.',
  // Names of the demo's own products.
  'The Northpier coat',
  'The swimsuit back',
]

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(new URL(folder, root), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(root.pathname.length).replace(/^\/+/, ''))
}

const withoutEscapes = (literal: string) => literal.replace(/\\(.)/g, '$1')
const withoutComments = (source: string) =>
  source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*(?:\/\/|import ).*$/gm, '')
