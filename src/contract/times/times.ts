export const minuteMs = 60 * 1000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

/** Formats a moment in the wire format: `YYYY-MM-DD HH:mm:ss` in UTC. */
export function toWireTime(date: Date): string {
  return date.toISOString().replace('T', ' ').slice(0, -'.000Z'.length)
}

export function fromWireTime(text: string): Date {
  return new Date(`${text.replace(' ', 'T')}Z`)
}
