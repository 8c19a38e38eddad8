import { staffCustomerLink, staffOrderLink, staffReturnLink, staffTicketLink } from '#console/shell/console-links.ts'
import { minuteMs } from '#contract/times/times.ts'
import { splitSubject } from '../webhooks.rules.ts'
import type { Delivery, DeliveryDetail } from '../webhooks.staff.contract.ts'

/** Returns the input of the list call for an address. Unknown filters are ignored. */
export function toListInput({ state, webhook, after }: Record<string, string | undefined>) {
  const known = (['waiting', 'failed', 'delivered'] as const).find((one) => one === state)
  return { limit: 20, ...(known && { state: known }), ...(webhook && { webhook_id: webhook }), ...(after && { after }) }
}

const pages: Record<string, (id: string) => string> = {
  orders: staffOrderLink,
  returns: staffReturnLink,
  tickets: staffTicketLink,
  customers: staffCustomerLink,
}

/** Returns the name of a subject, with its page if there is one. */
export function toSubjectLink(subject: string): { name: string; href: string | null } {
  const { area, id } = splitSubject(subject)
  if (area === 'webhooks') return { name: 'Test', href: null }
  const link = Object.hasOwn(pages, area) ? pages[area] : undefined
  return { name: id, href: link?.(id) ?? null }
}

/** Returns the short result of the last try, or null before the first. */
export function formatAnswer({ status, failure, state }: Delivery): { name: string; isGood: boolean } | null {
  if (status === null && failure === null) return null
  const name = status === null ? (failure === 'timeout' ? 'timeout' : 'no response') : String(status)
  return { name, isGood: state === 'delivered' || (state === 'waiting' && failure === null) }
}

export function formatDuration(ms: number | null): string {
  if (ms === null) return ''
  return ms < 100 ? `${ms} ms` : `${Number((ms / 1000).toFixed(1))} s`
}

export function formatNextTry({ state, next_at }: Pick<Delivery, 'state' | 'next_at'>, now: number | null): string {
  if (state === 'parked') return 'Waiting until the webhook is on'
  if (next_at === null || now === null) return ''
  const minutes = Math.ceil((new Date(next_at).getTime() - now) / minuteMs)
  if (minutes < 1) return 'now'
  return minutes < 60 ? `in ${minutes} min` : `in ${Math.round(minutes / 60)} h`
}

/** Formats the request and the response, line by line. */
export function formatExchange({ request, answer, failure, tried_at }: DeliveryDetail): string[] {
  const sent = [
    `POST ${request.url}`,
    ...Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`),
    request.body,
  ]
  if (tried_at === null) return [...sent, 'Not sent yet']
  if (!answer) return [...sent, failure === 'timeout' ? 'No response in time' : `No response: the address ${failure}`]
  return [
    ...sent,
    [`${answer.status} ${answer.text}`.trim(), answer.body && `“${answer.body}”`].filter(Boolean).join('  '),
  ]
}
