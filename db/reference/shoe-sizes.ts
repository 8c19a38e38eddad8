import type { shoeSizes } from '#features/catalogue/server/catalogue.tables.ts'

const women = ['4.5', '5.5', '6.5', '7.5', '8', '9', '9.5', '10.5', '11', '12', '13', '14', '15', '16']
const men = ['6.5', '7', '8', '8.5', '9.5', '10', '10.5', '11', '11.5', '12', '12.5', '13']

/** The US sizes of European sizes in the two shoe categories. */
export const referenceShoeSizes: (typeof shoeSizes.$inferInsert)[] = [
  ...women.map((usSize, at) => ({ categoryCode: 'women_shoes', euSize: 35 + at, usSize })),
  ...men.map((usSize, at) => ({ categoryCode: 'men_shoes', euSize: 39 + at, usSize })),
]
