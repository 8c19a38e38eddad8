/** Currencies that ISO 4217 does not count in hundredths. */
const others: Record<string, number> = {
  ...{ BIF: 0, CLP: 0, DJF: 0, GNF: 0, ISK: 0, JPY: 0, KMF: 0, KRW: 0, PYG: 0 },
  ...{ RWF: 0, UGX: 0, UYI: 0, VND: 0, VUV: 0, XAF: 0, XOF: 0, XPF: 0 },
  ...{ BHD: 3, IQD: 3, JOD: 3, KWD: 3, LYD: 3, OMR: 3, TND: 3, CLF: 4, UYW: 4 },
}

/**
 * The smallest step of an amount that payment providers accept, if the step is larger than one minor unit. Amounts with
 * three decimals must end in 0. The ariary (MGA) is stored in hundredths here, but is paid in whole ariary.
 */
const paySteps: Record<string, number> = { BHD: 10, JOD: 10, KWD: 10, OMR: 10, TND: 10, MGA: 100 }

/** Returns the step of payments and refunds in a currency, in its smallest unit. */
export const payStepOf = (currency: string): number => paySteps[currency] ?? 1

/** Rounds to the nearest step. A positive amount never becomes zero. */
export const roundToStep = (amount: number, step: number): number =>
  amount > 0 ? Math.max(step, Math.round(amount / step) * step) : amount

export const floorToStep = (amount: number, step: number): number => amount - (amount % step)

/**
 * Returns the number of decimals of a currency as banks use it. The browser's number is wrong for this purpose, since
 * browsers show forints without decimals.
 */
export const decimalsOf = (currency: string): number => others[currency] ?? 2
