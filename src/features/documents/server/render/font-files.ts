import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { projectFolder } from '#server/project-folder.ts'

/** A font package of Fontsource: `figtree` has the files `figtree-latin-wght-normal.woff2` and so on. */
type Family = { folder: string; file: string; isVariable: boolean }

const variable = (name: string): Family => ({ folder: `@fontsource-variable/${name}`, file: name, isVariable: true })

const fixed = (name: string): Family => ({ folder: `@fontsource/${name}`, file: name, isVariable: false })

export const families = {
  figtree: variable('figtree'),
  marcellus: fixed('marcellus'),
  sans: variable('noto-sans'),
  serif: variable('noto-serif'),
  // Noto draws Arabic letters and their dots as separate glyphs, from which no reader can tell the letters.
  arabic: variable('vazirmatn'),
  naskh: fixed('amiri'),
  hebrew: variable('noto-sans-hebrew'),
  hebrewSerif: variable('noto-serif-hebrew'),
  japanese: variable('noto-sans-jp'),
  japaneseSerif: variable('noto-serif-jp'),
  korean: variable('noto-sans-kr'),
  simplified: variable('noto-sans-sc'),
  traditional: variable('noto-sans-tc'),
} satisfies Record<string, Family>

export type FamilyName = keyof typeof families

/** A file of a family: Fontsource splits fonts by ranges of characters. */
export type Slice = {
  name: string
  family: FamilyName
  path: string
  ranges: [first: number, last: number][]
}

const slicesOf = new Map<FamilyName, Promise<Slice[]>>()

export function readSlices(family: FamilyName): Promise<Slice[]> {
  const known = slicesOf.get(family) ?? findSlices(family)
  slicesOf.set(family, known)
  return known
}

async function findSlices(family: FamilyName): Promise<Slice[]> {
  const { folder, file, isVariable } = families[family]
  const root = new URL(`node_modules/${folder}/`, projectFolder)
  const ranges: Record<string, string> = JSON.parse(await readFile(new URL('unicode.json', root), 'utf8'))
  return Object.entries(ranges).map(([key, text]) => {
    // Numbered slices have the key `[12]` and the file name `…-12-…`.
    const name = key.replace(/[[\]]/g, '')
    return {
      name: `${family} ${name}`,
      family,
      path: fileURLToPath(new URL(`files/${file}-${name}-${isVariable ? 'wght' : '400'}-normal.woff2`, root)),
      ranges: parseRanges(text),
    }
  })
}

const parseRanges = (text: string): Slice['ranges'] =>
  text.split(',').map((range) => {
    const [first = '', last = first] = range.trim().replace('U+', '').split('-')
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)]
  })
