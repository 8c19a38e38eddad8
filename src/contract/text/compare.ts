/** Compares times, codes and other texts that are not words. Their order is the same in every language. */
export function compareTexts(one: string, other: string): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}
