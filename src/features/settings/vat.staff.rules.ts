import { hasVatLetters, judgeVatNumber } from './vat.rules.ts'

/** Returns the problem of a normalized VAT number, or null. An empty number is allowed. */
export function findVatProblem(number: string): string | null {
  if (number === '') return null
  if (!hasVatLetters(number) || !/^[A-Z]{2}[A-Z0-9/+*]{4,18}$/.test(number)) {
    return 'Two letters of the country, then its number, as DK13585628'
  }
  return judgeVatNumber(number) === 'wrong' ? 'A digit of this number is wrong' : null
}
