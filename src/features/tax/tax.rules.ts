/** The reasons for the tax of an order. */
export const taxTreatments = [
  'domestic',
  'oss',
  'destination',
  'export',
  'intra_community',
  'reverse_charge',
  'small_business',
  'untaxed',
] as const
export type TaxTreatment = (typeof taxTreatments)[number]
