/** What a count badge says: nothing at 0, '99+' past 99. */
export function badgeText(count: number): string | null {
  if (!(count >= 1)) return null
  return count > 99 ? '99+' : String(Math.floor(count))
}
