import type { DocumentSnapshot } from '../../document-snapshot.rules.ts'
import { hasElectronicInvoice, writeFacturX } from '../e-invoice/factur-x.ts'
import { type InvoiceText, writeInvoiceText } from '../invoice-text.ts'
import { readPaperWords } from '../paper-words.ts'
import { drawInvoice } from './draw-invoice.ts'
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
export const drawPaper = (paper: PaperJob): Promise<Uint8Array> => drawDocument(paper.snapshot)

async function drawDocument(snapshot: DocumentSnapshot): Promise<Uint8Array> {
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
