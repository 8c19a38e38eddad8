/** `DD/MM/YYYY` by the clock of this machine, or by UTC where that clock is not the visitor's. */
export function endsText(date: Date, zone?: 'UTC'): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const [day, month, year] =
    zone === 'UTC'
      ? [date.getUTCDate(), date.getUTCMonth(), date.getUTCFullYear()]
      : [date.getDate(), date.getMonth(), date.getFullYear()]
  return `${two(day)}/${two(month + 1)}/${year}`
}
