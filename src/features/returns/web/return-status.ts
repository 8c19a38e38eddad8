import {
  Archive,
  Ban,
  CircleAlert,
  CircleCheck,
  CircleX,
  HandCoins,
  Hourglass,
  type LucideIcon,
  PackageCheck,
  Undo2,
} from 'lucide-react'
import type { Tone } from '#web/ui/tone.ts'
import { type ReturnStatus, returnStatusMessages } from '../return-statuses.rules.ts'
import type { Return } from '../returns.contract.ts'

type Look = { tone: Tone; icon: LucideIcon }

const looks: Record<ReturnStatus, Look> = {
  1: { tone: 'tide', icon: Hourglass },
  2: { tone: 'tide', icon: Undo2 },
  3: { tone: 'glass', icon: PackageCheck },
  4: { tone: 'tide', icon: HandCoins },
  5: { tone: 'glass', icon: CircleCheck },
  6: { tone: 'danger', icon: CircleX },
  7: { tone: 'danger', icon: CircleAlert },
  8: { tone: 'ink', icon: Ban },
  9: { tone: 'ink', icon: Archive },
}

function toStatus(status: number): ReturnStatus {
  return Object.hasOwn(looks, status) ? (status as ReturnStatus) : 1
}

export function findLook(status: number): Look & { word: string } {
  const known = toStatus(status)
  return { ...looks[known], word: returnStatusMessages[known] }
}

export type Steps = { steps: string[]; current: number; tone: 'primary' | 'danger' | 'ink' }

/** The way of a return. One that stopped early ends at the step it reached; one that need not travel skips the parcel. */
export function findSteps(found: Pick<Return, 'status' | 'products'>): Steps {
  const status = toStatus(found.status)
  const hasTravelled = found.products.some(({ shipment_expired_at }) => shipment_expired_at !== null)
  const named = (...statuses: ReturnStatus[]) => statuses.map((one) => returnStatusMessages[one])
  if (status === 6 || status === 8 || status === 9) {
    const steps = hasTravelled ? named(1, 2, status) : named(1, status)
    return { steps, current: steps.length - 1, tone: status === 6 ? 'danger' : 'ink' }
  }
  const isKept = status >= 4 && !hasTravelled
  const last = status === 7 ? 7 : 5
  const way: ReturnStatus[] = isKept ? [1, 4, last] : [1, 2, 3, 4, last]
  return { steps: named(...way), current: way.indexOf(status), tone: status === 7 ? 'danger' : 'primary' }
}

/** What the shop has to say about where a return stands. */
export function findServiceNote(found: Pick<Return, 'status' | 'system_comment'>): string | null {
  if (found.status === 1) return 'We will reply within 48 hours by email.'
  const isTold = found.status === 6 || found.status === 7 || found.status === 9
  return isTold ? (found.system_comment[0] ?? null) : null
}
