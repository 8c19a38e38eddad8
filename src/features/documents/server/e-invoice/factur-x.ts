import { toPriceValue } from '#contract/money/money.ts'
import type { DocumentLine, DocumentSnapshot } from '../../document-snapshot.rules.ts'
import { rowsOf } from '../../document-sums.rules.ts'
import { isInEu } from '../../eu-countries.rules.ts'

// Electronic invoice in the syntax UN/CEFACT Cross Industry Invoice, profile EN 16931 of Factur-X and ZUGFeRD.

/**
 * Returns whether a document gets an electronic invoice: the seller is in the EU, and EN 16931 can express the amounts,
 * which have at most two decimals.
 */
export const hasElectronicInvoice = ({ seller, buyer, currency }: DocumentSnapshot): boolean =>
  isInEu(seller.country) && buyer.country !== '' && currency.decimals <= 2

type Node = { name: string; attributes?: Record<string, string>; children: (Node | null)[] | string }

const node = (name: string, children: Node['children'], attributes?: Record<string, string>): Node => ({
  name: `ram:${name}`,
  children,
  attributes,
})
/** A node with a text, or null if the text is empty. */
const text = (name: string, value: string, attributes?: Record<string, string>): Node | null =>
  value === '' ? null : node(name, value, attributes)

/** Writes the XML. The amounts of a credit note are positive, because its type already says the direction. */
export function writeFacturX(snapshot: DocumentSnapshot): string {
  const isCredit = snapshot.kind === 'credit_note'
  const amount = (value: number) => toPriceValue(isCredit ? -value || 0 : value, snapshot.currency.decimals)
  const root: Node = {
    name: 'rsm:CrossIndustryInvoice',
    attributes: {
      'xmlns:rsm': 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100',
      'xmlns:ram': 'urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100',
      'xmlns:qdt': 'urn:un:unece:uncefact:data:standard:QualifiedDataType:100',
      'xmlns:udt': 'urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100',
    },
    children: [
      {
        name: 'rsm:ExchangedDocumentContext',
        children: [node('GuidelineSpecifiedDocumentContextParameter', [node('ID', 'urn:cen.eu:en16931:2017')])],
      },
      {
        name: 'rsm:ExchangedDocument',
        children: [
          node('ID', snapshot.number),
          // 380: commercial invoice, 381: credit note (UNTDID 1001).
          node('TypeCode', isCredit ? '381' : '380'),
          node('IssueDateTime', [dateTime(snapshot.issued_at)]),
          ...snapshot.tax.notes.map((note) => node('IncludedNote', [node('Content', note)])),
        ],
      },
      {
        name: 'rsm:SupplyChainTradeTransaction',
        children: [
          ...rowsOf(snapshot).map((line, index) => writeLine(line, index, snapshot, amount)),
          writeAgreement(snapshot),
          writeDelivery(snapshot),
          writeSettlement(snapshot, amount),
        ],
      },
    ],
  }
  return `<?xml version="1.0" encoding="UTF-8"?>\n${print(root, '')}`
}

const dateTime = (day: string): Node => ({
  name: 'udt:DateTimeString',
  attributes: { format: '102' },
  children: day.replaceAll('-', ''),
})

type Amount = (value: number) => string

function writeLine(line: DocumentLine, index: number, snapshot: DocumentSnapshot, amount: Amount): Node {
  // C62: one piece (UN/ECE Recommendation 20).
  const unit = { unitCode: 'C62' }
  return node('IncludedSupplyChainTradeLineItem', [
    node('AssociatedDocumentLineDocument', [node('LineID', String(index + 1))]),
    node('SpecifiedTradeProduct', [
      text('SellerAssignedID', line.sku),
      node('Name', line.name),
      text('Description', line.options.join(' / ')),
      line.hs_code === ''
        ? null
        : node('DesignatedProductClassification', [text('ClassCode', line.hs_code, { listID: 'HS' })]),
    ]),
    node('SpecifiedLineTradeAgreement', [
      // The price of all items of the row: a price of one item would have to be rounded.
      node('NetPriceProductTradePrice', [
        node('ChargeAmount', amount(line.net)),
        node('BasisQuantity', String(line.quantity), unit),
      ]),
    ]),
    node('SpecifiedLineTradeDelivery', [node('BilledQuantity', String(line.quantity), unit)]),
    node('SpecifiedLineTradeSettlement', [
      node('ApplicableTradeTax', [
        node('TypeCode', 'VAT'),
        node('CategoryCode', categoryOf(snapshot, line.tax_rate)),
        ...rateOf(snapshot, line.tax_rate),
      ]),
      node('SpecifiedTradeSettlementLineMonetarySummation', [node('LineTotalAmount', amount(line.net))]),
    ]),
  ])
}

/** Returns the code of the tax category (UNTDID 5305). */
function categoryOf({ tax }: DocumentSnapshot, rate: number): string {
  const ofTreatment: Partial<Record<typeof tax.treatment, string>> = {
    export: 'G',
    intra_community: 'K',
    reverse_charge: 'AE',
    small_business: 'E',
    untaxed: 'O',
  }
  return ofTreatment[tax.treatment] ?? (rate === 0 ? 'Z' : 'S')
}

/** Reasons of an exemption (VATEX code list of the European Commission). */
const exemptionCodes: Record<string, string> = { G: 'VATEX-EU-G', K: 'VATEX-EU-IC', AE: 'VATEX-EU-AE', O: 'VATEX-EU-O' }

// The rate is in percent, and sales outside the scope of VAT (O) must not have one.
const rateOf = (snapshot: DocumentSnapshot, rate: number): Node[] =>
  categoryOf(snapshot, rate) === 'O' ? [] : [node('RateApplicablePercent', String(rate / 1000))]

function writeAgreement(snapshot: DocumentSnapshot): Node {
  const { seller, buyer, order } = snapshot
  const hasVatNumbers = snapshot.tax.treatment !== 'untaxed'
  const registration = (number: string, scheme: 'VA' | 'FC') =>
    number === '' ? null : node('SpecifiedTaxRegistration', [text('ID', number, { schemeID: scheme })])
  return node('ApplicableHeaderTradeAgreement', [
    text('BuyerReference', order.reference),
    node('SellerTradeParty', [
      node('Name', seller.name),
      writeAddress(seller),
      node('URIUniversalCommunication', [text('URIID', seller.email, { schemeID: 'EM' })]),
      hasVatNumbers ? registration(seller.vat_number, 'VA') : null,
      registration(seller.tax_number, 'FC'),
    ]),
    node('BuyerTradeParty', [
      node('Name', buyer.company || buyer.name || '-'),
      writeAddress(buyer),
      hasVatNumbers ? registration(buyer.vat_number, 'VA') : null,
    ]),
    node('SellerOrderReferencedDocument', [node('IssuerAssignedID', order.number)]),
    order.reference === '' ? null : node('BuyerOrderReferencedDocument', [node('IssuerAssignedID', order.reference)]),
  ])
}

const writeAddress = (party: { street: string; postcode: string; city: string; country: string }): Node =>
  node('PostalTradeAddress', [
    text('PostcodeCode', party.postcode),
    text('LineOne', party.street),
    text('CityName', party.city),
    text('CountryID', party.country),
  ])

function writeDelivery({ buyer, supplied_at }: DocumentSnapshot): Node {
  // A month stands for its last day: the supply is complete then.
  const [year = 0, month = 1] = supplied_at.split('-').map(Number)
  const lastDay = new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)
  const day = supplied_at.length === 7 ? lastDay : supplied_at
  return node('ApplicableHeaderTradeDelivery', [
    node('ShipToTradeParty', [writeAddress(buyer)]),
    node('ActualDeliverySupplyChainEvent', [node('OccurrenceDateTime', [dateTime(day)])]),
  ])
}

function writeSettlement(snapshot: DocumentSnapshot, amount: Amount): Node {
  const { number, currency, payment, taxes, totals, credit } = snapshot
  return node('ApplicableHeaderTradeSettlement', [
    node('PaymentReference', number),
    node('InvoiceCurrencyCode', currency.code),
    payment.transfer === null
      ? null
      : node('SpecifiedTradeSettlementPaymentMeans', [
          // 30: credit transfer (UNTDID 4461).
          node('TypeCode', '30'),
          node('PayeePartyCreditorFinancialAccount', [node('IBANID', payment.transfer.iban.replace(/\s/g, ''))]),
        ]),
    ...taxes.map((one) => {
      const category = categoryOf(snapshot, one.rate)
      const isExempt = category !== 'S' && category !== 'Z'
      return node('ApplicableTradeTax', [
        node('CalculatedAmount', amount(one.tax)),
        node('TypeCode', 'VAT'),
        text('ExemptionReason', isExempt ? (snapshot.tax.notes[0] ?? '') : ''),
        node('BasisAmount', amount(one.net)),
        node('CategoryCode', category),
        text('ExemptionReasonCode', exemptionCodes[category] ?? ''),
        ...rateOf(snapshot, one.rate),
      ])
    }),
    node('SpecifiedTradePaymentTerms', [
      text('Description', payment.method),
      node('DueDateDateTime', [dateTime(payment.due_at ?? payment.paid_at ?? snapshot.issued_at)]),
    ]),
    node('SpecifiedTradeSettlementHeaderMonetarySummation', [
      node('LineTotalAmount', amount(totals.net)),
      node('TaxBasisTotalAmount', amount(totals.net)),
      node('TaxTotalAmount', amount(totals.tax), { currencyID: currency.code }),
      node('GrandTotalAmount', amount(totals.total)),
      node('TotalPrepaidAmount', amount(totals.paid)),
      node('DuePayableAmount', amount(totals.remaining)),
    ]),
    credit === null
      ? null
      : node('InvoiceReferencedDocument', [
          node('IssuerAssignedID', credit.invoice_number),
          node('FormattedIssueDateTime', [{ ...dateTime(credit.invoice_date), name: 'qdt:DateTimeString' }]),
        ]),
  ])
}

function print({ name, attributes = {}, children }: Node, indent: string): string {
  const start = [name, ...Object.entries(attributes).map(([key, value]) => `${key}="${escapeXml(value)}"`)].join(' ')
  if (typeof children === 'string') return `${indent}<${start}>${escapeXml(children)}</${name}>\n`
  const inner = children.filter((child) => child !== null).map((child) => print(child, `${indent}  `))
  return `${indent}<${start}>\n${inner.join('')}${indent}</${name}>\n`
}

/** XML has no form for control characters, so they are left out. */
const escapeXml = (value: string) =>
  value
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
