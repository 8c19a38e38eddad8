const codes = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'
const euCountries: ReadonlySet<string> = new Set(codes.split(' '))

/** Returns whether a country (ISO 3166) is a member of the European Union. */
export const isInEu = (country: string): boolean => euCountries.has(country)
