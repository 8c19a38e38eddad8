import type { FetchOutside } from '#server/outside/fetch-outside.ts'
import type { FetchedRates } from '../exchange-rates.rules.ts'

/** The error for a response without rates. The message is for staff. */
export class NoRates extends Error {
  override name = 'NoRates'
}

/** A publisher of exchange rates. Throws `CannotFetch` or `NoRates` on failure. */
export type RateSource = { fetchRates: (fetchOutside: FetchOutside) => Promise<FetchedRates> }
