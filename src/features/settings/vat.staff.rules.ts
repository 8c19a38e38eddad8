import { checkVatNumber, hasVatPrefix } from './vat.rules.ts'

/** Returns the problem of a normalized VAT number, or null. An empty number is allowed. */
export function findVatProblem(number: string): string | null {
  if (number === '') return null
  if (!hasVatPrefix(number) || !/^[A-Z]{2}[A-Z0-9/+*]{4,18}$/.test(number)) {
    return 'Two letters of the country, then its number, as DK13585628'
  }
  return checkVatNumber(number) === 'wrong' ? 'A digit of this number is wrong' : null
}
