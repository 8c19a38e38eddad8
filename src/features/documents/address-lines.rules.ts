type Address = {
  address1: string
  address2: string
  houseNum: string
  city: string
  state: string
  postcode: string
  country: string
}

const townFirst = new Set(['US', 'CA', 'AU'])
const ownLines = new Set(['GB', 'IE'])

const join = (parts: string[], separator = ' ') => parts.filter(Boolean).join(separator)

/** Returns the street with the house number, as the electronic invoice contains it. */
export const joinStreet = ({ address1, houseNum }: Pick<Address, 'address1' | 'houseNum'>): string =>
  join([address1, houseNum])

/** Returns the lines of an address without name and country. */
export function listAddressLines(address: Address): string[] {
  const { address2, city, state, postcode, country } = address
  const street = [joinStreet(address), address2]
  if (country === 'JP') return [postcode && `〒${postcode}`, join([state, city], ''), ...street].filter(Boolean)
  const town = townFirst.has(country)
    ? [join([city, join([state, postcode])], ', ')]
    : ownLines.has(country)
      ? [city, state, postcode]
      : [join([postcode, city]), state]
  return [...street, ...town].filter(Boolean)
}
