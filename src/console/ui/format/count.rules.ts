const format = new Intl.NumberFormat('en')

/** Formats `41200` as `41,200`. The minus sign is U+2212, which is as wide as the digits. */
export const formatCount = (count: number): string => format.format(count).replace('-', '−')
