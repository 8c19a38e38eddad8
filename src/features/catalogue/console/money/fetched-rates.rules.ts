type Fetched = { changed: readonly string[]; problem: string | null }

/** Returns what staff see after they asked for the rates of the day: a toast for what changed, a problem for what did not come. */
export function describeFetched({ changed, problem }: Fetched): { toast: string | null; problem: string | null } {
  const news = changed.length > 0 ? `New rates: ${changed.join(', ')}` : null
  if (problem) return { toast: news, problem: news ? problem : `No rate was changed. ${problem}` }
  return { toast: news ?? 'The rates are those of the day', problem: null }
}
