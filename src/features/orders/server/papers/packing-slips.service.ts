import type { StaffFile } from '#contract/calls/staff-call.ts'
import { formatAddressLines } from '#features/addresses/server/address-lines.service.ts'
import type { StaffOrder } from '#features/orders/orders.staff.contract.ts'
import { readSellerLines, readSetting } from '#features/settings/server/settings.service.ts'
import type { Shop } from '#server/shop.ts'
import { readOrder } from '../queries/read-order.staff.service.ts'
import { addFonts, type Page, writeLine } from './print-text.ts'

type Slip = { order: StaffOrder; lines: StaffOrder['lines']; parcel: string; carrier: string }

/** Draws the packing slips of orders, one page for each parcel. Canceled lines are left out. */
export async function drawPackingSlips(shop: Shop, numbers: string[]): Promise<StaffFile> {
  const sender = { siteName: await readSetting(shop.db, 'site_name'), lines: await readSellerLines(shop.db) }
  const slips: Slip[] = []
  for (const number of new Set(numbers)) slips.push(...listSlips(await readOrder(shop, number)))
  // Imported on first use, so that the shop starts without this library.
  const { default: Document } = await import('pdfkit')
  const document = new Document({
    size: 'A4',
    margin: margin,
    autoFirstPage: false,
    info: { Title: 'Packing slips' },
  })
  const chunks: Buffer[] = []
  document.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise((resolve) => document.on('end', resolve))
  await addFonts(document)
  for (const slip of slips) drawSlip(document, slip, sender)
  document.end()
  await ended
  const fileName = slips.length === 1 ? `${slips[0]?.order.number}.pdf` : 'packing-slips.pdf'
  return { type: 'application/pdf', fileName, body: new Uint8Array(Buffer.concat(chunks)) }
}

function listSlips(order: StaffOrder): Slip[] {
  const activeLines = order.lines.filter(({ cancelled_at }) => cancelled_at === null)
  if (order.parcels.length === 0) return [{ order, lines: activeLines, parcel: '', carrier: '' }]
  return order.parcels.map(({ id, carrier, tracking_number }, index) => ({
    order,
    lines: activeLines.filter(({ parcel_id }) => parcel_id === id),
    parcel: `Parcel ${index + 1} of ${order.parcels.length}`,
    carrier: [carrier, tracking_number].filter(Boolean).join(' '),
  }))
}

/** Sender of the parcel. */
type Sender = { siteName: string; lines: string[] }

const margin = 48
const pageWidth = 595
const bottom = 760
/** Vertical position of the sender in points, below the last line of a page. */
const foot = 798
const columns = { tick: margin, sku: margin + 26, name: margin + 150, options: margin + 360, count: 520 }

function drawSlip(page: Page, { order, lines, parcel, carrier }: Slip, sender: Sender): void {
  page.addPage()
  write(page, sender.siteName, { x: margin, y: margin, size: 18 })
  write(page, 'Packing slip', { x: 400, y: margin + 4, size: 12 })
  const facts = [
    `Order ${order.number}`,
    `Placed ${order.placed_at.slice(0, 10)}`,
    parcel,
    carrier,
    order.shipping_method,
  ]
  facts.filter(Boolean).forEach((fact, index) => {
    write(page, fact, { x: 400, y: margin + 30 + index * 15, size: 10 })
  })
  listAddressLines(order.address).forEach((line, index) => {
    write(page, line, { x: margin, y: margin + 30 + index * 15, size: 11, width: 330 })
  })
  let y = drawHeadings(page, margin + 140)
  for (const { lines: same, count } of countSame(lines)) {
    if (y > bottom) {
      page.addPage()
      y = drawHeadings(page, margin)
    }
    page.rect(columns.tick, y, 10, 10).stroke()
    write(page, same.sku, { x: columns.sku, y, size: 10, width: 118 })
    write(page, same.name, { x: columns.name, y, size: 10, width: 204 })
    const options = same.options.map(({ value }) => value).join(' / ')
    write(page, options, { x: columns.options, y, size: 10, width: 150 })
    write(page, String(count), { x: columns.count, y, size: 10 })
    y += 20
  }
  sender.lines.forEach((line, index) => {
    write(page, line, { x: margin, y: foot + index * 11, size: 8 })
  })
  write(page, `${lines.length} in all`, { x: columns.options, y: y + 6, size: 10 })
}

function drawHeadings(page: Page, y: number): number {
  write(page, 'Sku', { x: columns.sku, y, size: 9 })
  write(page, 'Item', { x: columns.name, y, size: 9 })
  write(page, 'Options', { x: columns.options, y, size: 9 })
  write(page, 'Count', { x: columns.count, y, size: 9 })
  page
    .moveTo(margin, y + 14)
    .lineTo(pageWidth - margin, y + 14)
    .lineWidth(0.5)
    .stroke()
  return y + 22
}

function listAddressLines(address: StaffOrder['address']): string[] {
  if (!address) return []
  const { country, country_code, telephone } = address
  return [...formatAddressLines(address, country_code ?? country, 'en'), telephone].filter(Boolean)
}

/** Counts equal items. Each line is a single unit, but the slip prints one row with the count. */
function countSame(lines: Slip['lines']): { lines: Slip['lines'][number]; count: number }[] {
  return [...Map.groupBy(lines, ({ sku }) => sku).values()].flatMap((same) =>
    same[0] ? [{ lines: same[0], count: same.length }] : [],
  )
}

type Place = { x: number; y: number; size: number; width?: number }

function write(page: Page, text: string, { x, width = pageWidth - margin - x, ...place }: Place): void {
  writeLine(page, text, { x, width, ...place })
}
