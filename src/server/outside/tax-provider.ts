/** A provider of sales tax, for countries whose rates depend on the exact place. Each provider is a value of this type. */
export type TaxProvider = {
  /** The value of the setting `tax_provider` that selects the provider. */
  name: string
  /** Returns the tax, or null if the provider cannot answer. The shop then uses its own rates. */
  quote(request: TaxRequest): Promise<TaxAnswer | null>
}

export type TaxRequest = {
  currency: string
  decimals: number
  /** Whether the amounts include the tax, or the tax is added to them. */
  display: 'included' | 'added'
  /** The lines after discounts, in minor units, with the tax category of their goods. */
  lines: readonly { amount: number; taxCategory: string | null }[]
  shippingAmount: number
  address: { country: string; region: string; postcode: string }
}

/** Rates are in thousandths of a percent: 19 % is 19000. */
export type ProvidedTax = { taxAmount: number; rate: number }
/** The tax of each line, in the order of the request, and of the shipping costs. */
export type TaxAnswer = { lines: ProvidedTax[]; shipping: ProvidedTax }
