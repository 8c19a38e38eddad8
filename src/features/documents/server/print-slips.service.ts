import { createHash } from 'node:crypto'
import type { StaffFile } from '#contract/calls/staff-call.ts'
import { formatAddressLines } from '#features/addresses/server/address-lines.service.ts'
import { readPrintPicture } from '#features/catalogue/server/pictures/thumbnails.service.ts'
import { noPicturePath } from '#features/catalogue/server/products/no-picture.ts'
import type { StaffOrder } from '#features/orders/orders.staff.contract.ts'
import { readOrder } from '#features/orders/server/queries/read-order.staff.service.ts'
import { readReturn } from '#features/returns/server/queries/read-return.staff.service.ts'
import { readCurrencyStyle, readSettings } from '#features/settings/server/settings.service.ts'
import { orderLink } from '#links/orders.links.ts'
import { orderQueryLink } from '#links/support.links.ts'
import type { Files } from '#server/files/files.ts'
import type { Shop } from '#server/shop.ts'
import type { PackingSlip } from '../slip-snapshot.rules.ts'
import { toDay, writeBrand, writeSeller } from './build-snapshot.service.ts'
import { renderPackingSlips, renderReturnSlip } from './render/render-document.service.ts'

/** Prints the packing slips of orders, one for each parcel. Canceled lines are left out. */
export async function printPackingSlipsOf(shop: Shop, numbers: string[]): Promise<StaffFile> {
  const head = await readSlipHead(shop)
  const readPicture = createPictureReader(shop.files)
  const slips: PackingSlip[] = []
  for (const number of new Set(numbers)) {
    const order = await readOrder(shop, number)
    const shared = {
      ...head.shared,
      order: { number: order.number, placed_at: head.toDay(order.placed_at) },
      recipient: writeRecipient(order.address),
      currency: await readCurrencyStyle(shop.db, order.total.currency),
      gift: null,
      returns: writeReturns(shop, order),
    }
    for (const { lines, ...parcel } of listParcels(order)) {
      slips.push({ ...shared, ...parcel, items: await writeItems(lines, readPicture) })
    }
  }
  const fileName = slips.length === 1 ? `${slips[0]?.order.number}.pdf` : 'packing-slips.pdf'
  return { type: 'application/pdf', fileName, body: await renderPackingSlips(slips) }
}

/** Prints the slip of a return. */
export async function printReturnSlip(shop: Shop, no: string): Promise<StaffFile> {
  const { shared } = await readSlipHead(shop)
  const readPicture = createPictureReader(shop.files)
  const found = await readReturn(shop, no)
  const { address } = await readOrder(shop, found.order.number)
  const { seller } = shared
  const items = []
  for (const { sku, name, options, image, reasons, status } of found.items) {
    if (status === 'rejected' || status === 'cancelled') continue
    const reason = reasons.at(-1) ?? ''
    const values = options.map(({ value }) => value)
    items.push({ sku, name, options: values, quantity: 1, picture: await readPicture(image), reason })
  }
  const town = address ? listTownLines(address) : []
  const from = [found.customer.name, ...town, address?.country].filter(Boolean).join(', ')
  const body = await renderReturnSlip({
    ...shared,
    number: found.number,
    order_number: found.order.number,
    send_to: [seller.name || shared.brand.name, ...seller.address_lines].filter(Boolean),
    send_by: found.send_by?.slice(0, 10) ?? null,
    from,
    items,
  })
  return { type: 'application/pdf', fileName: `${found.number}.pdf`, body }
}

async function readSlipHead({ db, clock, publicUrl }: Shop) {
  const settings = await readSettings(db)
  const day = (moment: Date) => toDay(moment, settings.time_zone)
  return {
    shared: {
      brand: writeBrand(settings),
      seller: writeSeller(settings, publicUrl),
      printed_at: day(clock.now()),
    },
    toDay: (time: string) => day(new Date(time)),
  }
}

type Parcel = Pick<PackingSlip, 'parcel' | 'carrier' | 'tracking_number' | 'weight_grams'> & {
  lines: StaffOrder['lines']
}

/** Lists the parcels of an order. An order that is not packed is one parcel. */
function listParcels({ lines, parcels, shipping_method }: StaffOrder): Parcel[] {
  const active = lines.filter(({ cancelled_at }) => cancelled_at === null)
  const unpacked = { parcel: { number: 1, of: 1 }, carrier: shipping_method, tracking_number: '', weight_grams: null }
  if (parcels.length === 0) return [{ ...unpacked, lines: active }]
  return parcels.map(({ id, carrier, tracking_number, weight_grams }, index) => ({
    parcel: { number: index + 1, of: parcels.length },
    carrier: carrier || shipping_method,
    tracking_number: tracking_number ?? '',
    weight_grams,
    lines: active.filter(({ parcel_id }) => parcel_id === id),
  }))
}

type ReadPicture = (path: string) => Promise<Uint8Array | null>

/** Joins equal lines into one row with a count, because each line of an order is a single unit. */
async function writeItems(lines: StaffOrder['lines'], readPicture: ReadPicture): Promise<PackingSlip['items']> {
  const items: PackingSlip['items'] = []
  for (const same of Map.groupBy(lines, ({ sku }) => sku).values()) {
    const [first] = same
    if (!first) continue
    items.push({
      sku: first.sku,
      name: first.name,
      options: first.options.map(({ value }) => value),
      quantity: same.length,
      picture: await readPicture(first.image),
      bin: '',
      paid: same.reduce((sum, { paid }) => sum + paid.amount, 0),
    })
  }
  return items
}

function writeRecipient(address: StaffOrder['address']): string[] {
  if (!address) return []
  const lines = formatAddressLines(address, address.country_code ?? address.country, 'en')
  return [...lines, address.telephone].filter(Boolean)
}

function listTownLines(address: NonNullable<StaffOrder['address']>): string[] {
  const town = { ...address, address_1: '', address_2: '', house_num: '' }
  // The last line is the country.
  return formatAddressLines(town, address.country_code ?? address.country, 'en', { hasName: false }).slice(0, -1)
}

function writeReturns({ publicUrl }: Pick<Shop, 'publicUrl'>, { id, customer }: StaffOrder): PackingSlip['returns'] {
  const path = customer.id ? orderLink(id) : orderQueryLink()
  const { host } = new URL(publicUrl)
  return { link: publicUrl + path, short_link: host, until: null, needs_account: customer.id !== null }
}

/** Reads each picture once. The placeholder and pictures that cannot be read are left out. */
function createPictureReader(files: Files): ReadPicture {
  const known = new Map<string, Promise<Uint8Array | null>>()
  const read = async (path: string) => {
    const bytes = path === '' || path === noPicturePath ? null : await files.read(path.replace(/^\//, ''))
    if (!bytes) return null
    const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 32)
    return readPrintPicture(files, bytes, hash).catch(() => null)
  }
  return (path) => {
    const reading = known.get(path) ?? read(path)
    known.set(path, reading)
    return reading
  }
}
