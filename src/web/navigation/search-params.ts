type Search = Record<string, unknown>

/** Parses a query string into plain strings, so that `?order_status_id=4,5,6,13` stays as it is written. */
export function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text))
}

export function stringifySearch(search: Search): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) if (value !== undefined) query.set(name, String(value))
  return query.size > 0 ? `?${String(query).replaceAll('%2C', ',')}` : ''
}

/**
 * Returns a function that picks the named parameters from a query. Routes also use the function in `loaderDeps`, which
 * receives all parameters. A cached page that is opened with `?utm_source=x` must find the same data.
 */
export function readWords<Word extends string>(...names: Word[]) {
  return (search: Search): { [Name in Word]?: string } => {
    const words: { [Name in Word]?: string } = {}
    for (const name of names) if (search[name] !== undefined) words[name] = String(search[name])
    return words
  }
}
