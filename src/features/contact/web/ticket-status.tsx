import { useT } from '#web/i18n/use-t.ts'
import { Status } from '#web/ui/status.tsx'
import type { Tone } from '#web/ui/tone.ts'
import type { TicketItem } from '../contact.contract.ts'

const looks: Record<TicketItem['status'], [word: string, tone: Tone]> = {
  open: ['Waiting for our answer', 'brass'],
  answered: ['Answered', 'glass'],
  closed: ['Closed', 'ink'],
}

export function TicketStatus({ status }: { status: TicketItem['status'] }) {
  const t = useT()
  const [word, tone] = looks[status]
  return <Status tone={tone}>{t(word)}</Status>
}
