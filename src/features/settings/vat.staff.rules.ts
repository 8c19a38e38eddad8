import { checkVatNumber, hasVatPrefix } from './vat.rules.ts'

/** Returns the problem of a normalized VAT number, or null. An empty number is allowed. */
export function findVatProblem(number: string): string | null {
  if (number === '') return null
  if (!hasVatPrefix(number) || !/^[A-Z]{2}[A-Z0-9/+*]{4,18}$/.test(number)) {
    return 'Enter the country code and the number, such as DK13585628'
  }
  return checkVatNumber(number) === 'wrong' ? 'This number is not valid. Check its digits.' : null
}
