import { useMe } from '#console/shell/console-context.ts'
import { Button } from '#console/ui/buttons/button.tsx'
import { Note, Refusal } from '#console/ui/content/note.tsx'
import { AreaField } from '#console/ui/fields/field.tsx'
import { Money } from '#console/ui/format/money.tsx'
import { Dialog } from '#console/ui/overlays/dialog.tsx'
import type { StaffOrder } from '#features/orders/orders.staff.contract.ts'
import { RefundButton } from '#features/payments/console/parts/refund-button.tsx'
import { RefundMethodChoice } from '#features/payments/console/parts/refund-method.tsx'
import { Sum, SumList } from '#features/payments/console/parts/sum-list.tsx'
import type { RefundMethod } from '#features/payments/payments.rules.ts'
import { useDraft } from '#web/data/use-draft.ts'
import styles from '../dialogs/dialogs.module.css'
import { nameTax } from '../order/order-tax.rules.ts'
import { emptyRefund, type RefundDraft } from '../refund/refund.rules.ts'
import { RefundLines } from '../refund/refund-lines.tsx'
import { type OrderRefund, refundDrafts, useOrderRefund } from '../refund/use-order-refund.ts'
import type { RefundPreview } from '../refund/use-refund-preview.ts'
import type { OrderDialog } from './order-dialog.tsx'

type Props = Omit<OrderDialog, 'repack'>

/** Refunds a part of an order, item by item. The server computes the amounts, so the refund is exactly what the dialog shows. */
export function RefundDialog(props: Props) {
  const kept = useDraft(refundDrafts, props.order.number)
  return <RefundForm key={kept ? 'kept' : 'new'} {...props} kept={kept ?? emptyRefund} />
}

function RefundForm({ kept, ...props }: Props & { kept: RefundDraft }) {
  const me = useMe()
  const { order, close } = props
  const refund = useOrderRefund({ ...props, kept })
  const { draft, change, preview, to, isOverLimit } = refund
  return (
    <Dialog
      isOpen
      size="table"
      title="Refund part of the order"
      onClose={close}
      onSubmit={refund.refund}
      says={isOverLimit ? `Requested by ${me.name}` : `By ${me.name}. ${warnings[to]}`}
      footer={<RefundButtons close={close} refund={refund} />}
    >
      <p className={styles.quiet}>
        The paid amount of each item includes its share of the coupon. At most this amount can be refunded.
      </p>
      <Refusal problem={refund.problem} />
      <RefundLines order={order} refund={refund} />
      <div className={styles.halves}>
        <AreaField
          label="Message to the shopper"
          hint="Shown in the email and in the order history"
          value={draft.reason}
          onChange={(reason) => change({ reason })}
          maxLength={500}
        />
        <div className={styles.rows}>
          <RefundSums order={order} preview={preview} />
          <RefundMethodChoice
            method={order.payment_method}
            ways={preview?.ways ?? null}
            value={to}
            onChange={(way) => change({ to: way })}
          />
        </div>
      </div>
      {!isOverLimit && preview && preview.amount.amount > 0 && (
        <RefundOutcome order={order} preview={preview} to={to} />
      )}
      {isOverLimit && (
        <Note tone="warning">
          This refund is above the limit of your role. A colleague with a higher limit is asked to approve it. No money
          is sent before that.
        </Note>
      )}
    </Dialog>
  )
}

function RefundButtons({ close, refund }: { close: () => void; refund: OrderRefund }) {
  return (
    <>
      <Button size="large" onClick={close}>
        Cancel
      </Button>
      <RefundButton
        size="large"
        type="submit"
        hint="Ctrl ↵"
        isOverLimit={refund.isOverLimit}
        sum={refund.sum}
        isBusy={refund.isBusy}
        disabled={!refund.isReady}
      />
    </>
  )
}

const warnings: Record<RefundMethod, string> = {
  credit: 'Cannot be undone.',
  payment: 'Cannot be undone once the payment provider has received it.',
}

/** Says what the customer gets. A shop that issues no documents sends no credit note. */
function RefundOutcome({ order, preview, to }: { order: StaffOrder; preview: RefundPreview; to: RefundMethod }) {
  const { name, email } = order.customer
  const method = to === 'credit' ? 'as store credit' : `to ${order.payment_method ?? 'the original payment method'}`
  return (
    <Note>
      {name || email} gets <Money of={preview.amount} /> {method}
      {preview.has_credit_note ? ', a credit note, and an email.' : ' and an email.'}
    </Note>
  )
}

function RefundSums({ order, preview }: { order: StaffOrder; preview: RefundPreview | null }) {
  return (
    <SumList isLive>
      <Sum name="Paid">
        <Money of={order.total} />
      </Sum>
      <Sum name="Already refunded">
        <Money of={order.totals.refunded} />
      </Sum>
      <Sum name="Refund now">{preview && <Money of={preview.amount} />}</Sum>
      {order.tax.amount.amount > 0 && (
        <Sum name={`${nameTax(order.tax)} in this refund`}>{preview && <Money of={preview.tax} />}</Sum>
      )}
      <Sum name="Left after this" isTotal>
        {preview && <Money of={preview.left_after} />}
      </Sum>
    </SumList>
  )
}
