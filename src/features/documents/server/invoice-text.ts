import { toPriceValue } from '#contract/money/money.ts'
import type { DocumentLine, DocumentSnapshot } from '../document-snapshot.rules.ts'
import { rowsOf } from '../document-sums.rules.ts'
import type { PaperWords } from './paper-words.ts'

export type Fact = { label: string; value: string; isStrong?: boolean }
export type Column = { id: ColumnId; head: string; width: number; align: 'start' | 'center' | 'right' }
export type ColumnId = 'item' | 'quantity' | 'price' | 'discount' | 'rate' | 'net' | 'tax' | 'total'
export type TableRow = { name: string; detail: string; cells: Partial<Record<ColumnId, string>>; line: DocumentLine }
export type SumRow = { name: string; figure: string; kind: 'plain' | 'total' | 'due' }
export type FigureTable = {
  title: string
  heads: string[]
  rows: { name: string; figures: string[]; isStrong: boolean }[]
}

/** All texts of an invoice or credit note, ready to be placed on pages. */
export type InvoiceText = {
  title: string
  name: string
  lead: string
  intro: string
  /** Head of the second page and later pages. */
  continued: string
  sender: string
  buyerLabel: string
  buyer: { text: string; isStrong: boolean }[]
  facts: Fact[][]
  caption: string
  columns: Column[]
  rows: TableRow[]
  figures: FigureTable | null
  notes: string[]
  sums: SumRow[]
  end: { title: string; text: string; qr: string; link: string | null; alt: string } | null
  foot: FootText
  carriedTo: (page: number) => string
  broughtFrom: (page: number) => string
  carry: (lines: readonly DocumentLine[]) => Partial<Record<ColumnId, string>>
}

/** The seller's foot: four columns, and the number of the page below the last. */
export type FootText = { columns: string[][]; pageOf: (page: number, pages: number) => string }

export function writeInvoiceText(snapshot: DocumentSnapshot, words: PaperWords): InvoiceText {
  const { t, date } = words
  const { number, issued_at, totals, credit, seller } = snapshot
  const isInvoice = snapshot.kind === 'invoice'
  const name = isInvoice ? t('Invoice') : t('Credit note')
  const columns = chooseColumns(snapshot, words)
  const rows = rowsOf(snapshot).map((line) => writeRow(line, snapshot, words))
  return {
    title: `${name} ${number}`,
    name,
    lead: writeLead(snapshot, words),
    intro: credit ? writeIntro(credit, words) : '',
    continued: isInvoice
      ? t('Invoice {number} of {date}', { number, date: date(issued_at) })
      : t('Credit note {number} of {date}', { number, date: date(issued_at) }),
    sender: [seller.name, ...seller.address_lines].join(' · '),
    buyerLabel: t('Recipient'),
    buyer: writeBuyer(snapshot, words),
    facts: writeFacts(snapshot, words),
    caption: isInvoice ? t('Lines of the invoice') : t('Lines of the credit note'),
    columns,
    rows,
    figures: credit ? writeLeft(credit, snapshot, words) : writeTaxes(snapshot, words),
    notes: [...(credit ? writeRates(snapshot, words) : []), ...snapshot.tax.notes],
    sums: credit ? writeCreditSums(snapshot, words) : writeInvoiceSums(snapshot, words),
    end: writeEnd(snapshot, words),
    foot: writeFoot(seller, snapshot.buyer.country, words),
    carriedTo: (page) => t('Carried forward to page {page}', { page }),
    broughtFrom: (page) => t('Brought forward from page {page}', { page }),
    carry: (lines) => {
      const sum = (read: (line: DocumentLine) => number) =>
        words.figure(lines.reduce((all, line) => all + read(line), 0))
      return {
        ...(totals.discount === 0 ? {} : { discount: sum(({ discount }) => discount) }),
        net: sum(({ net }) => net),
        tax: sum(({ tax }) => tax),
        total: sum((line) => rowTotal(line, snapshot)),
      }
    },
  }
}

function writeEnd(snapshot: DocumentSnapshot, words: PaperWords): InvoiceText['end'] {
  const transfer = writeTransfer(snapshot, words)
  if (transfer) return transfer
  const { t, date } = words
  const { order, seller } = snapshot
  if (order.link === '') return null
  const shared = { qr: order.link, link: order.link, alt: t('QR code to order {number}', { number: order.number }) }
  if (snapshot.kind === 'credit_note') {
    const text = seller.email
      ? t(
          'The bank may take up to 5 working days to show it. Scan the code to see the order, its invoice and this note, or write to {email}.',
          { email: seller.email },
        )
      : t(
          'The bank may take up to 5 working days to show it. Scan the code to see the order, its invoice and this note.',
        )
    return { ...shared, title: t('Your refund'), text }
  }
  const about = t('See where it is, send something back or ask us: scan the code or go to {link}.', {
    link: order.short_link,
  })
  // Japanese and Chinese have no space between sentences.
  const joint = /^(?:ja|zh)/.test(words.language) ? '' : ' '
  const until = order.returns_until ? t('Returns are open until {date}.', { date: date(order.returns_until) }) : ''
  return { ...shared, title: t('Your order'), text: [about, until].filter(Boolean).join(joint) }
}

/** The code of the European Payments Council, with which banking apps fill in a transfer. It exists only for euros. */
function writeTransfer(snapshot: DocumentSnapshot, { t, money, date }: PaperWords): InvoiceText['end'] {
  const { payment, totals, number, currency } = snapshot
  const { transfer } = payment
  if (snapshot.kind !== 'invoice' || !transfer || totals.remaining <= 0) return null
  const account = [
    transfer.name,
    `IBAN ${transfer.iban.replace(/(.{4})(?=.)/g, '$1 ')}`,
    transfer.bic && `BIC ${transfer.bic}`,
  ]
  const due = payment.due_at ? t('payable by {date}', { date: date(payment.due_at) }) : ''
  const reference = [t('Reference: {text}', { text: number }), money(totals.remaining), due]
  const lines = [account, reference].map((parts) => parts.filter(Boolean).join(' · '))
  const code = [
    ...['BCD', '002', '1', 'SCT', transfer.bic, transfer.name, transfer.iban.replace(/\s/g, '')],
    ...[`EUR${toPriceValue(totals.remaining, currency.decimals)}`, '', '', number],
  ].join('\n')
  const isEuro = currency.code === 'EUR'
  return {
    title: t('Bank transfer'),
    text: lines.join('\n'),
    qr: isEuro ? code : snapshot.order.link,
    link: isEuro ? null : snapshot.order.link,
    alt: isEuro ? t('QR code of the bank transfer') : t('QR code to order {number}', { number: snapshot.order.number }),
  }
}

function writeLead({ totals, payment, credit }: DocumentSnapshot, { t, money, date }: PaperWords): string {
  if (credit) {
    const amount = money(-totals.total)
    return credit.refunded_at ? t('{amount}, refunded on {date}', { amount, date: date(credit.refunded_at) }) : amount
  }
  const amount = money(totals.total)
  if (payment.paid_at) return t('{amount}, paid on {date}', { amount, date: date(payment.paid_at) })
  return payment.due_at ? t('{amount}, payable by {date}', { amount, date: date(payment.due_at) }) : amount
}

function writeIntro(
  { invoice_number: number, invoice_date, reason }: NonNullable<DocumentSnapshot['credit']>,
  { t, date }: PaperWords,
): string {
  const corrects = t('This note corrects invoice {number} of {date}.', { number, date: date(invoice_date) })
  return reason === '' ? corrects : `${corrects} ${t('Reason: {reason}', { reason })}`
}

function writeBuyer({ buyer, seller }: DocumentSnapshot, { language, country, own }: PaperWords): InvoiceText['buyer'] {
  // Japanese addresses end with the name and the form of address.
  const isJapanese = language === 'ja'
  const names = [buyer.company, buyer.name].filter(Boolean)
  const abroad = buyer.country === seller.country ? [] : [country(buyer.country)]
  const lines = [...buyer.address_lines, ...abroad]
    .filter(Boolean)
    .map((text) => ({ text: own(text), isStrong: false }))
  if (isJapanese)
    return [
      ...lines,
      ...names.map((text, index) => ({ text: index === names.length - 1 ? `${text} 様` : text, isStrong: true })),
    ]
  return [...names.map((text) => ({ text: own(text), isStrong: false })), ...lines]
}

function writeFacts(snapshot: DocumentSnapshot, { t, date, currencyName }: PaperWords): Fact[][] {
  const { number, issued_at, supplied_at, seller, buyer, order, currency, credit } = snapshot
  const code = currency.code
  const money = { label: t('Currency'), value: `${currencyName(code)} (${code})` }
  const numbers: Fact[] = [
    { label: t('Registration number'), value: seller.registration, isStrong: true },
    { label: t('Your order number'), value: order.reference },
    { label: t('Your VAT ID'), value: buyer.vat_number, isStrong: true },
    { label: t('Our VAT ID'), value: buyer.vat_number && seller.vat_number, isStrong: true },
  ]
  const filled = numbers.filter(({ value }) => value !== '')
  if (credit) {
    return [
      [
        { label: t('Credit note number'), value: number, isStrong: true },
        { label: t('Credit note date'), value: date(issued_at) },
      ],
      [
        { label: t('Corrects invoice'), value: credit.invoice_number, isStrong: true },
        { label: t('Invoice date'), value: date(credit.invoice_date) },
        { label: t('Order'), value: order.number },
        ...filled,
        money,
      ],
    ]
  }
  const supplied = supplied_at.length === 7 ? t('Supplied in') : t('Supplied on')
  return [
    [
      { label: t('Invoice number'), value: number, isStrong: true },
      { label: t('Invoice date'), value: date(issued_at) },
      { label: supplied, value: date(supplied_at) },
    ],
    [
      { label: t('Order'), value: order.number },
      { label: t('Order date'), value: date(order.placed_at) },
      ...filled,
      money,
    ],
  ]
}

const isTaxed = ({ tax }: DocumentSnapshot) => tax.treatment !== 'small_business' && tax.treatment !== 'untaxed'

function chooseColumns(snapshot: DocumentSnapshot, { t, rate, language }: PaperWords): Column[] {
  const { totals, tax } = snapshot
  const rates = [...new Set(rowsOf(snapshot).map(({ tax_rate }) => tax_rate))]
  const name = tax.name === 'vat' ? t('VAT') : t('Tax')
  const discount = totals.coupon_code === '' ? t('Discount') : t('Coupon')
  const hasTax = isTaxed(snapshot)
  // A rounding per document gives no amount of tax per row.
  const hasAmounts = hasTax && tax.rounding === 'line' && rates.some((one) => one !== 0)
  const hasRate = hasTax && (rates.length > 1 || !hasAmounts)
  const [only = 0] = rates
  const withRate = tax.name === 'vat' ? t('VAT {rate}', { rate: rate(only) }) : t('Tax {rate}', { rate: rate(only) })
  const rateHead = hasAmounts ? t('Rate') : name
  // Japanese prices must say that they include the tax.
  const withTax = language === 'ja' && hasTax && tax.display === 'included' ? '（税込）' : ''
  const all: (Column | false)[] = [
    { id: 'item', head: t('Item'), width: 0, align: 'start' },
    { id: 'quantity', head: t('Qty'), width: hasAmounts ? 10 : 16, align: 'center' },
    { id: 'price', head: t('Price') + withTax, width: hasAmounts ? 19 : 25, align: 'right' },
    totals.discount !== 0 && { id: 'discount', head: discount, width: hasAmounts ? 19 : 25, align: 'right' },
    hasRate && { id: 'rate', head: rateHead, width: hasAmounts ? 13 : 18, align: 'right' },
    hasAmounts && { id: 'net', head: t('Net'), width: 19, align: 'right' },
    hasAmounts && { id: 'tax', head: hasRate ? name : withRate, width: 19, align: 'right' },
    { id: 'total', head: t('Total') + withTax, width: hasAmounts ? 21 : 25, align: 'right' },
  ]
  return all.filter((column) => column !== false)
}

function writeRow(line: DocumentLine, snapshot: DocumentSnapshot, words: PaperWords): TableRow {
  const { t, figure, rate, own } = words
  const { tax } = snapshot
  const showsNetEach = line.quantity > 1 && tax.display === 'included' && line.tax !== 0 && tax.rounding === 'line'
  const isUndiscounted = line.discount === 0
  const each = showsNetEach && isUndiscounted ? Math.round(line.net / line.quantity) : null
  const detail = [
    line.options.map(own).join(' / '),
    own(line.sku),
    own(line.hs_code && `HS\u00a0${line.hs_code}`),
    each === null ? '' : t('net {amount} each', { amount: figure(Math.abs(each)) }),
  ]
  return {
    name: own(line.name),
    detail: detail.filter(Boolean).join(' · '),
    cells: {
      quantity: String(line.quantity),
      price: figure(line.unit_price),
      discount: isUndiscounted ? '' : figure(line.discount),
      rate: rate(line.tax_rate),
      net: figure(line.net),
      tax: figure(line.tax),
      total: figure(rowTotal(line, snapshot)),
    },
    line,
  }
}

/** The last column is net if tax is added below the table and has no column of its own. */
const rowTotal = (line: DocumentLine, { tax }: DocumentSnapshot) =>
  tax.display === 'added' && tax.rounding === 'document' ? line.net : line.gross

const rateName = (one: DocumentSnapshot['taxes'][number], { tax }: DocumentSnapshot, words: PaperWords): string => {
  const place = one.region ? `${words.country(one.country)}, ${one.region}` : words.country(one.country)
  const name = tax.treatment === 'export' ? words.t('Export') : place
  return `${name} ${words.rate(one.rate)}`
}

function writeTaxes(snapshot: DocumentSnapshot, words: PaperWords): FigureTable | null {
  const { t, figure } = words
  if (!isTaxed(snapshot) || snapshot.taxes.length === 0) return null
  const isVat = snapshot.tax.name === 'vat'
  const name = isVat ? t('VAT') : t('Tax')
  const rows = snapshot.taxes.map((one) => ({
    name: rateName(one, snapshot, words),
    figures: [one.net, one.tax, one.gross].map(figure),
    isStrong: false,
  }))
  const { net, tax, total } = snapshot.totals
  const all = { name: t('Total'), figures: [net, tax, total].map(figure), isStrong: true }
  const title = isVat ? t('VAT-title') : t('Tax')
  return { title, heads: [t('Rate'), t('Net'), name, t('Gross')], rows: rows.length > 1 ? [...rows, all] : rows }
}

function writeRates(snapshot: DocumentSnapshot, words: PaperWords): string[] {
  const { t } = words
  if (!isTaxed(snapshot) || snapshot.taxes.length === 0) return []
  const name = snapshot.tax.name === 'vat' ? t('VAT') : t('Tax')
  return [`${name}: ${snapshot.taxes.map((one) => rateName(one, snapshot, words)).join(', ')}`]
}

function writeLeft(
  { invoice, left, invoice_number }: NonNullable<DocumentSnapshot['credit']>,
  { totals, tax }: DocumentSnapshot,
  { t, figure }: PaperWords,
): FigureTable {
  const taxName = tax.name === 'vat' ? t('VAT') : t('Tax')
  const figuresOf = (sums: { net: number; tax: number; gross: number }) => [sums.net, sums.tax, sums.gross].map(figure)
  const before = { net: left.net - totals.net, tax: left.tax - totals.tax, gross: left.gross - totals.total }
  const hasOthers = before.gross !== invoice.gross
  const others = { net: before.net - invoice.net, tax: before.tax - invoice.tax, gross: before.gross - invoice.gross }
  return {
    title: t('What is left of the invoice'),
    heads: ['', t('Net'), taxName, t('Gross')],
    rows: [
      { name: t('Invoice {number}', { number: invoice_number }), figures: figuresOf(invoice), isStrong: false },
      ...(hasOthers ? [{ name: t('Earlier credit notes'), figures: figuresOf(others), isStrong: false }] : []),
      { name: t('This credit note'), figures: figuresOf({ ...totals, gross: totals.total }), isStrong: false },
      { name: t('Left'), figures: figuresOf(left), isStrong: true },
    ],
  }
}

function writeInvoiceSums(snapshot: DocumentSnapshot, { t, figure, money }: PaperWords): SumRow[] {
  const { totals, tax, payment } = snapshot
  const coupon = totals.coupon_code ? t('Coupon {code}', { code: totals.coupon_code }) : t('Discount')
  const isVat = tax.name === 'vat'
  const withTax = isVat ? t('Total with VAT') : t('Total with tax')
  const addedTax = tax.display === 'added' && isTaxed(snapshot)
  const method = payment.method ? t('Paid by {method}', { method: payment.method }) : t('Paid')
  const rows: (SumRow | false)[] = [
    { name: t('Items'), figure: figure(totals.items), kind: 'plain' },
    totals.discount !== 0 && { name: coupon, figure: figure(totals.discount), kind: 'plain' },
    snapshot.shipping.length > 0 && { name: t('Shipping'), figure: figure(totals.shipping), kind: 'plain' },
    addedTax && { name: isVat ? t('VAT') : t('Tax'), figure: figure(totals.tax), kind: 'plain' },
    { name: totals.tax === 0 ? t('Total') : withTax, figure: money(totals.total), kind: 'total' },
    totals.paid !== 0 && { name: method, figure: figure(-totals.paid), kind: 'plain' },
    totals.paid !== 0 && { name: t('To pay'), figure: money(totals.remaining), kind: 'due' },
  ]
  return rows.filter((row) => row !== false)
}

function writeCreditSums(snapshot: DocumentSnapshot, { t, figure, money }: PaperWords): SumRow[] {
  const { totals, tax, payment } = snapshot
  const isVat = tax.name === 'vat'
  const method = payment.method ? t('Refunded to {method}', { method: payment.method }) : t('Refunded')
  const withTax = isVat ? t('Credit with VAT') : t('Credit with tax')
  const rows: (SumRow | false)[] = [
    isTaxed(snapshot) && { name: t('Net'), figure: figure(totals.net), kind: 'plain' },
    isTaxed(snapshot) && { name: isVat ? t('VAT') : t('Tax'), figure: figure(totals.tax), kind: 'plain' },
    { name: totals.tax === 0 ? t('Credit') : withTax, figure: money(totals.total), kind: 'total' },
    totals.paid !== 0 && { name: method, figure: figure(-totals.paid), kind: 'plain' },
    { name: t('Still to refund'), figure: money(Math.abs(totals.remaining)), kind: 'due' },
  ]
  return rows.filter((row) => row !== false)
}

export function writeFoot(
  seller: DocumentSnapshot['seller'],
  buyerCountry: string,
  { t, country, own, language }: PaperWords,
): FootText {
  const address = seller.address_lines.map(own)
  const last = address.pop() ?? ''
  const comma = language === 'ar' ? '، ' : ', '
  const ending = buyerCountry === seller.country ? last : `${last}${comma}${country(seller.country)}`
  const numbers = [
    seller.vat_number && t('VAT ID {number}', { number: seller.vat_number }),
    seller.tax_number && t('Tax number {number}', { number: seller.tax_number }),
    seller.registration && t('Registration number {number}', { number: seller.registration }),
  ]
  return {
    columns: [
      [own(seller.name), ...address, ending],
      seller.register_lines.map(own),
      numbers.filter(Boolean),
      [seller.email, seller.site, seller.phone].filter(Boolean),
    ],
    pageOf: (page, pages) => t('Page {page} of {pages}', { page, pages }),
  }
}
