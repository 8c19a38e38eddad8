/** What a number begins with, so that whoever reads one knows what it names. A shop may choose other letters for its orders. */
export const numberPrefixes = { order: 'HB', return: 'RT', ticket: 'TK' } as const
