import type { DocumentSnapshot } from '../../document-snapshot.rules.ts'
import { type InvoiceText, writeInvoiceText } from '../invoice-text.ts'
import { readPaperWords } from '../paper-words.ts'
import { drawInvoice } from './draw-invoice.ts'
import { loadFonts } from './load-fonts.ts'
import { Paper } from './paper.ts'
import { listCharacters } from './text-runs.ts'

const letterCountries = new Set(['US', 'CA'])

/** Draws the PDF of an invoice or credit note. It takes up to a second of computing, so the worker thread calls it. */
export async function drawDocument(snapshot: DocumentSnapshot): Promise<Uint8Array> {
  const words = await readPaperWords(snapshot.language, snapshot.seller.country, snapshot.currency)
  const text = writeInvoiceText(snapshot, words)
  const fonts = await loadFonts(listCharacters(listTexts(text, snapshot.brand.name)), words.language)
  const paper = new Paper({
    title: text.title,
    language: words.language,
    direction: words.direction,
    isLetter: letterCountries.has(snapshot.seller.country),
    issuedAt: new Date(snapshot.issued_at),
    fonts,
  })
  drawInvoice(paper, text, snapshot)
  return paper.finish()
}

/** Lists every text that can be drawn. Functions of page numbers are called with all digits. */
function listTexts(text: InvoiceText, brand: string): string[] {
  const digits = 1234567890
  const found = [
    brand,
    '0123456789…',
    text.foot.pageOf(digits, digits),
    text.carriedTo(digits),
    text.broughtFrom(digits),
  ]
  found.push(...Object.values(text.carry(text.rows.map(({ line }) => line))))
  const visit = (value: unknown) => {
    if (typeof value === 'string') found.push(value)
    else if (value && typeof value === 'object') for (const inner of Object.values(value)) visit(inner)
  }
  visit(text)
  return found
}
