import { isCountryCode } from './country-codes.rules.ts'

/** Returns the weighted sum of the digits. */
const computeWeightedSum = (digits: string, weights: readonly number[]) =>
  weights.reduce((sum, weight, at) => sum + weight * Number(digits[at]), 0)

/** Returns the Luhn sum. Every second digit is doubled. If the result has two digits, these digits are added. */
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

/** Returns the remainder by ISO 7064, modulo 97. Letters have values from ten on. */
const mod97 = (text: string) =>
  [...text].reduce((rest, letter) => {
    const value = Number.parseInt(letter, 36)
    return (rest * (value > 9 ? 100 : 10) + value) % 97
  }, 0)

function isDutchPerson(digits: string): boolean {
  const rest = computeWeightedSum(digits, [9, 8, 7, 6, 5, 4, 3, 2]) % 11
  return rest < 10 && rest === Number(digits[8])
}

function isBritish(digits: string): boolean {
  const sum = computeWeightedSum(digits, [8, 7, 6, 5, 4, 3, 2]) + Number(digits.slice(7, 9))
  // Numbers issued since 2010 are offset by 55.
  return sum % 97 === 0 || (sum + 55) % 97 === 0
}

type Rule = { pattern: RegExp; isChecksumValid?: (nationalPart: string) => boolean }

/**
 * Rules by country prefix: the format after the prefix, and the check of the digits if the country has such a check.
 */
const rules: Record<string, Rule> = {
  AT: {
    pattern: /^U\d{8}$/,
    isChecksumValid: (nationalPart) => (16 - luhn(nationalPart.slice(1, 8))) % 10 === Number(nationalPart[8]),
  },
  BE: {
    pattern: /^[01]\d{9}$/,
    isChecksumValid: (nationalPart) => 97 - (Number(nationalPart.slice(0, 8)) % 97) === Number(nationalPart.slice(8)),
  },
  BG: { pattern: /^\d{9,10}$/ },
  CY: { pattern: /^\d{8}[A-Z]$/ },
  CZ: { pattern: /^\d{8,10}$/ },
  DE: { pattern: /^[1-9]\d{8}$/, isChecksumValid: mod11And10 },
  DK: {
    pattern: /^[1-9]\d{7}$/,
    isChecksumValid: (nationalPart) => computeWeightedSum(nationalPart, [2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0,
  },
  EE: {
    pattern: /^\d{9}$/,
    isChecksumValid: (nationalPart) => computeWeightedSum(nationalPart, [3, 7, 1, 3, 7, 1, 3, 7, 1]) % 10 === 0,
  },
  EL: {
    pattern: /^\d{9}$/,
    isChecksumValid: (nationalPart) =>
      (computeWeightedSum(nationalPart, [256, 128, 64, 32, 16, 8, 4, 2]) % 11) % 10 === Number(nationalPart[8]),
  },
  ES: { pattern: /^(?:[A-Z]\d{7}[A-Z\d]|\d{8}[A-Z])$/ },
  FI: {
    pattern: /^\d{8}$/,
    isChecksumValid: (nationalPart) => computeWeightedSum(nationalPart, [7, 9, 10, 5, 8, 4, 2, 1]) % 11 === 0,
  },
  FR: {
    pattern: /^[A-HJ-NP-Z\d]{2}\d{9}$/,
    // Newer numbers have letters in the check digits. Only the tax office can verify these numbers.
    isChecksumValid: (nationalPart) =>
      !/^\d\d/.test(nationalPart) ||
      (12 + 3 * (Number(nationalPart.slice(2)) % 97)) % 97 === Number(nationalPart.slice(0, 2)),
  },
  GB: {
    pattern: /^(?:\d{9}|\d{12}|GD\d{3}|HA\d{3})$/,
    isChecksumValid: (nationalPart) => /^\D/.test(nationalPart) || isBritish(nationalPart),
  },
  HR: { pattern: /^\d{11}$/, isChecksumValid: mod11And10 },
  HU: {
    pattern: /^\d{8}$/,
    isChecksumValid: (nationalPart) => computeWeightedSum(nationalPart, [9, 7, 3, 1, 9, 7, 3, 1]) % 10 === 0,
  },
  IE: { pattern: /^(?:\d{7}[A-W][A-I]?|\d[A-Z+*]\d{5}[A-W])$/ },
  IT: { pattern: /^\d{11}$/, isChecksumValid: (nationalPart) => luhn(nationalPart) === 0 },
  LT: { pattern: /^(?:\d{9}|\d{12})$/ },
  LU: {
    pattern: /^\d{8}$/,
    isChecksumValid: (nationalPart) => Number(nationalPart.slice(0, 6)) % 89 === Number(nationalPart.slice(6)),
  },
  LV: { pattern: /^\d{11}$/ },
  MT: { pattern: /^\d{8}$/ },
  NL: {
    pattern: /^\d{9}B\d{2}$/,
    isChecksumValid: (nationalPart) => isDutchPerson(nationalPart) || mod97(`NL${nationalPart}`) === 1,
  },
  NO: {
    pattern: /^\d{9}(?:MVA)?$/,
    isChecksumValid: (nationalPart) => computeWeightedSum(nationalPart, [3, 2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0,
  },
  PL: {
    pattern: /^\d{10}$/,
    isChecksumValid: (nationalPart) =>
      computeWeightedSum(nationalPart, [6, 5, 7, 2, 3, 4, 5, 6, 7]) % 11 === Number(nationalPart[9]),
  },
  PT: {
    pattern: /^[1-9]\d{8}$/,
    isChecksumValid: (nationalPart) =>
      ((11 - (computeWeightedSum(nationalPart, [9, 8, 7, 6, 5, 4, 3, 2]) % 11)) % 11) % 10 === Number(nationalPart[8]),
  },
  RO: { pattern: /^\d{2,10}$/ },
  SE: { pattern: /^\d{10}\d{2}$/, isChecksumValid: (nationalPart) => luhn(nationalPart.slice(0, 10)) === 0 },
  SI: { pattern: /^[1-9]\d{7}$/ },
  SK: { pattern: /^\d{10}$/, isChecksumValid: (nationalPart) => Number(nationalPart) % 11 === 0 },
}

/** Country codes with another VAT prefix. Greece uses EL, and Northern Ireland uses the rule of GB. */
const otherLetters: Record<string, string> = { GR: 'EL', XI: 'GB' }

/** Normalizes a VAT number for storage: `dk 41 22 87 03` becomes `DK41228703`. */
export const normalizeVatNumber = (typed: string) => typed.toUpperCase().replace(/[\s.-]/g, '')

/**
 * Judges a VAT number by its length, letters and check digits. Returns `unknown` if the rule of the country is not
 * known. Only the tax office knows whether the number exists.
 */
export function checkVatNumber(number: string): 'fits' | 'wrong' | 'unknown' {
  const [, letters = '', nationalPart = ''] = /^([A-Z]{2})(.+)$/.exec(number) ?? []
  const rule = rules[otherLetters[letters] ?? letters]
  if (!rule) return 'unknown'
  return rule.pattern.test(nationalPart) && (rule.isChecksumValid?.(nationalPart) ?? true) ? 'fits' : 'wrong'
}

/** Returns whether a number starts with the VAT prefix of a country. */
export const hasVatPrefix = (number: string): boolean => {
  const letters = number.slice(0, 2)
  return isCountryCode(letters) || letters in rules || letters in otherLetters
}
