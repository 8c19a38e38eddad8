import { readFile } from 'node:fs/promises'
import { inflateSync } from 'node:zlib'
import type PDFDocument from 'pdfkit'
import { projectFolder } from '#server/project-folder.ts'

export type Page = InstanceType<typeof PDFDocument>
type FontName = 'text' | 'wide'

// DejaVu has the alphabetic scripts and joins Arabic characters. Unifont has all Chinese, Japanese and Korean characters in a
// small file.
const fontFiles: Record<FontName, string> = {
  text: 'src/features/orders/server/papers/fonts/DejaVuSans.ttf',
  wide: 'node_modules/@fontsource/unifont/files/unifont-latin-400-normal.woff',
}
let fonts: Promise<[FontName, Buffer][]> | undefined

async function readFonts(): Promise<[FontName, Buffer][]> {
  const read = (name: FontName) => readFile(new URL(fontFiles[name], projectFolder))
  return [
    ['text', await read('text')],
    ['wide', unpackWoff(await read('wide'))],
  ]
}

/** Unpacks a WOFF font. With a packed font, the library would decompress whole tables again for each character. */
function unpackWoff(packed: Buffer): Buffer {
  const count = packed.readUInt16BE(12)
  const head = Buffer.alloc(12 + 16 * count)
  packed.copy(head, 0, 4, 8)
  head.writeUInt16BE(count, 4)
  const tables: Buffer[] = []
  let at = head.length
  for (let index = 0; index < count; index++) {
    const entry = packed.subarray(44 + 20 * index, 64 + 20 * index)
    const offset = entry.readUInt32BE(4)
    const packedLength = entry.readUInt32BE(8)
    const length = entry.readUInt32BE(12)
    const fitting = packed.subarray(offset, offset + packedLength)
    const table = packedLength < length ? inflateSync(fitting, { maxOutputLength: length }) : fitting
    const place = 12 + 16 * index
    entry.copy(head, place, 0, 4)
    entry.copy(head, place + 4, 16, 20)
    head.writeUInt32BE(at, place + 8)
    head.writeUInt32BE(length, place + 12)
    // Tables are aligned to 4 bytes.
    const padded = Buffer.concat([table, Buffer.alloc(-length & 3)])
    tables.push(padded)
    at += padded.length
  }
  return Buffer.concat([head, ...tables])
}

/** Adds the fonts to a document. Only the characters in use are embedded. */
export async function addFonts(page: Page): Promise<void> {
  fonts ??= readFonts()
  for (const [name, bytes] of await fonts) page.registerFont(name, bytes)
}

const alphabets =
  /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Armenian}\p{Script=Georgian}]/u
const isWide = (character: string) => !alphabets.test(character) && /[\p{L}\u3000-\u303f\uff00-\uffef]/u.test(character)

const rtl = String.raw`[\p{Script=Hebrew}\p{Script=Arabic}]`
const isRtl = (text: string) => new RegExp(rtl, 'u').test(text)
/** Text from the first right-to-left character to the last, with digits and punctuation between them. */
const rtlPart = new RegExp(`(${rtl}(?:[\\p{M}]|${rtl}|[\\d\\s\\p{P}]+(?=${rtl}))*)`, 'u')
/** Left-to-right text within a right-to-left part: digits, and words of other alphabets. */
const ltrIsland = new RegExp(`((?:(?!${rtl})[\\p{L}\\p{N}])+(?:[\\s\\p{P}]+(?:(?!${rtl})[\\p{L}\\p{N}])+)*)`, 'u')

/** Arranges a text in visual order from left to right. Returns parts that each have a single direction. */
export function orderForPrint(text: string): string[] {
  const firstCharacter = /\p{L}/u.exec(text)?.[0] ?? ''
  const parts = isRtl(firstCharacter) ? [text] : text.split(rtlPart)
  return parts.flatMap((part) => (isRtl(part) ? part.split(ltrIsland).reverse() : [part])).filter((part) => part !== '')
}

type Run = { text: string; font: FontName }

function splitByFont(part: string): Run[] {
  const runs: Run[] = []
  for (const character of part) {
    const font = isWide(character) ? 'wide' : 'text'
    const last = runs.at(-1)
    if (last?.font === font) last.text += character
    else runs.push({ text: character, font })
  }
  return runs
}

// If features are given, the library shapes the text as a whole. Otherwise the library would shape word by word and
// reverse the words of a right-to-left line.
const shaped = { lineBreak: false, features: [] }
/** 200: longer than any name or street. Measuring longer text would take too long. */
const maxCharacters = 200

type Place = { x: number; y: number; size: number; width: number }

/** Writes one line and cuts it at the end of its column. */
export function writeLine(page: Page, text: string, { x, y, size, width }: Place): void {
  page.fontSize(size)
  const measure = (some: string) =>
    splitByFont(some).reduce((sum, run) => sum + page.font(run.font).widthOfString(run.text, shaped), 0)
  const characters = [...text.normalize('NFC').replace(/\p{Cc}/gu, ' ')].slice(0, maxCharacters)
  const fits = (count: number) => measure(`${characters.slice(0, count).join('')}…`) <= width
  let shown = characters.join('')
  if (measure(shown) > width) {
    let [fitting, upperBound] = [0, characters.length]
    while (upperBound - fitting > 1) {
      const middle = (fitting + upperBound) >> 1
      if (fits(middle)) fitting = middle
      else upperBound = middle
    }
    shown = `${characters.slice(0, fitting).join('')}…`
  }
  let at = x
  for (const run of orderForPrint(shown).flatMap(splitByFont)) {
    page.font(run.font).text(run.text, at, y + size * 0.9, { ...shaped, baseline: 'alphabetic' })
    at += page.widthOfString(run.text, shaped)
  }
}
