/** `41200` reads `41,200`. */
export const writeCount = (count: number): string => (count < 0 ? '−' : '') + groupThousands(String(Math.abs(count)))

/** Of the digits before a point. */
export const groupThousands = (digits: string): string => digits.replace(/\B(?=(?:\d{3})+$)/g, ',')
