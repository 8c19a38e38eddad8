import type { FetchedRates } from '../exchange-rates.rules.ts'
import { NoRates, type RateSource } from './rate-source.ts'

const ecbAddress = 'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml'
// 100,000: the file has two kilobytes, so a much larger file is something else.
const maxBytes = 100_000
const maxMs = 10_000
/**
 * Plausible numbers of rates in a file. A file with fewer rates is truncated, and a file with more rates is something
 * else.
 */
const rateCount = { min: 10, max: 300 }

/**
 * Returns the reference rates of the European Central Bank as a source: one file each working day, in units per euro.
 */
export const createEcbRates = (address = ecbAddress): RateSource => ({
  fetchRates: async (fetchOutside) => {
    const bytes = await fetchOutside(address, { maxBytes, maxMs, accept: 'application/xml, text/xml' })
    return readEcbFile(new TextDecoder().decode(bytes))
  },
})

/**
 * Parses `<Cube time='2026-11-13'>` with `<Cube currency='USD' rate='1.0845'/>` inside. Any invalid part rejects the
 * whole file.
 */
export function readEcbFile(text: string): FetchedRates {
  const days = [...text.matchAll(/<Cube\s+time=(["'])(\d{4}-\d\d-\d\d)\1\s*>/g)].map((match) => match[2])
  const [day] = days
  // The rates are fixed in Frankfurt at 14:15.
  const asOf = new Date(`${day}T13:15:00Z`)
  if (days.length !== 1 || Number.isNaN(asOf.getTime())) throw new NoRates('The file has no date.')
  const rates = new Map<string, number>()
  for (const [, , currency = '', , written = ''] of text.matchAll(
    /<Cube\s+currency=(["'])([^"']*)\1\s+rate=(["'])([^"']*)\3\s*\/?>/g,
  )) {
    const rate = /^\d{1,7}(?:\.\d{1,10})?$/.test(written) ? Number(written) : 0
    if (!/^[A-Z]{3}$/.test(currency) || rate <= 0 || rates.has(currency)) {
      throw new NoRates('The file contains an invalid rate.')
    }
    rates.set(currency, rate)
  }
  if (rates.size < rateCount.min || rates.size > rateCount.max) {
    throw new NoRates(`The file is incomplete, because it contains only ${rates.size} rates.`)
  }
  return { base: 'EUR', asOf, rates }
}
