import type { FetchOutside } from '#server/outside/fetch-outside.ts'
import type { FetchedRates } from '../exchange-rates.rules.ts'

/** The source answered something that are no rates; the message is for staff. */
export class NoRates extends Error {
  override name = 'NoRates'
}

/** Somebody who publishes exchange rates. Throws `CannotFetch` or `NoRates` where none came. */
export type RateSource = { fetchRates: (fetchOutside: FetchOutside) => Promise<FetchedRates> }
