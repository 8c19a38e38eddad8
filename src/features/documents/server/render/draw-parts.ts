import type { DocumentSnapshot } from '../../document-snapshot.rules.ts'
import type { Fact, FootText, InvoiceText } from '../invoice-text.ts'
import type { Paper } from './paper.ts'

/** Margin at both sides of a page in millimeters. */
export const side = 20

/** Height of the heads of a table. */
export const headHeight = 7.4
/** Top of the table on later pages. */
export const nextTop = 38

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

/** Draws the head of a later page. */
export function drawContinuedHead(paper: Paper, brand: DocumentSnapshot['brand'], text: string): void {
  drawBrand(paper, brand, 'next')
  paper.artifact(() => {
    const box = { x: side, y: 18.2, width: paper.width - 2 * side }
    paper.writeLine(text, 'body', box, { align: 'end', color: 'ink2' })
  }, 'Pagination')
}

type TitleText = Pick<InvoiceText, 'name' | 'lead' | 'intro'>

/** Draws the name of the paper, with its lead at the other end of the line, and returns the position below. */
export function drawTitle(paper: Paper, text: TitleText, top: number): number {
  const width = paper.width - 2 * side
  const hero = paper.lineHeight('hero')
  const bottom = top + hero
  paper.leaf('H1', () => paper.writeLine(text.name, 'hero', { x: side, y: top, width }))
  paper.leaf('P', () => {
    const y = bottom - 0.7 - paper.lineHeight('lead')
    paper.writeLine(text.lead, 'lead', { x: side, y, width }, { align: 'end' })
  })
  if (text.intro === '') return bottom
  let y = bottom + 2.6
  paper.leaf('P', () => {
    y = paper.write(text.intro, 'body', { x: side, y, width })
  })
  return y
}

/** Draws groups of labels and values at the end of the page. */
export function drawFacts(paper: Paper, groups: Fact[][], top: number): void {
  const x = paper.width - side - 74
  let y = top
  paper.group('L', () => {
    for (const [index, facts] of groups.entries()) {
      if (index > 0) y += 1.6 + 1.05
      for (const { label, value, isStrong } of facts) {
        const labelWidth = paper.measure(label, 'body')
        const box = { x, y, width: 74 }
        let bottom = y
        paper.group('LI', () => {
          paper.leaf('Lbl', () => {
            bottom = paper.writeLine(label, 'body', box, { color: 'ink2' })
          })
          paper.leaf('LBody', () => {
            const valueBox = { x: x + labelWidth + 3, y, width: 74 - labelWidth - 3 }
            const style = isStrong ? 'bodyBold' : 'body'
            for (const line of paper.wrap(value, style, valueBox.width, 2)) {
              bottom = paper.writeLine(line, style, { ...valueBox, y }, { align: 'end' })
              y = bottom
            }
          })
        })
        y = bottom + 1.05
      }
    }
  })
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

/** Draws the seller's foot on every page of a paper. A screen reader hears it once, at the end of the document. */
export function drawFoot(paper: Paper, foot: FootText, { first, pages }: { first: number; pages: number }): void {
  const y = paper.height - 12 - 18
  const width = paper.width - 2 * side
  for (let page = 1; page <= pages; page++) {
    paper.goToPage(first + page - 1)
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
