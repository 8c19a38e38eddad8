import { and, asc, eq } from 'drizzle-orm'
import { formatAddressLines, type PrintedAddress } from '#features/addresses/server/address-lines.service.ts'
import { orderLines } from '#features/orders/server/order-lines.tables.ts'
import { orderAddresses, orders, orderTaxes } from '#features/orders/server/orders.tables.ts'
import { refunds, refundTaxes } from '#features/payments/server/payments.tables.ts'
import { findCountryCode } from '#features/settings/country-names.rules.ts'
import { readCurrencyStyle, readSettings } from '#features/settings/server/settings.service.ts'
import { languages } from '#features/settings/server/settings.tables.ts'
import { findTaxRounding } from '#features/tax/tax-places.rules.ts'
import { orderLink } from '#links/orders.links.ts'
import { orderQueryLink } from '#links/support.links.ts'
import type { Database } from '#server/database/database.ts'
import type { Shop } from '#server/shop.ts'
import {
  composeCreditNote,
  composeInvoice,
  type DocumentFrame,
  type SoldOrder,
  type SoldUnit,
} from '../compose-document.rules.ts'
import { type DocumentSnapshot, documentSnapshot } from '../document-snapshot.rules.ts'
import type { documents } from './documents.tables.ts'
import { readPaperWords } from './paper-words.ts'
import { nameShipping, writeLegalNotes } from './snapshot-texts.ts'

type BuildingShop = Pick<Shop, 'db' | 'clock' | 'publicUrl'>
type Settings = Awaited<ReturnType<typeof readSettings>>
type OrderRow = typeof orders.$inferSelect

export type DocumentDraft = {
  snapshot: Omit<DocumentSnapshot, 'number' | 'series'>
  customerId: string | null
  /** The year of the number, in the shop's time zone. */
  year: string
}

export async function buildInvoice(shop: BuildingShop, orderId: string): Promise<DocumentDraft> {
  const facts = await readFacts(shop, orderId)
  const { frame, order, words, settings } = facts
  const sold = await readSoldOrder(shop.db, order, facts.country)
  const hasTax = sold.taxAmount > 0
  const seller = { country: settings.seller_country, vat_number: frame.seller.vat_number }
  const notes = writeLegalNotes({ ...frame.tax, seller, hasTax }, words)
  return { ...facts.draft, snapshot: composeInvoice(frame, sold, notes) }
}

type DocumentRow = typeof documents.$inferSelect
type CreditedRefund = { refundId: string; orderId: string; invoice: DocumentRow; notes: DocumentRow[] }

export async function buildCreditNote(
  shop: BuildingShop,
  { refundId, orderId, invoice, notes }: CreditedRefund,
): Promise<DocumentDraft> {
  const { db } = shop
  const facts = await readFacts(shop, orderId)
  const { frame, words, settings, order } = facts
  const [refund] = await db.select().from(refunds).where(eq(refunds.id, refundId))
  if (!refund) throw new Error(`The refund ${refundId} does not exist`)
  const taxRows = await db
    .select()
    .from(refundTaxes)
    .where(eq(refundTaxes.refundId, refundId))
    .orderBy(asc(refundTaxes.position))
  const rowsAmount = taxRows.reduce((sum, { grossAmount }) => sum + grossAmount, 0)
  if (taxRows.length > 0 && rowsAmount !== refund.amount) {
    throw new Error(`The tax rows of the refund ${refundId} add up to ${rowsAmount} instead of ${refund.amount}`)
  }
  const original = documentSnapshot.parse(invoice.snapshot)
  const sum = (read: (row: DocumentRow) => number) => notes.reduce((all, row) => all + read(row), 0)
  const method = refund.goesTo === 'credit' ? words.t('Store credit') : frame.payment.method
  const paidBack = { ...frame.payment, method, paid_at: null }
  const refundedAt = refund.settledAt && toDay(refund.settledAt, settings.time_zone)
  const snapshot = composeCreditNote(
    // Names of goods and the language stay those of the invoice.
    { ...frame, payment: paidBack, supplied_at: original.supplied_at, language: original.language },
    (await readSoldOrder(db, order, facts.country)).units,
    {
      amount: refund.amount,
      reason: refund.reason ?? '',
      refundedAt,
      rows: taxRows.map(({ orderLineId, country, region, rate, netAmount, taxAmount, grossAmount }) => ({
        ...{ unitId: orderLineId, country, region, rate },
        ...{ net: netAmount, tax: taxAmount, gross: grossAmount },
      })),
      creditName: words.t('Credit'),
      invoice: {
        ...{ number: invoice.number, date: original.issued_at, display: original.tax.display },
        ...{ net: invoice.netAmount, tax: invoice.taxAmount, gross: invoice.grossAmount },
      },
      earlier: {
        net: sum((row) => row.netAmount),
        tax: sum((row) => row.taxAmount),
        gross: sum((row) => row.grossAmount),
      },
      country: facts.country,
    },
    writeLegalNotes(
      {
        ...frame.tax,
        seller: { country: settings.seller_country, vat_number: frame.seller.vat_number },
        hasTax: taxRows.some(({ taxAmount }) => taxAmount > 0),
      },
      words,
    ),
  )
  return { ...facts.draft, snapshot }
}

async function readFacts(shop: BuildingShop, orderId: string) {
  const { db, clock } = shop
  const settings = await readSettings(db)
  const [found] = await db
    .select({ order: orders, language: languages.code, address: orderAddresses })
    .from(orders)
    .leftJoin(languages, eq(languages.id, orders.languageId))
    .leftJoin(orderAddresses, eq(orderAddresses.orderId, orders.id))
    .where(eq(orders.id, orderId))
  if (!found) throw new Error(`The order ${orderId} does not exist`)
  const { order, address } = found
  const language = found.language ?? 'en'
  const currency = await readCurrencyStyle(db, order.currency)
  const words = await readPaperWords(language, settings.seller_country, currency)
  const day = toDay(clock.now(), settings.time_zone)
  const seller = writeSeller(settings, shop.publicUrl)
  const buyer = writeBuyer(order, address)
  const country = buyer.country || settings.seller_country
  const paidDay = order.paidAt && toDay(order.paidAt, settings.time_zone)
  const frame: DocumentFrame = {
    issued_at: day,
    // The parcel is usually sent in the month of the payment, and its day is not known yet.
    supplied_at: (paidDay ?? day).slice(0, 7),
    language,
    currency,
    brand: writeBrand(settings),
    seller,
    buyer,
    order: {
      number: order.orderNo,
      placed_at: toDay(order.createdAt, settings.time_zone),
      reference: '',
      // The link of a guest gets the email address when the paper is drawn, so that the snapshot does not contain the address.
      link: shop.publicUrl + (order.customerId ? orderLink(order.id) : orderQueryLink()),
      short_link: seller.site + orderQueryLink(),
      returns_until: null,
    },
    payment: {
      method: describePayment(order, words.t('Store credit')),
      paid_at: paidDay,
      due_at: null,
      transfer: null,
    },
    tax: {
      name: settings.seller_country === 'US' || settings.seller_country === 'CA' ? 'tax' : 'vat',
      treatment: order.taxTreatment,
      rounding: findTaxRounding(country).per === 'rate' ? 'document' : 'line',
    },
    couponCode: order.couponCode ?? '',
    shippingName: nameShipping(order.shippingMethod, words),
  }
  const draft = { customerId: order.customerId, year: day.slice(0, 4) }
  return { frame, order, words, settings, country, draft }
}

function describePayment({ paymentMethod, creditAmount, totalAmount }: OrderRow, storeCredit: string): string {
  const methods = [creditAmount > 0 ? storeCredit : '', creditAmount < totalAmount ? (paymentMethod ?? '') : '']
  return methods.filter(Boolean).join(' + ').slice(0, 100)
}

export function writeBrand({ site_name, seller_name }: Settings): DocumentSnapshot['brand'] {
  const site = site_name || seller_name || 'Shop'
  return { name: site.slice(0, 100), mark: site === 'Harbor' ? 'harbor' : null }
}

export function writeSeller(settings: Settings, publicUrl: string): DocumentSnapshot['seller'] {
  const lines = splitLines(settings.seller_address)
  const { seller_city: city, seller_postcode: postcode, seller_country: country, seller_region: state } = settings
  const isNamed = [city, postcode].some((part) => part !== '' && lines.some((line) => line.includes(part)))
  const town = isNamed ? [] : listLines({ ...noAddress, city, postcode, state }, country)
  const written = [...lines, ...town].slice(0, 6)
  const vatNumber = settings.seller_vat_number
  // The number of a Japanese issuer of qualified invoices.
  const isRegistration = country === 'JP' && /^T\d{13}$/.test(vatNumber)
  return {
    name: settings.seller_name.slice(0, 200),
    address_lines: written.length > 0 ? written : [country],
    street: (lines[0] ?? '').slice(0, 200),
    postcode: postcode.slice(0, 20),
    city: city.slice(0, 100),
    country,
    vat_number: isRegistration ? '' : vatNumber.slice(0, 32),
    tax_number: settings.seller_tax_number.slice(0, 32),
    registration: isRegistration ? vatNumber : '',
    email: settings.seller_email.slice(0, 254),
    phone: settings.seller_phone.slice(0, 40),
    site: new URL(publicUrl).host,
    register_lines: splitLines(settings.seller_registration).slice(0, 3),
  }
}

const splitLines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim().slice(0, 200))
    .filter(Boolean)

type AddressRow = typeof orderAddresses.$inferSelect

const noAddress: PrintedAddress = {
  ...{ firstname: '', lastname: '', address_1: '', house_num: '', address_2: '', city: '', state: '', postcode: '' },
}

/** Returns the lines of an address without name and country. */
const listLines = (address: PrintedAddress, country: string): string[] =>
  formatAddressLines(address, country, 'en', { hasName: false }).slice(0, -1)

function writeBuyer(order: OrderRow, address: AddressRow | null): DocumentSnapshot['buyer'] {
  const shared = { company: order.company ?? '', vat_number: order.vatNumber ?? '' }
  if (!address) return { ...shared, name: '', address_lines: [], street: '', postcode: '', city: '', country: '' }
  const code = findCountryCode(address.country) ?? ''
  // Text of an old order that matches no country stays readable as a line of its own.
  const { firstname, lastname, address1, address2, houseNum, city, state, postcode } = address
  const printed = {
    firstname,
    lastname,
    address_1: address1,
    address_2: address2,
    house_num: houseNum,
    city,
    state,
    postcode,
  }
  const lines = code ? listLines(printed, code) : formatAddressLines(printed, address.country, 'en', { hasName: false })
  return {
    ...shared,
    name: [firstname, lastname].filter(Boolean).join(' ').slice(0, 200),
    address_lines: lines.slice(0, 6).map((line) => line.slice(0, 200)),
    street: [address1, houseNum].filter(Boolean).join(' ').slice(0, 200),
    postcode: postcode.slice(0, 20),
    city: city.slice(0, 100),
    country: code,
  }
}

async function readSoldOrder(db: Database, order: OrderRow, country: string): Promise<SoldOrder> {
  const rows = await db
    .select()
    .from(orderLines)
    .where(eq(orderLines.orderId, order.id))
    .orderBy(asc(orderLines.position))
  const taxes = await db
    .select()
    .from(orderTaxes)
    .where(and(eq(orderTaxes.orderId, order.id)))
    .orderBy(asc(orderTaxes.position))
  const units: SoldUnit[] = rows.map((row) => ({
    id: row.id,
    sku: row.skuName.slice(0, 100),
    name: row.name.slice(0, 300),
    options: row.options.slice(0, 10).map(({ valueName }) => valueName.slice(0, 100)),
    ...{ price: row.priceAmount, discount: row.discountAmount, addedTax: row.addedTaxAmount },
    ...{ taxRate: row.taxRate, tax: row.taxAmount, paid: row.paidAmount },
  }))
  const { shippingAmount, discountAmount, addedTaxAmount, taxAmount, totalAmount } = order
  return {
    ...{ units, shippingAmount, discountAmount, addedTaxAmount, taxAmount, totalAmount, country },
    taxes: taxes.map((row) => ({
      ...{ kind: row.kind, country: row.country, region: row.region, rate: row.rate },
      ...{ net: row.netAmount, tax: row.taxAmount, gross: row.grossAmount },
    })),
  }
}

/** Returns the ISO date of a moment in the shop's time zone. */
export function toDay(moment: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(
    moment,
  )
}
