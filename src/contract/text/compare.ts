/**
 * For times, codes and other texts that nobody reads as words. `localeCompare` would do; a browser's first use of it takes a slow phone
 * a tenth of a second.
 */
export function compareTexts(one: string, other: string): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}
