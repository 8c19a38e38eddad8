import type { PackingSlip, ReturnSlip } from '../../slip-snapshot.rules.ts'
import { writeFoot } from '../invoice-text.ts'
import type { PaperWords } from '../paper-words.ts'
import {
  drawBrand,
  drawContinuedHead,
  drawFacts,
  drawFoot,
  drawTitle,
  headHeight,
  nextTop,
  side,
} from './draw-parts.ts'
import { paginate } from './paginate.ts'
import type { Align, Box, Paper, StyleName } from './paper.ts'

// Slips are printed for the warehouse, whose console is English, so their texts are English too. Positions are those of
// the drawings, in millimeters.

const pictureWidth = 14
const pictureHeight = 18.6
const rowPadding = 1.5
const boxSize = 5
const conditions = ['As sold', 'Worn', 'Damaged', 'Missing']

const countItems = (items: readonly { quantity: number }[]): string => {
  const count = items.reduce((sum, { quantity }) => sum + quantity, 0)
  return count === 1 ? '1 item' : `${count} items`
}

type Slip = Pick<PackingSlip, 'brand' | 'seller'>

type Table = {
  caption: string
  columns: Column[]
  rows: Row[]
  /** Position on the first page. */
  top: number
  /** Head of later pages. */
  continued: string
  /** Height of everything below the table. */
  end: number
}

type Column = { id: string; head: string; width: number; align: Align }
type Draw = (box: Box, height: number) => void
type Cells = Record<string, Draw>
type Row = {
  height: number
  cells: Cells
  /** Boxes and pictures. A screen reader skips marks, and marks cannot lie inside of tagged content. */
  marks: Cells
}

/** Draws the packing slip of one parcel, on pages of its own. */
export function drawPackingSlip(paper: Paper, slip: PackingSlip, words: PaperWords): void {
  const first = paper.pageCount
  paper.addPage()
  paper.group('Sect', () => {
    const name = slip.gift ? 'A present for you' : 'Packing slip'
    const parcel = `parcel ${slip.parcel.number} of ${slip.parcel.of}`
    const lead = `${countItems(slip.items)}, ${parcel}`
    const belowTitle = drawTitle(paper, { name, lead, intro: '' }, 78.4)
    drawBrand(paper, slip.brand, 'first')
    drawOrderCode(paper, slip, words)
    drawRecipient(paper, slip)
    const weight = slip.weight_grams === null ? '' : `${(slip.weight_grams / 1000).toLocaleString('en')} kg`
    const facts = [
      { label: 'From', value: slip.gift?.from ?? '' },
      { label: 'Carrier', value: slip.carrier },
      { label: 'Tracking', value: slip.tracking_number },
      { label: 'Weight', value: weight },
    ]
    drawFacts(paper, [facts.filter(({ value }) => value !== '')], 38)
    const top = slip.gift ? drawMessage(paper, slip.gift, belowTitle + 7) + 9 : belowTitle + 6
    const returns = slip.returns
    const pages = drawTable(paper, slip, {
      caption: 'Items in pick order',
      columns: choosePackingColumns(slip),
      rows: slip.items.map((item, index) => writePackingRow(paper, slip, item, { index, words })),
      top,
      continued: `${name} ${slip.order.number}, ${parcel}`,
      end: (slip.gift ? 0 : paidHeight) + signHeight + returnsHeight(paper),
    })
    if (!slip.gift) drawPaid(paper, slip, pages.y, words)
    drawSigns(paper, pages.y + (slip.gift ? 0 : paidHeight), ['Picked by', 'Packed by', 'Checked, date'])
    const until = returns.until ? ` by ${words.date(returns.until)}` : ''
    const account = returns.needs_account ? '' : ' You need no account.'
    const steps = slip.gift
      ? [
          `Scan the code${until}. It shows the items without prices.`,
          'Choose another size, another color or store credit.',
        ]
      : [
          `Scan the code${until} and choose the items.${account}`,
          'Put them in the box with their tags and the return slip we send you.',
        ]
    drawSteps(
      paper,
      {
        title: slip.gift ? 'Another size or color?' : 'Sending something back?',
        steps: [...steps, 'Stick on the label, hand the parcel in, keep the receipt.'],
        code: { text: returns.link, caption: returns.short_link, alt: 'QR code to start a return' },
      },
      contentEnd(paper) - returnsHeight(paper),
    )
    drawFoot(paper, writeFoot(slip.seller, '', words), { first, pages: pages.count })
  })
}

const contentEnd = (paper: Paper) => paper.height - 36
const signHeight = 9 + 6 + 6
const paidHeight = 9.5
const codeSize = 26
const returnsHeight = (paper: Paper) => 4.5 + codeSize + 1.2 + paper.lineHeight('foot')

/** Draws the number of the order and its code for the scanner at the top. */
function drawOrderCode(paper: Paper, { order, gift }: PackingSlip, { date }: PaperWords): void {
  const size = 18
  const x = paper.width - side - size
  const box = { x: side, y: 18.5, width: x - 4 - side }
  paper.leaf('P', () => {
    const y = paper.writeLine(order.number, 'scan', box, { align: 'end' })
    const about = gift ? 'Gift, no prices in the parcel' : `Order of ${date(order.placed_at)}`
    paper.writeLine(about, 'small', { ...box, y }, { align: 'end', color: 'ink2' })
  })
  paper.linkedQrCode({ text: order.number, link: null, alt: `QR code with order ${order.number}` }, x, 14, size)
}

function drawRecipient(paper: Paper, { recipient }: PackingSlip): void {
  paper.group('Sect', () => {
    paper.leaf('P', () => paper.writeLine('Ship to', 'small', { x: side, y: 38.4, width: 85 }, { color: 'ink2' }))
    // The address ends above the title, so that longer addresses have smaller letters.
    const style = recipient.length <= 6 ? 'address' : recipient.length === 7 ? 'body' : 'small'
    let y = 45
    paper.leaf('P', () => {
      for (const line of recipient.slice(0, 8)) {
        y = paper.write(line, style, { x: side, y, width: 85 }, { maxLines: 1 })
      }
    })
  })
}

function drawMessage(paper: Paper, { message, from }: NonNullable<PackingSlip['gift']>, top: number): number {
  let y = top
  paper.leaf('H2', () => {
    y = paper.writeLine('Message', 'small', { x: side, y, width: 132 }, { color: 'ink2' }) + 1
  })
  paper.leaf('BlockQuote', () => {
    y = paper.write(message, 'gift', { x: side, y, width: 132 }, { maxLines: 8 })
    if (from !== '') y = paper.writeLine(from, 'lead', { x: side, y: y + 2.5, width: 132 })
  })
  return y
}

function choosePackingColumns({ items, gift, currency }: PackingSlip): Column[] {
  const all: (Column | false)[] = [
    { id: 'pick', head: 'Pick', width: 9, align: 'start' },
    items.some(({ bin }) => bin !== '') && { id: 'bin', head: 'Bin', width: 27, align: 'start' },
    items.some(({ picture }) => picture !== null) && { id: 'picture', head: '', width: 20, align: 'start' },
    { id: 'item', head: 'Item', width: 0, align: 'start' },
    { id: 'quantity', head: 'Qty', width: 14, align: 'center' },
    !gift && { id: 'paid', head: `Paid ${currency.code}`, width: 24, align: 'right' },
    { id: 'packed', head: 'Packed', width: 16, align: 'right' },
  ]
  return all.filter((column) => column !== false)
}

const describeItem = ({ options, sku }: { options: string[]; sku: string }) =>
  [options.join(' / '), sku].filter(Boolean).join(' · ')

type PackingItem = PackingSlip['items'][number]

function writePackingRow(
  paper: Paper,
  slip: PackingSlip,
  item: PackingItem,
  { index, words }: { index: number; words: PaperWords },
): Row {
  const width = findItemWidth(paper, choosePackingColumns(slip))
  const drawText = layOutItem(paper, { name: item.name, details: [describeItem(item)], width })
  const cells: Cells = {
    pick: (box, height) => writeMiddle(paper, String(index + 1), 'bodyMedium', { ...box, height }),
    bin: (box, height) => writeMiddle(paper, item.bin, 'big', { ...box, height }),
    item: drawText.draw,
    quantity: (box, height) => writeMiddle(paper, String(item.quantity), 'big', { ...box, height }, 'center'),
    paid: (box, height) => writeMiddle(paper, words.figure(item.paid), 'body', { ...box, height }, 'right'),
  }
  const marks: Cells = {
    picture: (box) => drawPicture(paper, item.picture, box),
    packed: ({ x, y, width: all }, height) => paper.tickBox(x + all - boxSize, y + (height - boxSize) / 2, boxSize),
  }
  return {
    height: 2 * rowPadding + Math.max(drawText.height, item.picture ? pictureHeight : 0),
    cells,
    marks,
  }
}

function findItemWidth(paper: Paper, columns: Column[]): number {
  return paper.width - 2 * side - columns.reduce((sum, { width }) => sum + width, 0)
}

function layOutItem(
  paper: Paper,
  { name, details, width }: { name: string; details: string[]; width: number },
): { height: number; draw: Draw } {
  const inner = width - 3
  const names = paper.wrap(name, 'item', inner, 3)
  const lines = details.flatMap((detail) => paper.wrap(detail, 'small', inner, 3))
  const height = names.length * paper.lineHeight('item') + lines.length * paper.lineHeight('small')
  return {
    height,
    draw: (box, rowHeight) => {
      let y = box.y + (rowHeight - height) / 2
      for (const line of names) y = paper.writeLine(line, 'item', { ...box, y })
      for (const line of lines) y = paper.writeLine(line, 'small', { ...box, y }, { color: 'ink2' })
    },
  }
}

function drawPicture(paper: Paper, picture: Uint8Array | null, { x, y }: Box): void {
  if (picture) paper.picture(picture, { x, y: y + rowPadding, width: pictureWidth, height: pictureHeight })
}

type Cell = Box & { height: number }

function writeMiddle(paper: Paper, text: string, style: StyleName, cell: Cell, align: Align = 'start'): void {
  const { height, ...box } = cell
  const y = box.y + (height - paper.lineHeight(style)) / 2
  paper.writeLine(text, style, { ...box, y }, { align, color: style === 'bodyMedium' ? 'ink2' : 'ink' })
}

/** Draws a table on as many pages as its rows need, and returns the position below and the number of pages. */
function drawTable(paper: Paper, slip: Slip, table: Table): { y: number; count: number } {
  const { columns, rows, top, end } = table
  const width = paper.width - 2 * side
  const itemWidth = findItemWidth(paper, columns)
  let x = side
  const places = columns.map((column) => {
    const place = { ...column, x, width: column.id === 'item' ? itemWidth : column.width }
    x += place.width
    return place
  })
  const heights = rows.map(({ height }) => height)
  const space = (from: number) => contentEnd(paper) - from - headHeight
  const starts = paginate(heights, { first: space(top), next: space(nextTop), carry: 0, end })
  let y = top
  paper.group(
    'Table',
    () => {
      for (const [page, start] of starts.entries()) {
        if (page > 0) {
          paper.addPage()
          drawContinuedHead(paper, slip.brand, table.continued)
          y = nextTop
        }
        paper.rule({ x: side, y, width }, 1, 'ink')
        const headTop = y + 1.9
        const drawHead = ({ head, align, ...box }: (typeof places)[number]) =>
          paper.writeLine(head, 'head', { ...box, y: headTop }, { align, color: 'ink2' })
        if (page === 0) {
          paper.group('TR', () => {
            for (const place of places) paper.leaf('TH', () => drawHead(place), { scope: 'Column' })
          })
        } else {
          paper.artifact(() => {
            for (const place of places) drawHead(place)
          }, 'Pagination')
        }
        y += headHeight
        paper.rule({ x: side, y, width }, 0.4, 'head')
        const stop = starts[page + 1] ?? rows.length
        for (const [index, row] of rows.slice(start, stop).entries()) {
          const at = y
          paper.group('TR', () => {
            for (const { id, ...place } of places) {
              const box = { x: place.x, y: at, width: place.width }
              const draw = () => row.cells[id]?.(box, row.height)
              if (id === 'item') paper.leaf('TH', draw, { scope: 'Row' })
              else paper.leaf('TD', draw)
              row.marks[id]?.(box, row.height)
            }
          })
          y += row.height
          const isLast = start + index === stop - 1
          paper.rule({ x: side, y, width }, isLast ? 1 : 0.3, isLast ? 'ink' : 'row')
        }
      }
    },
    { alt: table.caption },
  )
  return { y, count: starts.length }
}

function drawPaid(paper: Paper, { items }: PackingSlip, top: number, words: PaperWords): void {
  const paid = items.reduce((sum, item) => sum + item.paid, 0)
  const box = { x: side + 9, y: top + 2.7, width: paper.width - 2 * side - 9 - 16 }
  paper.leaf('P', () => {
    paper.writeLine('Paid for items', 'bodyBold', box)
    paper.writeLine(words.figure(paid), 'bodyBold', box, { align: 'right' })
  })
}

/** Draws lines to sign on. */
function drawSigns(paper: Paper, top: number, labels: string[]): void {
  const gap = 8
  const width = (paper.width - 2 * side - gap * (labels.length - 1)) / labels.length
  for (const [index, label] of labels.entries()) {
    const box = { x: side + index * (width + gap), y: top + 9, width }
    paper.rule(box, 0.4, 'head')
    paper.leaf('P', () => paper.writeLine(label, 'small', { ...box, y: box.y + 1 }, { color: 'ink2' }))
  }
}

type Steps = { title: string; steps: string[]; code: { text: string; caption: string; alt: string } | null }

/** Draws numbered steps at the end of the page, with a code beside the steps. */
function drawSteps(paper: Paper, { title, steps, code }: Steps, top: number): void {
  const width = paper.width - 2 * side
  paper.rule({ x: side, y: top, width }, 1, 'ink')
  let y = top + 4.5
  const textWidth = code ? width - codeSize - 8 : width
  paper.leaf('H2', () => {
    y = paper.writeLine(title, 'section', { x: side, y, width: textWidth }) + 2
  })
  paper.group('L', () => {
    for (const [index, step] of steps.entries()) {
      paper.group('LI', () => {
        paper.leaf('Lbl', () => paper.writeLine(String(index + 1), 'bodyBold', { x: side, y, width: 5 }))
        paper.leaf('LBody', () => {
          y = paper.write(step, 'body', { x: side + 5, y, width: textWidth - 5 }) + 1.1
        })
      })
    }
  })
  if (!code) return
  const x = side + width - codeSize
  paper.linkedQrCode({ text: code.text, link: code.text, alt: code.alt }, x, top + 4.5, codeSize)
  const captionBox = { x: side + textWidth, y: top + 4.5 + codeSize + 1.2, width: width - textWidth }
  paper.leaf('P', () => paper.writeLine(code.caption, 'foot', captionBox, { align: 'end', color: 'ink2' }))
}

const slipCodeSize = 46.2

/** Draws the sheet that lies in the parcel of a return. */
export function drawReturnSlip(paper: Paper, slip: ReturnSlip, words: PaperWords): void {
  const width = paper.width - 2 * side
  paper.addPage()
  const name = 'Return slip'
  const belowTitle = drawTitle(paper, { name, lead: 'Put this sheet into the parcel', intro: '' }, 36.4)
  drawBrand(paper, slip.brand, 'first')
  const top = belowTitle + 6
  paper.rule({ x: side, y: top, width }, 1, 'ink')
  drawReturnFacts(paper, slip, top + 9, words)
  const columns: Column[] = [
    ...(slip.items.some(({ picture }) => picture !== null)
      ? [{ id: 'picture', head: '', width: 20, align: 'start' } as const]
      : []),
    { id: 'item', head: `In the parcel: ${countItems(slip.items)}`, width: 0, align: 'start' },
    { id: 'quantity', head: 'Qty', width: 12, align: 'center' },
    { id: 'condition', head: 'For our dock: tick one', width: 82, align: 'right' },
  ]
  const itemWidth = findItemWidth(paper, columns)
  const stepsHeight = 4.5 + paper.lineHeight('section') + 2 + 3 * (paper.lineHeight('body') + 1.1)
  const pages = drawTable(paper, slip, {
    caption: 'Items in the parcel',
    columns,
    rows: slip.items.map((item) => {
      const text = layOutItem(paper, {
        name: item.name,
        details: [describeItem(item), item.reason].filter(Boolean),
        width: itemWidth,
      })
      return {
        height: 2 * rowPadding + Math.max(text.height, item.picture ? pictureHeight : 0),
        cells: {
          item: text.draw,
          quantity: (box, height) => writeMiddle(paper, String(item.quantity), 'big', { ...box, height }, 'center'),
          condition: (box, height) => {
            for (const { text: name, ...place } of placeConditions(paper, { ...box, height }))
              paper.writeLine(name, 'small', place)
          },
        },
        marks: {
          picture: (box) => drawPicture(paper, item.picture, box),
          condition: (box, height) => {
            for (const { x } of placeConditions(paper, { ...box, height }))
              paper.tickBox(x - tickGap - tickSize, box.y + (height - tickSize) / 2, tickSize)
          },
        },
      }
    }),
    top: top + 9 + slipCodeSize + 10.4,
    continued: `${name} ${slip.number}`,
    end: signHeight + stepsHeight,
  })
  drawSigns(paper, pages.y, ['Received on', 'Received by', 'Bin'])
  const steps = [
    'Lay the items and this sheet in the box. Leave the tags on.',
    'Close the box, take off old labels, stick the return label on top.',
    'Hand it in and keep the receipt until your refund or exchange has arrived.',
  ]
  drawSteps(paper, { title: 'How to send it', steps, code: null }, contentEnd(paper) - stepsHeight)
  drawFoot(paper, writeFoot(slip.seller, '', words), { first: 0, pages: pages.count })
}

function drawReturnFacts(paper: Paper, slip: ReturnSlip, top: number, { date }: PaperWords): void {
  const code = { text: slip.number, link: null, alt: `QR code with return ${slip.number}` }
  paper.linkedQrCode(code, side, top, slipCodeSize)
  const x = side + slipCodeSize + 10
  const facts = [
    { label: 'Send to', lines: slip.send_to.slice(0, 5), style: 'bodyBold' },
    { label: 'Send by', lines: slip.send_by ? [date(slip.send_by)] : [], style: 'body' },
    { label: 'From', lines: slip.from ? [slip.from] : [], style: 'body' },
    { label: 'Order', lines: [slip.order_number], style: 'body' },
  ] as const
  const shown = facts.filter(({ lines }) => lines.length > 0)
  let y = top
  paper.leaf('P', () => {
    y = paper.writeLine(slip.number, 'number', { x, y, width: paper.width - side - x }) + 4.4
  })
  paper.group('L', () => {
    for (const { label, lines, style } of shown) {
      paper.group('LI', () => {
        paper.leaf('Lbl', () => paper.writeLine(label, 'body', { x, y, width: 28 }, { color: 'ink2' }))
        paper.leaf('LBody', () => {
          const box = { x: x + 32, width: paper.width - side - x - 32 }
          for (const line of lines) y = paper.write(line, style, { ...box, y }, { maxLines: 1 })
          y += 1.2
        })
      })
    }
  })
}

const tickSize = 3.4
const tickGap = 1.2

/** Returns the places of the words beside the boxes, from the end of the cell. */
function placeConditions(paper: Paper, { height, ...box }: Cell): (Box & { text: string })[] {
  const y = box.y + (height - paper.lineHeight('small')) / 2
  let end = box.x + box.width
  return conditions
    .toReversed()
    .map((text) => {
      const width = paper.measure(text, 'small')
      const place = { text, x: end - width, y, width }
      end -= width + tickGap + tickSize + 4.4
      return place
    })
    .toReversed()
}
