type Search = Record<string, unknown>

/** An address's search as plain words, in and out: `?order_status_id=4,5,6,13` stays as it is written. */
export function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text))
}

export function stringifySearch(search: Search): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) if (value !== undefined) query.set(name, String(value))
  return query.size > 0 ? `?${String(query).replaceAll('%2C', ',')}` : ''
}

/**
 * Returns a function that takes the named words from a search. Routes need it in `loaderDeps` too: the search there has
 * all words of the address, and a cached page opened with `?utm_source=x` must find the data of the page without it.
 */
export function readWords<const Names extends readonly string[]>(...names: Names) {
  return (search: Search): { [Name in Names[number]]?: string } => {
    const words: { [name: string]: string } = {}
    for (const name of names) if (search[name] !== undefined) words[name] = String(search[name])
    return words as { [Name in Names[number]]?: string }
  }
}
