import type Stripe from 'stripe'
import { findStripeDecimals, rescaleAmount } from '#features/payments/payments.rules.ts'
import type { Log } from '#server/log/log.ts'
import type { ProvidedTax, TaxAnswer, TaxProvider, TaxRequest } from '#server/outside/tax-provider.ts'
import type { StripeSettings } from './stripe-provider.ts'

type StripeTaxSettings = Pick<StripeSettings, 'secretKey' | 'api'> & { log: Log }

// 3 s: a shopper waits for the quote. After that, the shop's own rates are used.
const timeoutMs = 3000
// 1,000 quotes of 30 minutes: the checkout asks for the same amounts again when the order is placed.
const maxQuotes = 1000
const quoteMs = 30 * 60_000

/** Stripe's tax codes of general goods and of shipping. */
const generalCode = 'txcd_99999999'
const shippingCode = 'txcd_92010001'

/**
 * Creates the provider for Stripe Tax (`POST /v1/tax/calculations`). Quotes are cached in the process, so that placing an order uses
 * the amounts that the shopper saw.
 */
export function createStripeTax({ secretKey, api, log }: StripeTaxSettings): TaxProvider {
  const options = { maxNetworkRetries: 0, timeout: timeoutMs, telemetry: false, ...api }
  let client: Promise<Stripe> | undefined
  const quotes = new Map<string, { answer: TaxAnswer; until: number }>()
  return {
    name: 'stripe',
    async quote(request) {
      const key = JSON.stringify(request)
      const known = quotes.get(key)
      if (known && known.until > Date.now()) return known.answer
      try {
        client ??= import('stripe').then(({ default: Client }) => new Client(secretKey, options))
        const wanted = toCalculation(request)
        const answer = wanted && toAnswer(request, await (await client).tax.calculations.create(wanted))
        if (!answer) return null
        const [oldest] = quotes.keys()
        if (quotes.size >= maxQuotes && oldest !== undefined) quotes.delete(oldest)
        quotes.set(key, { answer, until: Date.now() + quoteMs })
        return answer
      } catch (error) {
        log.warn('Stripe Tax did not answer, so the shop’s own rates are used', { error })
        return null
      }
    },
  }
}

/** Returns the request for Stripe, or null for amounts or places that Stripe cannot compute. */
function toCalculation(request: TaxRequest): Stripe.Tax.CalculationCreateParams | null {
  const { currency, decimals, display, lines, shippingAmount, address } = request
  // Stripe needs the postal code to find local taxes of the United States.
  if (address.country === 'US' && !address.postcode) return null
  const units = (amount: number) => rescaleAmount(amount, decimals, findStripeDecimals(currency))
  const taxBehavior = display === 'added' ? 'exclusive' : 'inclusive'
  const amounts = lines.map(({ amount }) => units(amount))
  const shipping = units(shippingAmount)
  if (shipping === null || amounts.includes(null)) return null
  return {
    currency: currency.toLowerCase(),
    line_items: amounts.map((amount, index) => ({
      amount: amount ?? 0,
      reference: `line-${index}`,
      tax_behavior: taxBehavior,
      tax_code: generalCode,
    })),
    shipping_cost: { amount: shipping, tax_behavior: taxBehavior, tax_code: shippingCode },
    customer_details: {
      address: { country: address.country, state: address.region, postal_code: address.postcode },
      address_source: 'shipping',
    },
    expand: ['line_items.data.tax_breakdown'],
  }
}

/** Reads the tax of every line. Returns null if a line is missing. */
function toAnswer(
  { currency, decimals, lines }: TaxRequest,
  { line_items, shipping_cost: shipping }: Stripe.Tax.Calculation,
): TaxAnswer | null {
  const toTax = (part: TaxedPart | null | undefined): ProvidedTax | null => {
    if (!part) return null
    const taxAmount = rescaleAmount(part.amount_tax, findStripeDecimals(currency), decimals)
    return taxAmount === null ? null : { taxAmount, rate: findRate(part) }
  }
  const found = lines.map((_, index) => toTax(line_items?.data.find(({ reference }) => reference === `line-${index}`)))
  const taxed = found.filter((one) => one !== null)
  return taxed.length === lines.length ? { lines: taxed, shipping: toTax(shipping) ?? { taxAmount: 0, rate: 0 } } : null
}

type TaxedPart = {
  amount: number
  amount_tax: number
  tax_behavior: string
  tax_breakdown?: { tax_rate_details: { percentage_decimal: string } | null }[] | null
}

/** Returns the sum of the rates of state, county, city and districts, or else the rate of the amounts. */
function findRate({ amount, amount_tax: tax, tax_behavior, tax_breakdown }: TaxedPart): number {
  if (tax === 0) return 0
  const percent = (tax_breakdown ?? []).reduce(
    (sum, one) => sum + Number(one.tax_rate_details?.percentage_decimal ?? 0),
    0,
  )
  if (percent > 0) return Math.round(percent * 1000)
  const net = tax_behavior === 'inclusive' ? amount - tax : amount
  return net > 0 ? Math.round((tax / net) * 100_000) : 0
}
