import * as z from 'zod/mini'

// A snapshot holds everything that is printed, so that a document never changes after it is issued.

const text = (max: number) => z.string().check(z.maxLength(max))
const required = (max: number) => z.string().check(z.minLength(1), z.maxLength(max))
/** Amounts are integers in the currency's smallest unit. Amounts of credit notes are negative. */
const amount = z.int()
/** `2026-11-12` */
const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/))
/** Two capital letters of ISO 3166. */
const country = z.string().check(z.regex(/^[A-Z]{2}$/))
/** Tax rate in thousandths of a percent: 19 % is 19000. 100000 is 100 %. */
const rate = z.int().check(z.gte(0), z.lte(100_000))

const seller = z.object({
  name: required(200),
  /** Street, postal code and town, as the country writes them, without name and country. */
  address_lines: z.array(required(200)).check(z.minLength(1), z.maxLength(6)),
  /** Parts of the address for the electronic invoice. */
  street: text(200),
  postcode: text(20),
  city: text(100),
  country,
  vat_number: text(32),
  tax_number: text(32),
  /** Registration for one country's tax, for example the Japanese qualified invoice issuer (T and 13 digits). */
  registration: text(32),
  email: text(254),
  phone: text(40),
  site: text(200),
  /** Lines required by company law: registration court, register number, managing directors. */
  register_lines: z.array(required(200)).check(z.maxLength(3)),
})

const buyer = z.object({
  name: text(200),
  company: text(200),
  address_lines: z.array(required(200)).check(z.maxLength(6)),
  street: text(200),
  postcode: text(20),
  city: text(100),
  country: z.union([country, z.literal('')]),
  vat_number: text(32),
})

/** A row of the document. Shipping has the same amounts as an item. */
const line = z.object({
  sku: text(100),
  name: required(300),
  options: z.array(text(100)).check(z.maxLength(10)),
  /** Commodity code, printed on exports. */
  hs_code: text(14),
  quantity: z.int().check(z.gte(1), z.lte(1_000_000)),
  /** Price of one item as the buyer saw the price: with tax if `tax.display` is `included`. */
  unit_price: amount,
  /** Share of the discount in the row, with tax if `tax.display` is `included`. Negative on an invoice. */
  discount: amount,
  net: amount,
  tax_rate: rate,
  tax: amount,
  gross: amount,
})

const taxSum = z.object({ country, region: text(100), rate, net: amount, tax: amount, gross: amount })

const sums = z.object({ net: amount, tax: amount, gross: amount })

export const documentSnapshot = z.object({
  kind: z.enum(['invoice', 'credit_note']),
  number: required(40),
  series: text(40),
  issued_at: day,
  /** Day or month (`2026-11`) of the supply. */
  supplied_at: z.string().check(z.regex(/^\d{4}-\d{2}(-\d{2})?$/)),
  /** Language code of the texts, for example `de`. */
  language: required(12),
  currency: z.object({
    code: z.string().check(z.regex(/^[A-Z]{3}$/)),
    symbol_left: text(12),
    symbol_right: text(12),
    decimals: z.int().check(z.gte(0), z.lte(4)),
  }),
  brand: z.object({ name: required(100), mark: z.nullable(z.enum(['harbor'])) }),
  seller,
  buyer,
  order: z.object({
    number: required(40),
    placed_at: day,
    /** The buyer's own order number, or empty. */
    reference: text(100),
    /** Address of the order page, with a token for guests. The QR code contains this address. */
    link: text(2_000),
    /** Short address that the text names, for example `harbor.example/orders`. */
    short_link: text(200),
    /** Last day of returns, or null if the text does not name a day. */
    returns_until: z.nullable(day),
  }),
  payment: z.object({
    /** Payment method, for example `Visa ···· 4242`. */
    method: text(100),
    paid_at: z.nullable(day),
    due_at: z.nullable(day),
    /** Account for a bank transfer of an unpaid invoice. */
    transfer: z.nullable(z.object({ name: required(70), iban: required(34), bic: text(11) })),
  }),
  lines: z.array(line).check(z.maxLength(500)),
  shipping: z.array(line).check(z.maxLength(10)),
  taxes: z.array(taxSum).check(z.maxLength(50)),
  totals: z.object({
    /** Items before discount and shipping, in the prices that the buyer saw. */
    items: amount,
    discount: amount,
    coupon_code: text(100),
    shipping: amount,
    net: amount,
    tax: amount,
    total: amount,
    paid: amount,
    remaining: amount,
  }),
  tax: z.object({
    /** Name of the tax in the texts. */
    name: z.enum(['vat', 'tax']),
    treatment: z.enum([
      'domestic',
      'oss',
      'destination',
      'export',
      'intra_community',
      'reverse_charge',
      'small_business',
      'untaxed',
    ]),
    display: z.enum(['included', 'added']),
    /** Tax is rounded per line, or once per rate of the document (Japan). */
    rounding: z.enum(['line', 'document']),
    /** Sentences below the tax table: legal reasons of an exemption, OSS, origin of goods. */
    notes: z.array(required(500)).check(z.maxLength(8)),
  }),
  /** Only of credit notes. */
  credit: z.nullable(
    z.object({
      invoice_number: required(40),
      invoice_date: day,
      reason: text(500),
      refunded_at: z.nullable(day),
      /** Amounts of the invoice, and the amounts that all its credit notes leave. */
      invoice: sums,
      left: sums,
    }),
  ),
})

export type DocumentSnapshot = z.infer<typeof documentSnapshot>
export type DocumentLine = DocumentSnapshot['lines'][number]
