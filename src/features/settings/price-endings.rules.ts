/** `converted`: prices follow the rate unless set by hand. `own`: only prices set by hand are sold in the currency. */
export const priceRules = ['converted', 'own'] as const
export type PriceRule = (typeof priceRules)[number]

/** The endings of converted prices. `none` rounds to the multiple of the currency only. */
export const priceEndings = ['none', '99', '95', 'whole', '9'] as const
export type PriceEnding = (typeof priceEndings)[number]

/** 100,000 thousandths of a percent are the whole price. */
export const hundredPercent = 100_000

/** The limits of the adjustment of converted prices, in thousandths of a percent: half the price to three times the price. */
export const adjustmentLimits = { least: -50_000, most: 200_000 } as const

/** The rule by which catalog prices in a currency are made. The adjustment is in thousandths of a percent. */
export type PricePolicy = { priceRule: PriceRule; priceEnding: PriceEnding; priceAdjustment: number }

/** The rule of a new currency. The shop's own currency always has this rule. */
export const convertedPrices = {
  priceRule: 'converted',
  priceEnding: 'none',
  priceAdjustment: 0,
} as const satisfies PricePolicy

/** Returns whether shops use no decimals in a currency, as in Japan and Sweden. */
export const hasWholePrices = ({ decimals, roundingAmount }: Omit<Units, 'priceEnding'>): boolean =>
  decimals < 2 || roundingAmount % 10 ** decimals === 0

type Units = { decimals: number; roundingAmount: number; priceEnding: PriceEnding }

/**
 * Returns the possible prices of an ending: `offset` plus a multiple of `step`, in minor units. Where shops use no
 * decimals, as in Japan and Sweden, 99 and 95 are the last whole digits, such as ¥1,999. `whole` has no decimals, and 9 is
 * the last whole digit, such as €129. `payStep` is the smallest amount that payment providers accept.
 */
export function findEndingGrid(
  { decimals, roundingAmount, priceEnding }: Units,
  payStep: number,
): { step: number; offset: number } {
  const whole = 10 ** decimals
  const unit = hasWholePrices({ decimals, roundingAmount }) ? whole : whole / 100
  const payable = (step: number) => findCommonMultiple(step, payStep)
  switch (priceEnding) {
    case '99':
    case '95':
      // Three decimals end in 0, so .99 is .990. A currency that is paid in whole units keeps whole digits.
      return unit % payStep === 0
        ? { step: unit * 100, offset: unit * Number(priceEnding) }
        : { step: payable(whole * 100), offset: whole * Number(priceEnding) }
    case 'whole':
      return { step: payable(findCommonMultiple(whole, roundingAmount)), offset: 0 }
    case '9':
      return { step: payable(whole * 10), offset: whole * 9 }
    default:
      return { step: payable(roundingAmount), offset: 0 }
  }
}

function findCommonMultiple(one: number, other: number): number {
  let [a, b] = [one, other]
  while (b > 0) [a, b] = [b, a % b]
  return (one / a) * other
}
