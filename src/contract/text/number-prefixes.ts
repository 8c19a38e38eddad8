/** The prefixes of numbers, which show the kind of the resource. A shop can choose its own prefix for orders. */
export const numberPrefixes = { order: 'HB', return: 'RT', ticket: 'TK' } as const
