/** Words of an address that say where the reader is, not which rows there are. */
const placeWords = ['at', 'peek', 'columns', 'look']

/** What of a list's address says which rows there are. */
export function whichRows<S extends object>(search: S): S {
  return Object.fromEntries(Object.entries(search).filter(([name]) => !placeWords.includes(name))) as S
}
