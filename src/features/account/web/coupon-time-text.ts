/** `DD/MM/YYYY HH:mm:ss`, that many minutes east of Greenwich. */
export function couponTimeText(date: Date, minutesEast: number): string {
  const [day = '', time = ''] = new Date(date.getTime() + minutesEast * 60_000).toISOString().slice(0, 19).split('T')
  return `${day.split('-').reverse().join('/')} ${time}`
}
