/** Parameters of a list's address that do not affect which rows it contains. */
const viewParameters = ['at', 'peek', 'columns', 'look']

/** Returns the parameters of a list's address that decide which rows it contains. */
export function pickRowParameters<S extends object>(search: S): S {
  return Object.fromEntries(Object.entries(search).filter(([name]) => !viewParameters.includes(name))) as S
}
