/** ISO 4217: what is not counted in hundredths. */
const others: Record<string, number> = {
  ...{ BIF: 0, CLP: 0, DJF: 0, GNF: 0, ISK: 0, JPY: 0, KMF: 0, KRW: 0, PYG: 0 },
  ...{ RWF: 0, UGX: 0, UYI: 0, VND: 0, VUV: 0, XAF: 0, XOF: 0, XPF: 0 },
  ...{ BHD: 3, IQD: 3, JOD: 3, KWD: 3, LYD: 3, OMR: 3, TND: 3, CLF: 4, UYW: 4 },
}

/** Counted in thousandths, but payment providers take only sums that end in 0. */
const paidInTens = new Set(['BHD', 'JOD', 'KWD', 'OMR', 'TND'])

/** The step in which sums of a currency are paid and refunded, in its smallest unit. */
export const payStepOf = (currency: string): number => (paidInTens.has(currency) ? 10 : 1)

/** Rounds to the nearest step. What costs something never becomes free. */
export const roundToStep = (amount: number, step: number): number =>
  amount > 0 ? Math.max(step, Math.round(amount / step) * step) : amount

/** Rounds down to a step. */
export const floorToStep = (amount: number, step: number): number => amount - (amount % step)

/** How many digits stand behind the point, as banks count a currency. What a browser shows is no help: it leaves forints without theirs. */
export const decimalsOf = (currency: string): number => others[currency] ?? 2
