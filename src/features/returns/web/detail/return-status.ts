import type { LucideIcon as Drawing } from 'lucide-react'
import Archive from 'lucide-react/icons/archive'
import Ban from 'lucide-react/icons/ban'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import CircleX from 'lucide-react/icons/circle-x'
import HandCoins from 'lucide-react/icons/hand-coins'
import Hourglass from 'lucide-react/icons/hourglass'
import PackageCheck from 'lucide-react/icons/package-check'
import Undo2 from 'lucide-react/icons/undo-2'
import { msg, withFigure } from '#contract/text/translate.ts'
import { returnStatusMessages } from '#features/orders/return-status-names.rules.ts'
import { type ReturnStatus, returnStatus } from '#features/orders/return-statuses.rules.ts'
import type { Return } from '#features/returns/returns.contract.ts'
import { returnPolicy } from '#features/returns/returns.rules.ts'
import type { Tone } from '#ui/content/status.tsx'

type ReturnBadge = { tone: Tone; icon: Drawing }

const returnBadges: Record<ReturnStatus, ReturnBadge> = {
  [returnStatus.processing]: { tone: 'info', icon: Hourglass },
  [returnStatus.approved]: { tone: 'info', icon: Undo2 },
  [returnStatus.received]: { tone: 'success', icon: PackageCheck },
  [returnStatus.refunding]: { tone: 'info', icon: HandCoins },
  [returnStatus.refunded]: { tone: 'success', icon: CircleCheck },
  [returnStatus.rejected]: { tone: 'danger', icon: CircleX },
  [returnStatus.refundFailed]: { tone: 'danger', icon: CircleAlert },
  [returnStatus.cancelled]: { tone: 'neutral', icon: Ban },
  [returnStatus.closed]: { tone: 'neutral', icon: Archive },
}

function toStatus(status: number): ReturnStatus {
  return Object.hasOwn(returnBadges, status) ? (status as ReturnStatus) : returnStatus.processing
}

export function getReturnBadge(status: number): ReturnBadge & { word: string } {
  const known = toStatus(status)
  return { ...returnBadges[known], word: returnStatusMessages[known] }
}

export type Steps = { steps: string[]; current: number; tone: 'primary' | 'danger' | 'neutral' }

/**
 * Returns the steps of a return. A return that ended early stops at the step that it reached. A return without a parcel
 * skips the step for the parcel.
 */
export function findSteps(returnRequest: Pick<Return, 'status' | 'products'>): Steps {
  const status = toStatus(returnRequest.status)
  const wasShipped = returnRequest.products.some(({ shipment_expired_at }) => shipment_expired_at !== null)
  const named = (...statuses: ReturnStatus[]) => statuses.map((one) => returnStatusMessages[one])
  const { processing, approved, received, refunding, refunded, rejected, refundFailed, cancelled, closed } =
    returnStatus
  if (status === rejected || status === cancelled || status === closed) {
    const steps = wasShipped ? named(processing, approved, status) : named(processing, status)
    return { steps, current: steps.length - 1, tone: status === rejected ? 'danger' : 'neutral' }
  }
  const last = status === refundFailed ? refundFailed : refunded
  const isRefundedWithoutReturn = (status === refunding || status === last) && !wasShipped
  const way: ReturnStatus[] = isRefundedWithoutReturn
    ? [processing, refunding, last]
    : [processing, approved, received, refunding, last]
  return { steps: named(...way), current: way.indexOf(status), tone: status === refundFailed ? 'danger' : 'primary' }
}

/** Returns the shop's message about the status of a return. */
export function formatServiceNote(returnRequest: Pick<Return, 'status' | 'system_comment'>): string | null {
  if (returnRequest.status === returnStatus.processing)
    return withFigure(msg('We will reply within {figure} hours by email.'), returnPolicy.replyHours)
  const withComment: number[] = [returnStatus.rejected, returnStatus.refundFailed, returnStatus.closed]
  return withComment.includes(returnRequest.status) ? (returnRequest.system_comment[0] ?? null) : null
}
