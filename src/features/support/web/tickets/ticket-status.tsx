import type { LucideIcon as Drawing } from 'lucide-react'
import Check from 'lucide-react/icons/check'
import Clock from 'lucide-react/icons/clock'
import MessageCircle from 'lucide-react/icons/message-circle'
import { msg } from '#contract/text/translate.ts'
import type { TicketItem } from '#features/support/contact.contract.ts'
import type { Tone } from '#ui/content/status.tsx'
import { Status } from '#ui/content/status.tsx'
import { useT } from '#ui/i18n/use-t.ts'

export const ticketBadges: Record<TicketItem['status'], { word: string; tone: Tone; icon: Drawing }> = {
  open: { word: msg('Waiting for our answer'), tone: 'warning', icon: Clock },
  answered: { word: msg('Answered'), tone: 'success', icon: MessageCircle },
  closed: { word: msg('Closed'), tone: 'neutral', icon: Check },
}

export function TicketStatus({ status }: { status: TicketItem['status'] }) {
  const t = useT()
  const { word, tone } = ticketBadges[status]
  return <Status tone={tone}>{t(word)}</Status>
}
