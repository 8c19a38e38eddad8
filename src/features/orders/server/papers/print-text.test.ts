import { expect, test } from 'vitest'
import { addFonts, orderForPrint, writeLine } from './print-text.ts'

test.each([
  ['18 Ropewalk Lane', ['18 Ropewalk Lane']],
  ['북경로 12', ['북경로 12']],
  ['רחוב הרצל 12', ['12', 'רחוב הרצל ']],
  ['شارع 12 مبنى 4', ['4', ' مبنى ', '12', 'شارع ']],
  ['Apt 4, רחוב 12 הרצל, Haifa', ['Apt 4, ', ' הרצל', '12', 'רחוב ', ', Haifa']],
  ['', []],
])('arranges %s on paper as %o', (text, parts) => {
  expect(orderForPrint(text)).toEqual(parts)
})

async function draw(text: string, width = 300): Promise<string> {
  const { default: Document } = await import('pdfkit')
  const page = new Document({ compress: false })
  const chunks: Buffer[] = []
  page.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise((resolve) => page.on('end', resolve))
  await addFonts(page)
  writeLine(page, text, { x: 40, y: 40, size: 10, width })
  page.end()
  await ended
  return Buffer.concat(chunks).toString('latin1')
}
/** Characters that a reader can search for in the file, from the Unicode map of each font. */
const charactersIn = (file: string) =>
  [...file.matchAll(/<([0-9a-f]{4}(?: [0-9a-f]{4})*)>/g)].map(([, code = '']) =>
    String.fromCodePoint(...code.split(' ').map((one) => Number.parseInt(one, 16))),
  )

test.each(['Łódź Åse Ğışçñ ő ț', 'Ελλάδα', 'Київ Ёлка', 'שלום', '東京都さくらカナ', '서울특별시', '北京市臺灣'])(
  'contains the characters of %s',
  async (text) => {
    const found = new Set(charactersIn(await draw(text)))
    expect([...text].filter((character) => character !== ' ' && !found.has(character))).toEqual([])
  },
)

test('embeds only the characters that the file uses', async () => {
  expect((await draw('北京市 Київ 서울')).length).toBeLessThan(60_000)
})

test('cuts a line at the end of its column, for any length of text', async () => {
  const found = charactersIn(await draw('W'.repeat(100_000), 50))
  expect(found).toContain('…')
})
