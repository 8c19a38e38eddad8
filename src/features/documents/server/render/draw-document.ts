import type { DocumentSnapshot } from '../../document-snapshot.rules.ts'
import type { PackingSlip, ReturnSlip } from '../../slip-snapshot.rules.ts'
import { hasElectronicInvoice, writeFacturX } from '../e-invoice/factur-x.ts'
import { type InvoiceText, writeInvoiceText } from '../invoice-text.ts'
import { type PaperWords, readPaperWords } from '../paper-words.ts'
import { drawInvoice } from './draw-invoice.ts'
import { drawPackingSlip, drawReturnSlip } from './draw-slips.ts'
import { loadFonts } from './load-fonts.ts'
import { describeSchema, type Metadata, Paper } from './paper.ts'
import type { PaperJob } from './render-document.service.ts'
import { listCharacters } from './text-runs.ts'

/** File name that the standard demands. */
const electronicInvoiceName = 'factur-x.xml'

const facturXUri = 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#'
const facturXMetadata: Metadata = {
  properties: `
  <rdf:Description rdf:about="" xmlns:fx="${facturXUri}">
    <fx:DocumentType>INVOICE</fx:DocumentType>
    <fx:DocumentFileName>${electronicInvoiceName}</fx:DocumentFileName>
    <fx:Version>1.0</fx:Version>
    <fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>
  </rdf:Description>`,
  schema: describeSchema({
    name: 'Factur-X PDFA Extension Schema',
    uri: facturXUri,
    prefix: 'fx',
    properties: [
      { name: 'DocumentFileName', type: 'Text', category: 'external', about: 'Name of the embedded XML invoice file' },
      { name: 'DocumentType', type: 'Text', category: 'external', about: 'INVOICE' },
      { name: 'Version', type: 'Text', category: 'external', about: 'Version of the XML schema' },
      { name: 'ConformanceLevel', type: 'Text', category: 'external', about: 'Profile of the XML invoice' },
    ],
  }),
}

const letterCountries = new Set(['US', 'CA'])

/** Draws a paper. Drawing takes up to a second of computing, so only the worker thread calls it. */
export function drawPaper(paper: PaperJob): Promise<Uint8Array<ArrayBuffer>> {
  if (paper.kind === 'document') return drawDocument(paper.snapshot)
  return paper.kind === 'packing_slips' ? drawPackingSlips(paper.slips) : drawReturn(paper.slip)
}

async function drawDocument(snapshot: DocumentSnapshot): Promise<Uint8Array<ArrayBuffer>> {
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
  if (hasElectronicInvoice(snapshot)) {
    const attachment = {
      name: electronicInvoiceName,
      bytes: new TextEncoder().encode(writeFacturX(snapshot)),
      type: 'text/xml',
      description: text.title,
    }
    paper.attach(attachment, facturXMetadata)
  }
  return paper.finish()
}

async function drawPackingSlips(slips: readonly PackingSlip[]): Promise<Uint8Array<ArrayBuffer>> {
  const [first] = slips
  if (!first) throw new Error('There is no packing slip to draw')
  const isOneOrder = slips.every(({ order }) => order.number === first.order.number)
  const paper = await openSlips(isOneOrder ? `Packing slip ${first.order.number}` : 'Packing slips', slips)
  const wordsOf = new Map<string, PaperWords>()
  for (const slip of slips) {
    const { code } = slip.currency
    const words = wordsOf.get(code) ?? (await readPaperWords('en', slip.seller.country, slip.currency))
    wordsOf.set(code, words)
    drawPackingSlip(paper, slip, words)
  }
  return paper.finish()
}

/** A return slip shows no amounts. */
const noCurrency = { code: 'USD', symbol_left: '', symbol_right: '', decimals: 2 }

async function drawReturn(slip: ReturnSlip): Promise<Uint8Array<ArrayBuffer>> {
  const paper = await openSlips(`Return slip ${slip.number}`, [slip])
  drawReturnSlip(paper, slip, await readPaperWords('en', slip.seller.country, noCurrency))
  return paper.finish()
}

/** Signs and letters of the English texts of slips. */
const englishCharacters = Array.from({ length: 95 }, (_, index) => String.fromCodePoint(32 + index)).join('')

async function openSlips(title: string, slips: readonly (PackingSlip | ReturnSlip)[]): Promise<Paper> {
  const texts = [englishCharacters, '…−·\u00a0', ...listStrings(slips)]
  const [first] = slips
  return new Paper({
    title,
    language: 'en',
    direction: 'ltr',
    isLetter: letterCountries.has(first?.seller.country ?? ''),
    issuedAt: new Date(first?.printed_at ?? 0),
    fonts: await loadFonts(listCharacters(texts), 'en'),
  })
}

function listStrings(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (!value || typeof value !== 'object' || value instanceof Uint8Array) return []
  return Object.values(value).flatMap(listStrings)
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
  return [...found, ...Object.values(text.carry(text.rows.map(({ line }) => line))), ...listStrings(text)]
}
