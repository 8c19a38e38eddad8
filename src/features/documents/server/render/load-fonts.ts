import { Buffer } from 'node:buffer'
import { readFile } from 'node:fs/promises'
import { create, type Font } from 'fontkit'
import subsetFont from 'subset-font'
import { type FamilyName, families, readSlices, type Slice } from './font-files.ts'

/** Weights of the design. `display` is the serif of names and headings. */
export const fontStyles = ['regular', 'medium', 'bold', 'display'] as const
export type FontStyle = (typeof fontStyles)[number]

const weights: Record<FontStyle, number> = { regular: 400, medium: 500, bold: 600, display: 400 }

export type LoadedFont = { name: string; font: Font }

export type FontSet = {
  all: LoadedFont[]
  /** Returns the font that has the character, or null if no font has it. */
  find(style: FontStyle, character: string): LoadedFont | null
}

/** Shown instead of a character that no font has. */
export const missingCharacter = '\ufffd'

/** A unified Chinese character has a different shape in each country, so the language decides which font comes first. */
function orderAsian(language: string): FamilyName[] {
  const all: FamilyName[] = ['japanese', 'traditional', 'simplified', 'korean']
  const first: Record<string, FamilyName> = { ko: 'korean', 'zh-CN': 'simplified', 'zh-TW': 'traditional' }
  const own = first[language] ?? 'japanese'
  return [own, ...all.filter((family) => family !== own)]
}

function orderFamilies(style: FontStyle, language: string): FamilyName[] {
  const asian = orderAsian(language)
  const text: FamilyName[] = ['figtree', 'arabic', 'hebrew', 'sans', ...asian]
  if (style !== 'display') return text
  const asianDisplay: FamilyName[] = asian[0] === 'japanese' ? ['japaneseSerif', ...asian] : asian
  return ['marcellus', 'naskh', 'hebrewSerif', 'serif', ...asianDisplay, 'figtree', 'sans']
}

/** Loads fonts for all characters of a document. Each font contains only these characters, in one weight. */
export async function loadFonts(characters: ReadonlySet<string>, language: string): Promise<FontSet> {
  const loaded = new Map<string, LoadedFont>()
  const found = new Map<string, LoadedFont>()
  for (const style of fontStyles) {
    let open = [...characters]
    for (const family of orderFamilies(style, language)) {
      const slices = await readSlices(family)
      const bySlice = Map.groupBy(open, (character) => findSlice(slices, character))
      for (const [slice, members] of bySlice) {
        if (!slice) continue
        const font = await cut(slice, members.join(''), weights[style])
        const entry = { name: `${slice.name} ${style}`, font }
        // A range may name characters that the file does not have.
        for (const character of members) {
          if (hasGlyph(font, character)) found.set(`${style} ${character}`, entry)
        }
        loaded.set(entry.name, entry)
      }
      open = open.filter((character) => !found.has(`${style} ${character}`))
      if (open.length === 0) break
    }
  }
  return {
    all: [...loaded.values()],
    find: (style, character) => found.get(`${style} ${character}`) ?? null,
  }
}

function findSlice(slices: Slice[], character: string): Slice | null {
  const code = character.codePointAt(0) ?? 0
  return slices.find(({ ranges }) => ranges.some(([first, last]) => code >= first && code <= last)) ?? null
}

// fontkit throws for a font without any of the characters.
function hasGlyph(font: Font, character: string): boolean {
  try {
    return font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0)
  } catch {
    return false
  }
}

async function cut(slice: Slice, text: string, weight: number): Promise<Font> {
  const bytes = await subsetFont(await readFile(slice.path), text, {
    targetFormat: 'truetype',
    noHinting: true,
    ...(families[slice.family].isVariable ? { variationAxes: { wght: weight } } : {}),
  })
  // fontkit reads 10 bytes of every glyph, even of an empty one at the end of the file.
  const font = create(Buffer.concat([bytes, Buffer.alloc(16)]))
  // Collections of fonts have members instead of glyphs. Fontsource has none.
  if (!('layout' in font)) throw new Error(`${slice.name} is a font collection`)
  return font
}
