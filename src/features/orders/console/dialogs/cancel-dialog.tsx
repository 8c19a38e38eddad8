import { useState } from 'react'
import { useCommand } from '#console/data/use-command.ts'
import { useMe } from '#console/shell/console-context.ts'
import { Note, Refusal } from '#console/ui/content/note.tsx'
import { Thumb } from '#console/ui/content/thumbs.tsx'
import { Check } from '#console/ui/fields/check.tsx'
import { AreaField } from '#console/ui/fields/field.tsx'
import { formatMoney } from '#console/ui/format/money.rules.ts'
import { Money } from '#console/ui/format/money.tsx'
import { Dialog } from '#console/ui/overlays/dialog.tsx'
import { DialogButtons } from '#console/ui/overlays/dialog-buttons.tsx'
import { showToast } from '#console/ui/overlays/toast-store.ts'
import { cancelOrder } from '#features/orders/order-commands.staff.contract.ts'
import type { StaffOrder } from '#features/orders/orders.staff.contract.ts'
import { canCancelLines, toStatusId } from '#features/orders/orders.staff.rules.ts'
import { isRecord, isText } from '#web/data/drafts.ts'
import { defineDraft, useDraft, useDraftSaver } from '#web/data/use-draft.ts'
import { formatOptions, listActiveLines, type OrderDialog } from '../parts/order-dialog.tsx'
import { useRefundPreview } from '../refund/use-refund-preview.ts'
import styles from './dialogs.module.css'

type CancelDraft = { reason: string }
const drafts = defineDraft<CancelDraft>('staff_cancel', {
  parse: (kept) => (isRecord(kept) && isText(kept.reason) ? { reason: kept.reason } : null),
  isEmpty: ({ reason }) => reason.trim() === '',
})

/** Cancels the whole order, or some items if no item is packed yet. Shows the exact refund above the button. */
export function CancelDialog(props: OrderDialog) {
  const kept = useDraft(drafts, props.order.number)
  return <CancelForm key={kept ? 'kept' : 'new'} {...props} kept={kept?.reason ?? ''} />
}

/** Manages the lines to cancel and their refund, and sends the cancellation. */
function useCanceling({ order, send, close, kept }: OrderDialog & { kept: string }) {
  const lines = listActiveLines(order)
  const [cancelledIds, setCancelledIds] = useState<string[]>(lines.map(({ id }) => id))
  const [reason, setReason] = useState(kept)
  const forget = useDraftSaver(drafts, order.number, { reason })
  const { run, busy, problem } = useCommand()
  const isWhole = cancelledIds.length === lines.length
  const isPaid = order.paid_at !== null
  const cancelledLines = lines.filter(({ id }) => cancelledIds.includes(id))
  const amountOfLines = cancelledLines.reduce((sum, { paid, refunded }) => sum + paid.amount - refunded.amount, 0)
  // Canceling the whole order refunds the shipping costs too.
  const amount = isWhole ? order.total.amount - order.totals.refunded.amount : amountOfLines
  const back = { amount, currency: order.total.currency }
  const isOverLimit = useIsOverLimit(order, { lines: cancelledIds, isWhole })
  const isPossible = cancelledLines.length > 0 && !isOverLimit
  const what = isWhole ? 'the order' : cancelledLines.length === 1 ? '1 item' : `${cancelledLines.length} items`
  async function cancel() {
    if (!isPossible) return
    const input = { ...(reason.trim() && { reason }), ...(!isWhole && { line_ids: cancelledIds }) }
    if (!(await run('cancel', () => send(cancelOrder, input)))) return
    forget()
    close()
    showToast(`Canceled ${isWhole ? order.number : `${what} of ${order.number}`}`)
  }
  return {
    ...{
      lines,
      cancelledIds,
      reason,
      setReason,
      isPaid,
      back,
      isOverLimit,
      isPossible,
      cancel,
      problem,
      isBusy: busy !== null,
    },
    canChoose: lines.length > 1 && isPaid && canCancelLines(toStatusId(order.status)),
    button: isPaid && amount > 0 ? `Cancel ${what}, refund ${formatMoney(back)}` : `Cancel ${what}`,
    setCanceled: (id: string, isOn: boolean) =>
      setCancelledIds(isOn ? [...cancelledIds, id] : cancelledIds.filter((one) => one !== id)),
  }
}

function CancelForm(props: OrderDialog & { kept: string }) {
  const { order, close } = props
  const me = useMe()
  const canceling = useCanceling(props)
  const { lines, isPaid, back, isOverLimit } = canceling
  return (
    <Dialog
      isOpen
      title={isPaid ? 'Cancel and refund' : 'Cancel the order'}
      onClose={close}
      onSubmit={canceling.cancel}
      says={`By ${me.name}. Cannot be undone.`}
      footer={
        <DialogButtons
          close={close}
          cancel="Keep it"
          tone="danger"
          isBusy={canceling.isBusy}
          disabled={!canceling.isPossible}
        >
          {canceling.button}
        </DialogButtons>
      }
    >
      <Refusal problem={canceling.problem} />
      <CancelLines canceling={canceling} />
      {order.status === 'packed' && lines.length > 1 && <Note>To cancel single items, unpack the order first.</Note>}
      <AreaField
        label="Reason"
        value={canceling.reason}
        onChange={canceling.setReason}
        maxLength={500}
        hint="Included in the email to the shopper"
      />
      <Note tone="warning">
        {isPaid
          ? `${formatMoney(back)} is refunded to the original payment method, the stock is released, and ${order.customer.name || order.customer.email} gets an email.`
          : 'The stock is released.'}
      </Note>
      {isOverLimit && (
        <Note tone="warning">
          This refund is above the limit of your role. Cancel fewer items, or ask a colleague with a higher limit.
        </Note>
      )}
    </Dialog>
  )
}

function CancelLines({ canceling }: { canceling: ReturnType<typeof useCanceling> }) {
  const { lines, cancelledIds, canChoose, setCanceled } = canceling
  return (
    <ul className={styles.packing}>
      {lines.map((line) => (
        <li key={line.id}>
          {canChoose && (
            <Check
              label={`Cancel ${line.name}`}
              isLabelHidden
              isChecked={cancelledIds.includes(line.id)}
              onChange={(isOn) => setCanceled(line.id, isOn)}
            />
          )}
          <Thumb src={line.image} />
          <span className={styles.grow}>
            <b className={styles.name}>{line.name}</b>
            <span className={styles.quiet}>{formatOptions(line)}</span>
          </span>
          <Money of={{ ...line.paid, amount: line.paid.amount - line.refunded.amount }} />
        </li>
      ))}
    </ul>
  )
}

/** Returns whether the cancellation would refund more than the role allows. The server refuses such a cancellation. */
function useIsOverLimit(order: StaffOrder, { lines, isWhole }: { lines: string[]; isWhole: boolean }): boolean {
  const { refund_limit: limit } = useMe()
  const isNeeded = limit !== null && order.paid_at !== null
  const input = { lines: Object.fromEntries(lines.map((id) => [id, null])), shipping: isWhole }
  const { preview } = useRefundPreview(order.number, input, isNeeded)
  return isNeeded && (preview?.is_over_limit ?? false)
}
