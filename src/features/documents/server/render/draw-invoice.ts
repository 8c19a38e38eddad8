import type { DocumentLine, DocumentSnapshot } from '../../document-snapshot.rules.ts'
import type { Column, ColumnId, FigureTable, InvoiceText, SumRow, TableRow } from '../invoice-text.ts'
import {
  drawBrand,
  drawContinuedHead,
  drawEndCode,
  drawFacts,
  drawFoldMarks,
  drawFoot,
  drawTitle,
  headHeight,
  nextTop,
  side,
} from './draw-parts.ts'
import { paginate } from './paginate.ts'
import type { Paper, StyleName } from './paper.ts'

const carryHeight = 8.5
const qrSize = 22

/** Draws an invoice or a credit note. Positions are those of the drawings, in millimeters. */
export function drawInvoice(paper: Paper, text: InvoiceText, snapshot: DocumentSnapshot): void {
  const contentEnd = paper.height - 36
  paper.addPage()
  const top = drawFirstHead(paper, text, snapshot)
  const layout = layOut(paper, text, { top, contentEnd })
  paper.group(
    'Table',
    () => {
      let y = top
      for (const [page, rows] of layout.pages.entries()) {
        if (page > 0) {
          paper.addPage()
          drawContinuedHead(paper, snapshot.brand, text.continued)
          y = nextTop
        }
        y = drawRows(paper, text, { layout, rows, page, y })
      }
      layout.end = y
    },
    { alt: text.caption },
  )
  drawSums(paper, text, layout.end)
  if (text.end) drawEndCode(paper, text.end, contentEnd - qrSize, qrSize)
  drawFoot(paper, text.foot, { first: 0, pages: layout.pages.length })
}

function drawFirstHead(paper: Paper, text: InvoiceText, snapshot: DocumentSnapshot): number {
  drawFoldMarks(paper, snapshot.seller.country)
  const width = paper.width - 2 * side
  const afterTitle = drawTitle(paper, text, 92)
  drawBrand(paper, snapshot.brand, 'first')
  paper.artifact(() => {
    paper.writeLine(text.sender, 'sender', { x: side, y: 53.4, width }, { color: 'ink2', direction: 'ltr' })
  })
  paper.group('Sect', () => {
    let y = 60.5
    for (const { text: line, isStrong } of text.buyer) {
      paper.leaf('P', () => {
        y = paper.write(line, isStrong ? 'addressBold' : 'address', { x: side, y, width: 85 }, { maxLines: 2 })
      })
    }
  })
  drawFacts(paper, text.facts, 16)
  return afterTitle + 6
}

type Figures = { plain: StyleName; bold: StyleName }

type Layout = {
  columns: (Column & { x: number })[]
  /** Styles of the figures in rows. */
  figures: Figures
  pages: { from: number; to: number }[]
  heights: number[]
  padding: number
  end: number
}

const normalFigures: Figures = { plain: 'body', bold: 'bodyBold' }
const tightFigures: Figures = { plain: 'tight', bold: 'tightBold' }
/** Width below which most names of products take two lines, in millimeters. */
const minItemWidth = 44

/** Finds the widths of the columns, the height of the rows and the rows of each page. */
function layOut(paper: Paper, text: InvoiceText, { top, contentEnd }: { top: number; contentEnd: number }): Layout {
  const wide = { figures: normalFigures, columns: placeColumns(paper, text, normalFigures) }
  // Names wrap, but figures do not: with long figures, the figures get smaller.
  const { figures, columns } =
    itemWidth(wide.columns) >= minItemWidth
      ? wide
      : { figures: tightFigures, columns: placeColumns(paper, text, tightFigures) }
  const end = measureEnd(paper, text)
  const first = contentEnd - top - headHeight
  const next = contentEnd - nextTop - headHeight
  const split = (padding: number) => {
    const heights = text.rows.map((row) => measureRow(paper, row, columns) + 2 * padding)
    const starts = paginate(heights, { first, next, carry: carryHeight, end })
    return { heights, starts, padding }
  }
  // Up to five rows have wide rows. More rows are closer, so that they fit one page if possible.
  const tries = text.rows.length <= 5 ? [2.3, 1.15] : [1.15]
  const onePage = tries.map(split).find(({ starts }) => starts.length === 1)
  const { heights, starts, padding } = onePage ?? split(1.42)
  const pages = starts.map((from, index) => ({ from, to: starts[index + 1] ?? text.rows.length }))
  return { columns, figures, pages, heights, padding, end: 0 }
}

/** Columns are as wide as in the drawings, or as their longest figure. The first column takes the rest. */
function placeColumns(paper: Paper, text: InvoiceText, figures: Figures): Layout['columns'] {
  const { columns, rows, carry } = text
  const sums = carry(rows.map(({ line }) => line))
  const widths = columns.map(({ id, head, width }) => {
    if (id === 'item') return 0
    const plain = rows.map(({ cells }) => paper.measure(cells[id] ?? '', figures.plain))
    const longest = Math.max(...plain, paper.measure(sums[id] ?? '', figures.bold), paper.measure(head, 'head'))
    return Math.max(width, longest + 2)
  })
  const rest = paper.width - 2 * side - widths.reduce((sum, width) => sum + width, 0)
  let x = side
  return columns.map((column, index) => {
    const width = column.id === 'item' ? rest : (widths[index] ?? 0)
    const placed = { ...column, x, width }
    x += width
    return placed
  })
}

const itemWidth = (columns: Layout['columns']) => (columns[0]?.width ?? 0) - 3

function measureRow(paper: Paper, { name, detail }: TableRow, columns: Layout['columns']): number {
  const width = itemWidth(columns)
  const names = paper.wrap(name, 'item', width, 3).length
  const details = detail === '' ? 0 : paper.wrap(detail, 'small', width, 3).length
  return names * paper.lineHeight('item') + details * paper.lineHeight('small')
}

type RowsOf = { layout: Layout; rows: Layout['pages'][number]; page: number; y: number }

function drawRows(paper: Paper, text: InvoiceText, { layout, rows, page, y }: RowsOf): number {
  const { columns } = layout
  const linesBefore = (index: number): DocumentLine[] => text.rows.slice(0, index).map(({ line }) => line)
  let at = drawColumnHeads(paper, columns, y, page === 0)
  if (page > 0) {
    const carry = { name: text.broughtFrom(page), sums: text.carry(linesBefore(rows.from)) }
    drawCarry(paper, layout, carry, at)
    at += carryHeight
    paper.rule({ x: side, y: at, width: paper.width - 2 * side }, 0.4, 'head')
  }
  for (let index = rows.from; index < rows.to; index++) {
    const row = text.rows[index]
    if (!row) continue
    drawRow(paper, layout, row, at + layout.padding)
    at += layout.heights[index] ?? 0
    const isEnd = index === rows.to - 1
    paper.rule({ x: side, y: at, width: paper.width - 2 * side }, isEnd ? 1 : 0.3, isEnd ? 'ink' : 'row')
  }
  if (page < layout.pages.length - 1) {
    drawCarry(paper, layout, { name: text.carriedTo(page + 2), sums: text.carry(linesBefore(rows.to)) }, at)
  }
  return at
}

function drawColumnHeads(paper: Paper, columns: Layout['columns'], y: number, isFirst: boolean): number {
  const width = paper.width - 2 * side
  paper.rule({ x: side, y, width }, 1, 'ink')
  const draw = ({ head, align, ...box }: Layout['columns'][number]) =>
    paper.writeLine(head, 'head', { ...box, y: y + 1.9 }, { align, color: 'ink2' })
  if (isFirst) {
    paper.group('THead', () => {
      paper.group('TR', () => {
        for (const column of columns) paper.leaf('TH', () => draw(column), { scope: 'Column' })
      })
    })
  } else {
    paper.artifact(() => {
      for (const column of columns) draw(column)
    }, 'Pagination')
  }
  paper.rule({ x: side, y: y + headHeight, width }, 0.4, 'head')
  return y + headHeight
}

type Table = Pick<Layout, 'columns' | 'figures'>

function drawRow(paper: Paper, { columns, figures }: Table, row: TableRow, y: number): void {
  const figureTop = y + (paper.lineHeight('item') - paper.lineHeight(figures.plain)) / 2
  paper.group('TR', () => {
    for (const { id, align, ...box } of columns) {
      if (id === 'item') {
        const draw = () => {
          const place = { ...box, y, width: itemWidth(columns) }
          const below = paper.write(row.name, 'item', place, { maxLines: 3 })
          paper.write(row.detail, 'small', { ...place, y: below }, { color: 'ink2', maxLines: 3 })
        }
        paper.leaf('TH', draw, { scope: 'Row' })
      } else {
        const draw = () =>
          paper.writeLine(row.cells[id] ?? '', figures.plain, { ...box, y: figureTop }, { align, direction: 'ltr' })
        paper.leaf('TD', draw)
      }
    }
  })
}

type Carry = { name: string; sums: Partial<Record<ColumnId, string>> }

function drawCarry(paper: Paper, { columns, figures }: Table, { name, sums }: Carry, y: number): void {
  paper.artifact(() => {
    for (const { id, align, ...box } of columns) {
      const label = id === 'item'
      const options = label ? {} : ({ align, direction: 'ltr' } as const)
      paper.writeLine(label ? name : (sums[id] ?? ''), label ? 'bodyBold' : figures.bold, { ...box, y: y + 2 }, options)
    }
  }, 'Pagination')
}

const figureWidth = 86
const sumsGap = 14
const figureColumns = [0, 18, 16, 19]
const rowPadding = 1.3

/** Height of everything below the table: sums, notes and code. */
function measureEnd(paper: Paper, text: InvoiceText): number {
  const left = measureFigures(paper, text.figures) + measureNotes(paper, text)
  const right = text.sums.reduce((sum, row) => sum + sumHeight(paper, row), 0)
  return 6 + Math.max(left, right) + (text.end ? 5 + qrSize : 0)
}

function measureFigures(paper: Paper, figures: FigureTable | null): number {
  if (!figures) return 0
  const row = paper.lineHeight('body') + 2 * rowPadding
  return paper.lineHeight('section') + 1.6 + paper.lineHeight('head') + 2 * rowPadding + figures.rows.length * row
}

function measureNotes(paper: Paper, { notes }: InvoiceText): number {
  const lines = notes.flatMap((note) => paper.wrap(note, 'small', figureWidth))
  return lines.length === 0 ? 0 : 1.6 + lines.length * paper.lineHeight('small')
}

function drawSums(paper: Paper, text: InvoiceText, end: number): void {
  const top = end + 6
  let y = top
  if (text.figures) y = drawFigures(paper, text.figures, top)
  if (text.notes.length > 0) {
    y += 1.6
    for (const note of text.notes) {
      paper.leaf('P', () => {
        y = paper.write(note, 'small', { x: side, y, width: figureWidth }, { color: 'ink2' })
      })
    }
  }
  drawTotals(paper, text.sums, top)
}

function drawFigures(paper: Paper, figures: FigureTable, top: number): number {
  let y = top
  paper.leaf('H2', () => {
    y = paper.writeLine(figures.title, 'section', { x: side, y: top, width: figureWidth }) + 1.6
  })
  const rows = [...figures.rows.map(({ figures: row }) => row), figures.heads.slice(1)]
  const widths = figureColumns.map((width, index) => {
    if (index === 0) return 0
    return Math.max(width, ...rows.map((row) => paper.measure(row[index - 1] ?? '', 'bodyBold') + 2))
  })
  const first = figureWidth - widths.reduce((sum, width) => sum + width, 0)
  const places = widths.map((width, index) => ({
    x: side + (index === 0 ? 0 : first + widths.slice(1, index).reduce((sum, one) => sum + one, 0)),
    width: index === 0 ? first : width,
  }))
  const write = (line: string, index: number, style: StyleName, color: 'ink' | 'ink2') => {
    const place = places[index]
    // Heads are words, figures are left-to-right in every script.
    const direction = style === 'head' ? paper.direction : 'ltr'
    if (!place) return
    const options = index === 0 ? { color } : ({ align: 'right', color, direction } as const)
    paper.writeLine(line, style, { ...place, y: y + rowPadding }, options)
  }
  const box = () => ({ x: side, y, width: figureWidth })
  paper.group(
    'Table',
    () => {
      paper.group('THead', () => {
        paper.group('TR', () => {
          for (const [index, head] of figures.heads.entries()) {
            paper.leaf('TH', () => write(head, index, 'head', 'ink2'), { scope: 'Column' })
          }
        })
      })
      y += paper.lineHeight('head') + 2 * rowPadding
      paper.rule(box(), 0.4, 'head')
      paper.group('TBody', () => {
        for (const [rowIndex, { name, figures: cells, isStrong }] of figures.rows.entries()) {
          const style = isStrong ? 'bodyBold' : 'body'
          paper.group('TR', () => {
            paper.leaf('TH', () => write(name, 0, style, 'ink'), { scope: 'Row' })
            for (const [index, cell] of cells.entries()) {
              paper.leaf('TD', () => write(cell, index + 1, style, 'ink'))
            }
          })
          y += paper.lineHeight('body') + 2 * rowPadding
          const next = figures.rows[rowIndex + 1]
          if (next || figures.rows.length === 1)
            paper.rule(box(), next?.isStrong ? 0.4 : 0.3, next?.isStrong ? 'head' : 'row')
        }
      })
    },
    { alt: figures.title },
  )
  return y
}

const sumPadding: Record<SumRow['kind'], [above: number, below: number]> = {
  plain: [0.95, 0.95],
  total: [2, 1.6],
  due: [1.8, 0.95],
}

function sumHeight(paper: Paper, { kind }: SumRow): number {
  const [above, below] = sumPadding[kind]
  return above + below + paper.lineHeight(kind === 'total' ? 'total' : 'body')
}

function drawTotals(paper: Paper, sums: SumRow[], top: number): void {
  const x = side + figureWidth + sumsGap
  const width = paper.width - side - x
  const styleOf = ({ kind }: SumRow) => (kind === 'total' ? 'total' : kind === 'due' ? 'bodyBold' : 'body')
  const figures = Math.max(...sums.map((row) => paper.measure(row.figure, styleOf(row))))
  let y = top
  paper.group('Table', () => {
    for (const row of sums) {
      const [above] = sumPadding[row.kind]
      if (row.kind === 'total') y += 1.3
      if (row.kind !== 'plain')
        paper.rule({ x, y, width }, row.kind === 'total' ? 1 : 0.4, row.kind === 'total' ? 'ink' : 'head')
      const box = { x, y: y + above, width }
      paper.group('TR', () => {
        const isTotal = row.kind === 'total'
        const nameStyle = isTotal ? 'totalName' : row.kind === 'due' ? 'bodyBold' : 'body'
        const figureStyle = styleOf(row)
        // The name stands on the line of the larger figure.
        const lower = isTotal ? (paper.lineHeight('total') - paper.lineHeight('totalName')) * 0.8 : 0
        const nameBox = { ...box, y: box.y + lower, width: width - figures - 3 }
        const color = row.kind === 'plain' ? 'ink2' : 'ink'
        paper.leaf(
          'TH',
          () => {
            const [line = ''] = paper.wrap(row.name, nameStyle, nameBox.width, 1)
            paper.writeLine(line, nameStyle, nameBox, { color })
          },
          { scope: 'Row' },
        )
        // Figures end at the same place in both directions. Only amounts with a sign follow the script.
        const figureBox = { ...box, x: x + width - figures, width: figures }
        const direction = row.kind === 'plain' ? 'ltr' : paper.direction
        paper.leaf('TD', () => paper.writeLine(row.figure, figureStyle, figureBox, { align: 'right', direction }))
      })
      y += sumHeight(paper, row)
    }
  })
}
