/** The two seasons of a clothes shop in Portland, Maine. */
export type Season = 'warm' | 'cold'

/** Returns the season of a day: April to September is warm. */
export function findSeason(date: Date): Season {
  const month = date.getUTCMonth() + 1
  return month >= 4 && month <= 9 ? 'warm' : 'cold'
}
