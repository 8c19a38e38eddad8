import { isCountryCode } from './country-codes.rules.ts'

/** Returns the weighted sum of digits. */
const weigh = (digits: string, weights: readonly number[]) =>
  weights.reduce((sum, weight, at) => sum + weight * Number(digits[at]), 0)

/** Returns the Luhn sum: every second digit is doubled and its own digits are added. */
const luhn = (digits: string) =>
  [...digits].reverse().reduce((sum, digit, at) => {
    const value = Number(digit) * (at % 2 === 1 ? 2 : 1)
    return sum + (value > 9 ? value - 9 : value)
  }, 0) % 10

/** Checks digits by ISO 7064, modulo 11 and 10. */
function mod11And10(digits: string): boolean {
  const rest = [...digits.slice(0, -1)].reduce((product, digit) => {
    const sum = (Number(digit) + product) % 10 || 10
    return (sum * 2) % 11
  }, 10)
  return (11 - rest) % 10 === Number(digits.at(-1))
}

/** Returns the remainder by ISO 7064, modulo 97. Letters count from ten. */
const mod97 = (text: string) =>
  [...text].reduce((rest, letter) => {
    const value = Number.parseInt(letter, 36)
    return (rest * (value > 9 ? 100 : 10) + value) % 97
  }, 0)

function isDutchPerson(digits: string): boolean {
  const rest = weigh(digits, [9, 8, 7, 6, 5, 4, 3, 2]) % 11
  return rest < 10 && rest === Number(digits[8])
}

function isBritish(digits: string): boolean {
  const sum = weigh(digits, [8, 7, 6, 5, 4, 3, 2]) + Number(digits.slice(7, 9))
  // Numbers issued since 2010 are offset by 55.
  return sum % 97 === 0 || (sum + 55) % 97 === 0
}

type Rule = { looks: RegExp; adds?: (own: string) => boolean }

/** The format after the country prefix, and the check of the digits if the country has one. */
const rules: Record<string, Rule> = {
  AT: {
    looks: /^U\d{8}$/,
    adds: (own) => (16 - luhn(own.slice(1, 8))) % 10 === Number(own[8]),
  },
  BE: { looks: /^[01]\d{9}$/, adds: (own) => 97 - (Number(own.slice(0, 8)) % 97) === Number(own.slice(8)) },
  BG: { looks: /^\d{9,10}$/ },
  CY: { looks: /^\d{8}[A-Z]$/ },
  CZ: { looks: /^\d{8,10}$/ },
  DE: { looks: /^[1-9]\d{8}$/, adds: mod11And10 },
  DK: { looks: /^[1-9]\d{7}$/, adds: (own) => weigh(own, [2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0 },
  EE: { looks: /^\d{9}$/, adds: (own) => weigh(own, [3, 7, 1, 3, 7, 1, 3, 7, 1]) % 10 === 0 },
  EL: { looks: /^\d{9}$/, adds: (own) => (weigh(own, [256, 128, 64, 32, 16, 8, 4, 2]) % 11) % 10 === Number(own[8]) },
  ES: { looks: /^(?:[A-Z]\d{7}[A-Z\d]|\d{8}[A-Z])$/ },
  FI: { looks: /^\d{8}$/, adds: (own) => weigh(own, [7, 9, 10, 5, 8, 4, 2, 1]) % 11 === 0 },
  FR: {
    looks: /^[A-HJ-NP-Z\d]{2}\d{9}$/,
    // Newer numbers have letters in the check digits. Only the tax office can verify these numbers.
    adds: (own) => !/^\d\d/.test(own) || (12 + 3 * (Number(own.slice(2)) % 97)) % 97 === Number(own.slice(0, 2)),
  },
  GB: { looks: /^(?:\d{9}|\d{12}|GD\d{3}|HA\d{3})$/, adds: (own) => /^\D/.test(own) || isBritish(own) },
  HR: { looks: /^\d{11}$/, adds: mod11And10 },
  HU: { looks: /^\d{8}$/, adds: (own) => weigh(own, [9, 7, 3, 1, 9, 7, 3, 1]) % 10 === 0 },
  IE: { looks: /^(?:\d{7}[A-W][A-I]?|\d[A-Z+*]\d{5}[A-W])$/ },
  IT: { looks: /^\d{11}$/, adds: (own) => luhn(own) === 0 },
  LT: { looks: /^(?:\d{9}|\d{12})$/ },
  LU: { looks: /^\d{8}$/, adds: (own) => Number(own.slice(0, 6)) % 89 === Number(own.slice(6)) },
  LV: { looks: /^\d{11}$/ },
  MT: { looks: /^\d{8}$/ },
  NL: {
    looks: /^\d{9}B\d{2}$/,
    adds: (own) => isDutchPerson(own) || mod97(`NL${own}`) === 1,
  },
  NO: {
    looks: /^\d{9}(?:MVA)?$/,
    adds: (own) => weigh(own, [3, 2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0,
  },
  PL: { looks: /^\d{10}$/, adds: (own) => weigh(own, [6, 5, 7, 2, 3, 4, 5, 6, 7]) % 11 === Number(own[9]) },
  PT: {
    looks: /^[1-9]\d{8}$/,
    adds: (own) => ((11 - (weigh(own, [9, 8, 7, 6, 5, 4, 3, 2]) % 11)) % 11) % 10 === Number(own[8]),
  },
  RO: { looks: /^\d{2,10}$/ },
  SE: { looks: /^\d{10}\d{2}$/, adds: (own) => luhn(own.slice(0, 10)) === 0 },
  SI: { looks: /^[1-9]\d{7}$/ },
  SK: { looks: /^\d{10}$/, adds: (own) => Number(own) % 11 === 0 },
}

/** Country codes with another VAT prefix. Greece uses EL, and Northern Ireland uses the rule of GB. */
const otherLetters: Record<string, string> = { GR: 'EL', XI: 'GB' }

/** Normalizes a VAT number for storage: `dk 41 22 87 03` becomes `DK41228703`. */
export const tidyVatNumber = (typed: string) => typed.toUpperCase().replace(/[\s.-]/g, '')

/**
 * Judges a VAT number by its length, letters and check digits. Returns `unknown` for a country without a known rule.
 * Only the tax office knows whether the number exists.
 */
export function judgeVatNumber(number: string): 'fits' | 'wrong' | 'unknown' {
  const [, letters = '', own = ''] = /^([A-Z]{2})(.+)$/.exec(number) ?? []
  const rule = rules[otherLetters[letters] ?? letters]
  if (!rule) return 'unknown'
  return rule.looks.test(own) && (rule.adds?.(own) ?? true) ? 'fits' : 'wrong'
}

/** Returns whether a number starts with the VAT prefix of a country. */
export const hasVatLetters = (number: string): boolean => {
  const letters = number.slice(0, 2)
  return isCountryCode(letters) || letters in rules || letters in otherLetters
}
