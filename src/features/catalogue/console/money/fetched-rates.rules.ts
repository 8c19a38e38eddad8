type Fetched = { changed: readonly string[]; problem: string | null }

/** Returns a toast about changed rates, and a problem about rates that could not be fetched. */
export function describeFetched({ changed, problem }: Fetched): { toast: string | null; problem: string | null } {
  const news = changed.length > 0 ? `New rates: ${changed.join(', ')}` : null
  if (problem) return { toast: news, problem: news ? problem : `No rate was changed. ${problem}` }
  return { toast: news ?? 'The rates are those of the day', problem: null }
}
