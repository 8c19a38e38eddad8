import { useState } from 'react'
import { useCommand } from '#console/data/use-command.ts'
import { useConsole, useMe } from '#console/shell/console-context.ts'
import { Button } from '#console/ui/button.tsx'
import { Check } from '#console/ui/check.tsx'
import { Dialog } from '#console/ui/dialog.tsx'
import { AreaField } from '#console/ui/field.tsx'
import { showMoney } from '#console/ui/money.rules.ts'
import { Money } from '#console/ui/money.tsx'
import { MoneyField } from '#console/ui/money-field.tsx'
import { Note, Refusal } from '#console/ui/note.tsx'
import { endCell, Table } from '#console/ui/table.tsx'
import { Thumb } from '#console/ui/thumbs.tsx'
import { showToast } from '#console/ui/toast-store.ts'
import { RefundWayChoice } from '#features/payments/console/parts/refund-way.tsx'
import type { RefundWay } from '#features/payments/payments.rules.ts'
import { askToRefundOrder, refundOrder } from '#features/payments/payments.staff.contract.ts'
import { defineDraft, useDraft, useDraftKeeper } from '#web/data/use-draft.ts'
import styles from '../dialogs/dialogs.module.css'
import { type RefundPreview, useRefundPreview } from '../dialogs/use-refund-preview.ts'
import { CouponShare } from '../order/order-parts.tsx'
import { type OrderDialog, showOptions } from './order-dialog.tsx'

/** What goes back of each line: null is all that is left, a number some of it. Lines that are not named stay. */
type Wanted = { lines: Record<string, number | null>; shipping: boolean; reason: string; to: RefundWay }
const nothing: Wanted = { lines: {}, shipping: false, reason: '', to: 'payment' }

const drafts = defineDraft<Wanted>('staff_refund', {
  parse: (kept) => {
    const { lines, shipping, reason, to } = (kept ?? {}) as Partial<Wanted>
    return lines && typeof lines === 'object' && typeof reason === 'string'
      ? { lines, shipping: shipping === true, reason, to: to === 'credit' ? to : 'payment' }
      : null
  },
  isEmpty: ({ lines, shipping, reason }) => Object.keys(lines).length === 0 && !shipping && reason === '',
})
/** Some of the money, item by item. The sums are the shop's own: what is shown is what happens. */
export function RefundDialog(props: Omit<OrderDialog, 'repack'>) {
  const kept = useDraft(drafts, props.order.number)
  return <RefundForm key={kept ? 'kept' : 'new'} {...props} kept={kept ?? nothing} />
}

function RefundForm({ order, send, close, kept }: Omit<OrderDialog, 'repack'> & { kept: Wanted }) {
  const { call } = useConsole()
  const me = useMe()
  const { number, currency, lines, customer } = { ...order, currency: order.total.currency }
  const [wanted, setWanted] = useState(kept)
  const forget = useDraftKeeper(drafts, number, wanted)
  const { preview, problem: wrong } = useRefundPreview(number, wanted)
  const { run, busy, problem } = useCommand()
  const change = (part: Partial<Wanted>) => setWanted((now) => ({ ...now, ...part }))
  const setLine = (id: string, amount: number | null | undefined) => {
    const { [id]: _, ...others } = wanted.lines
    change({ lines: amount === undefined ? others : { ...others, [id]: amount } })
  }
  const amount = preview?.amount.amount ?? 0
  // A draft may remember a way that is closed by now.
  const to = preview?.ways.credit.problem ? 'payment' : wanted.to
  const isOver = preview?.is_over_limit ?? false
  const isReady = amount > 0 && !wrong && wanted.reason.trim() !== ''
  const leftOf = (id: string) => preview?.left.find(({ line_id }) => line_id === id)
  async function refund() {
    if (!isReady) return
    const back = Object.entries(wanted.lines).map(([id, some]) => ({ id, ...(some !== null && { amount: some }) }))
    const input = { lines: back, shipping: wanted.shipping, reason: wanted.reason, to }
    const isDone = isOver
      ? await run('refund', () => call(askToRefundOrder, { ...input, no: number }))
      : await run('refund', () => send(refundOrder, input))
    if (!isDone) return
    forget()
    close()
    if (isOver) return showToast('Asked. It stands in Today of those who may.')
    const [sum, who] = [preview ? showMoney(preview.amount) : 'Money', customer.name || customer.email]
    showToast(to === 'credit' ? `${sum} is in the account of ${who} as store credit` : `${sum} is on its way to ${who}`)
  }
  const payable = lines.filter(({ id }) => (leftOf(id)?.amount.amount ?? 0) > 0)
  const chosen = payable.filter(({ id }) => wanted.lines[id] !== undefined)
  const tickAll = (
    <Check
      label="Refund all items"
      isLabelHidden
      isChecked={chosen.length > 0 && chosen.length === payable.length}
      isMixed={chosen.length > 0 && chosen.length < payable.length}
      disabled={payable.length === 0}
      onChange={(isOn) => change({ lines: isOn ? Object.fromEntries(payable.map(({ id }) => [id, null])) : {} })}
    />
  )
  return (
    <Dialog
      isOpen
      size="table"
      title="Refund part of the order"
      onClose={close}
      onSubmit={refund}
      says={
        isOver
          ? `Asked by ${me.name}`
          : `By ${me.name}. ${to === 'credit' ? 'Cannot be undone.' : 'Cannot be undone once the provider has it.'}`
      }
      footer={
        <>
          <Button size="large" onClick={close}>
            Cancel
          </Button>
          <Button size="large" tone="primary" type="submit" isBusy={busy !== null} disabled={!isReady} hint="Ctrl ↵">
            {isOver ? 'Ask for' : 'Refund'} {preview ? showMoney(preview.amount) : ''}
          </Button>
        </>
      }
    >
      <p className={styles.quiet}>
        Each item carries its share of the coupon, fixed when the order was paid. No more than what was paid for it can
        go back.
      </p>
      <Refusal problem={problem ?? wrong} />
      <div className={styles.table}>
        <Table
          label="What goes back"
          columns={[
            { name: 'Refund', shown: tickAll },
            { name: 'Item' },
            { name: 'Price', isEnd: true },
            { name: 'Coupon share', isEnd: true },
            { name: 'Paid', isEnd: true },
            { name: 'Refund now', isEnd: true },
          ]}
        >
          {lines.map((line) => {
            const left = leftOf(line.id)
            const most = left?.amount.amount ?? 0
            const some = wanted.lines[line.id]
            return (
              <tr key={line.id}>
                <td>
                  <Check
                    label={`Refund ${line.name}`}
                    isLabelHidden
                    isChecked={some !== undefined}
                    disabled={most === 0}
                    onChange={(isOn) => setLine(line.id, isOn ? null : undefined)}
                  />
                </td>
                <td>
                  <span className={styles.item}>
                    <Thumb src={line.image} />
                    <span>
                      <b className={styles.name}>{line.name}</b>
                      <span className={styles.quiet}>{showOptions(line)}</span>
                    </span>
                  </span>
                </td>
                <td className={endCell}>
                  <Money of={line.price} />
                </td>
                <td className={endCell}>
                  <CouponShare of={line.discount} />
                </td>
                <td className={endCell}>
                  <Money of={line.paid} />
                </td>
                <td className={endCell}>
                  {some === undefined ? (
                    <span className={styles.quiet}>{tellLeft(left, line.refunded.amount)}</span>
                  ) : (
                    <span className={styles.amount}>
                      <MoneyField
                        label={`Refund of ${line.name}`}
                        isLabelHidden
                        currency={currency}
                        value={some ?? most}
                        onChange={(typed) => setLine(line.id, typed === most ? null : (typed ?? 0))}
                      />
                    </span>
                  )}
                </td>
              </tr>
            )
          })}
          <tr>
            <td>
              <Check
                label="Refund the shipping"
                isLabelHidden
                isChecked={wanted.shipping}
                disabled={(preview?.shipping_left.amount ?? 0) === 0}
                onChange={(shipping) => change({ shipping })}
              />
            </td>
            <td>
              <span className={styles.quiet}>Shipping, {order.shipping_method}</span>
            </td>
            <td className={endCell}>
              <Money of={order.totals.shipping} />
            </td>
            <td />
            <td className={endCell}>
              <Money of={order.totals.shipping} />
            </td>
            <td className={endCell}>
              {wanted.shipping && preview ? (
                <Money of={preview.shipping} />
              ) : (
                <span className={styles.quiet}>not refunded</span>
              )}
            </td>
          </tr>
        </Table>
      </div>
      <div className={styles.halves}>
        <AreaField
          label="Words for the shopper"
          hint="The reason in the mail, and in the history of the order"
          value={wanted.reason}
          onChange={(reason) => change({ reason })}
          maxLength={500}
        />
        <div className={styles.rows}>
          <dl className={styles.sums} aria-live="polite">
            <dt>Paid</dt>
            <dd>
              <Money of={order.total} />
            </dd>
            <dt>Refunded before</dt>
            <dd>
              <Money of={order.totals.refunded} />
            </dd>
            <dt>Refund now</dt>
            <dd>{preview && <Money of={preview.amount} />}</dd>
            <dt className={styles.total}>Left after this</dt>
            <dd className={styles.total}>{preview && <Money of={preview.left_after} />}</dd>
          </dl>
          <RefundWayChoice
            method={order.payment_method}
            ways={preview?.ways ?? null}
            value={to}
            onChange={(way) => change({ to: way })}
          />
        </div>
      </div>
      {preview?.is_over_limit && (
        <Note tone="warning">
          This is more than your role may pay back at once. Somebody who may is asked; nothing is paid before.
        </Note>
      )}
    </Dialog>
  )
}

function tellLeft(left: RefundPreview['left'][number] | undefined, refunded: number): string {
  if (left?.is_in_return) return 'in a return'
  return left?.amount.amount === 0 && refunded > 0 ? 'refunded' : 'not refunded'
}
