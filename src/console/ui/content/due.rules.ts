import { hourMs, minuteMs } from '#contract/times/times.ts'

export type Due = { text: string; share: number; state: 'soon' | 'late' | null }

/** 75: the percentage of the time after which a deadline is marked as soon. */
const soonPercent = 75

/** Formats a span: minutes below an hour, hours and minutes below ten hours, then whole hours. */
export function formatDuration(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / minuteMs))
  const hours = Math.floor(minutes / 60)
  if (hours === 0) return `${minutes} min`
  return hours < 10 && minutes % 60 > 0 ? `${hours} h ${minutes % 60} m` : `${hours} h`
}

export function computeDue(since: string, due: string, now: number): Due {
  const start = Date.parse(since)
  const end = Date.parse(due)
  if (now >= end) return { text: `${formatDuration(now - end)} late`, share: 100, state: 'late' }
  const share = Math.min(100, Math.max(0, Math.round(((now - start) / Math.max(1, end - start)) * 100)))
  return { text: formatDuration(end - now), share, state: share >= soonPercent ? 'soon' : null }
}

/** Formats an age, such as `20 h ago`, without a deadline. */
export function formatAge(since: string, now: number): string {
  const ms = now - Date.parse(since)
  return ms < 48 * hourMs ? `${formatDuration(ms)} ago` : `${Math.floor(ms / (24 * hourMs))} days ago`
}
