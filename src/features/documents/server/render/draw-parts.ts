import type { DocumentSnapshot } from '../../document-snapshot.rules.ts'
import type { FootText, InvoiceText } from '../invoice-text.ts'
import type { Paper } from './paper.ts'

/** Margin at both sides of a page in millimeters. */
export const side = 20

export type Foot = { page: number; pages: number }

/** Draws the name of the shop with its mark: large on the first page, small and without a tag on later pages. */
export function drawBrand(paper: Paper, brand: DocumentSnapshot['brand'], page: 'first' | 'next'): void {
  const [size, style] = page === 'first' ? ([7.4, 'brand'] as const) : ([5.6, 'smallBrand'] as const)
  const draw = () => {
    if (brand.mark) paper.waveMark(side, 16, size)
    const x = brand.mark ? side + size + 2.4 : side
    const y = 16 + (size - paper.lineHeight(style)) / 2
    paper.writeLine(brand.name, style, { x, y, width: 80 }, { color: 'mark' })
  }
  if (page === 'first') paper.leaf('P', draw)
  else paper.artifact(draw, 'Pagination')
}

/** Folds into an envelope with a window (DIN 5008 form B). Japanese paper is folded at other places. */
export function drawFoldMarks(paper: Paper, country: string): void {
  if (paper.height !== 297) return
  const folds = country === 'JP' ? [99, 198] : [105, 210]
  for (const y of folds) paper.mark(4, y, 5)
  if (country !== 'JP') paper.mark(4, 148.5, 7)
}

/** Draws the QR code at the end of a paper with its explanation beside it. */
export function drawEndCode(paper: Paper, end: NonNullable<InvoiceText['end']>, y: number, size: number): void {
  const x = side + size + 5
  const width = paper.width - side - x
  const lines = end.text.split('\n').flatMap((text) => paper.wrap(text, 'small', Math.min(width, 125)))
  const height = paper.lineHeight('item') + lines.length * paper.lineHeight('small')
  let at = y + (size - height) / 2
  paper.leaf('H2', () => {
    at = paper.writeLine(end.title, 'item', { x, y: at, width })
  })
  paper.leaf('P', () => {
    for (const line of lines) at = paper.writeLine(line, 'small', { x, y: at, width }, { color: 'ink2' })
  })
  paper.linkedQrCode({ text: end.qr, link: end.link, alt: end.alt }, side, y, size)
}

const footColumns = [46, 46, 34]
const footGap = 4

/** Draws the seller's foot on every page. A screen reader hears it once, at the end of the document. */
export function drawFoot(paper: Paper, foot: FootText, foots: readonly Foot[]): void {
  const y = paper.height - 12 - 18
  const width = paper.width - 2 * side
  for (const { page, pages } of foots) {
    paper.goToPage(page - 1)
    paper.rule({ x: side, y, width }, 0.4, 'head')
    const draw = (paragraph: (write: () => void) => void) => drawFootColumns(paper, foot, y + 2.2, paragraph)
    if (page === pages) paper.group('Sect', () => draw((write) => paper.leaf('P', write)))
    else paper.artifact(() => draw((write) => write()), 'Pagination')
    paper.artifact(() => {
      const place = { x: side, y: y + 18 - paper.lineHeight('foot'), width }
      paper.writeLine(foot.pageOf(page, pages), 'foot', place, { align: 'end' })
    }, 'Pagination')
  }
}

function drawFootColumns(paper: Paper, foot: FootText, y: number, paragraph: (write: () => void) => void): void {
  let x = side
  for (const [index, lines] of foot.columns.entries()) {
    const width = footColumns[index] ?? paper.width - side - x
    const isLast = index === foot.columns.length - 1
    // A long number may reach into the gap beside its column.
    const place = isLast ? { x, width } : { x, width: width + footGap - 1 }
    paragraph(() => {
      let at = y
      for (const [row, line] of lines.slice(0, 4).entries()) {
        const style = index === 0 && row === 0 ? 'footBold' : 'foot'
        const color = style === 'footBold' ? 'ink' : 'ink2'
        at = paper.write(line, style, { ...place, y: at }, { align: isLast ? 'end' : 'start', color, maxLines: 2 })
      }
    })
    x += width + footGap
  }
}
