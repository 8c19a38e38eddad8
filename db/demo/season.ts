/** The halves of the year that a clothes shop in Portland, Maine, sells by. */
export type Season = 'warm' | 'cold'

/** Returns the season of a day: April to September is warm. */
export function findSeason(date: Date): Season {
  const month = date.getUTCMonth() + 1
  return month >= 4 && month <= 9 ? 'warm' : 'cold'
}
