type FetchResult = { changed: readonly string[]; problem: string | null }

/** Returns a toast about changed rates, and a problem about rates that could not be fetched. */
export function formatFetchResult({ changed, problem }: FetchResult): { toast: string | null; problem: string | null } {
  const summary = changed.length > 0 ? `New rates: ${changed.join(', ')}` : null
  if (problem) return { toast: summary, problem: summary ? problem : `No rate was changed. ${problem}` }
  return { toast: summary ?? 'The rates are up to date', problem: null }
}
