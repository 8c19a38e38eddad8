import * as z from 'zod/mini'
import { CannotFetch, type FetchOutside } from './fetch-outside.ts'

/** `not_checked` means that the service has no answer, which never stops a sale. */
export type VatCheckResult = 'valid' | 'invalid' | 'not_checked'
/** Asks the tax offices whether a normalized VAT number exists. */
export type VatNumberCheck = (vatNumber: string) => Promise<VatCheckResult>

const viesAddress = 'https://ec.europa.eu/taxation_customs/vies/rest-api'
// 3 s: a shopper waits for the order.
const maxMs = 3000
// 20,000: a response has less than a kilobyte.
const maxBytes = 20_000
/** VAT prefixes that VIES knows. Greece uses EL, and Northern Ireland uses XI. */
const prefixes = 'AT BE BG CY CZ DE DK EE EL ES FI FR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK XI'.split(' ')

const Answer = z.object({ isValid: z.boolean(), userError: z.optional(z.string()) })

/** Creates the check by VIES, the service of the European Commission. */
export const createVies =
  (fetchOutside: FetchOutside, address = viesAddress): VatNumberCheck =>
  async (vatNumber) => {
    const country = vatNumber.slice(0, 2)
    if (!prefixes.includes(country)) return 'not_checked'
    try {
      const url = `${address}/ms/${country}/vat/${encodeURIComponent(vatNumber.slice(2))}`
      const bytes = await fetchOutside(url, { maxBytes, maxMs, accept: 'application/json' })
      const { isValid, userError } = Answer.parse(JSON.parse(new TextDecoder().decode(bytes)))
      if (isValid) return 'valid'
      // Other errors, such as MS_UNAVAILABLE, say nothing about the number.
      return userError === 'INVALID' ? 'invalid' : 'not_checked'
    } catch (error) {
      if (error instanceof CannotFetch || error instanceof SyntaxError || error instanceof z.core.$ZodError)
        return 'not_checked'
      throw error
    }
  }
