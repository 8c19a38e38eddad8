import { Thumb } from '#console/ui/content/thumbs.tsx'
import { Check } from '#console/ui/fields/check.tsx'
import { MoneyField } from '#console/ui/fields/money-field.tsx'
import { Money } from '#console/ui/format/money.tsx'
import { endCell, Table } from '#console/ui/layout/table.tsx'
import type { StaffOrder } from '#features/orders/orders.staff.contract.ts'
import styles from '../dialogs/dialogs.module.css'
import { nameTax } from '../order/order-tax.rules.ts'
import { formatOptions } from '../parts/order-dialog.tsx'
import type { LineLeft, OrderRefund } from './use-order-refund.ts'

type Props = { order: StaffOrder; refund: OrderRefund }
type Line = StaffOrder['lines'][number]

/** Edits the refunded amount of each item and of the shipping. */
export function RefundLines({ order, refund }: Props) {
  const { draft, change, findLeft } = refund
  const payable = order.lines.filter(({ id }) => (findLeft(id)?.amount.amount ?? 0) > 0)
  const chosen = payable.filter(({ id }) => draft.lines[id] !== undefined)
  const checkAll = (
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
    <div className={styles.table}>
      <Table
        label="Refund amounts"
        columns={[
          { name: 'Refund', shown: checkAll },
          { name: 'Item' },
          { name: 'Paid', isEnd: true },
          { name: 'Refunded', isEnd: true },
          { name: `${nameTax(order.tax)} in paid`, isEnd: true },
          { name: 'Refund now', isEnd: true },
        ]}
      >
        {order.lines.map((line) => (
          <RefundLine key={line.id} line={line} refund={refund} />
        ))}
        <RefundShipping order={order} refund={refund} />
      </Table>
    </div>
  )
}

function RefundLine({ line, refund: { draft, setLine, findLeft } }: { line: Line; refund: OrderRefund }) {
  const left = findLeft(line.id)
  const max = left?.amount.amount ?? 0
  const amount = draft.lines[line.id]
  return (
    <tr>
      <td>
        <Check
          label={`Refund ${line.name}`}
          isLabelHidden
          isChecked={amount !== undefined}
          disabled={max === 0}
          onChange={(isOn) => setLine(line.id, isOn ? null : undefined)}
        />
      </td>
      <td>
        <span className={styles.item}>
          <Thumb src={line.image} />
          <span>
            <b className={styles.name}>{line.name}</b>
            <span className={styles.quiet}>{formatOptions(line)}</span>
          </span>
        </span>
      </td>
      <td className={endCell}>
        <Money of={line.paid} />
      </td>
      <td className={endCell}>
        <span className={styles.quiet}>
          <Money of={line.refunded} />
        </span>
      </td>
      <td className={endCell}>
        <span className={styles.quiet}>
          <Money of={line.tax} />
        </span>
      </td>
      <td className={endCell}>
        {amount === undefined ? (
          <span className={styles.quiet}>{formatRefundableAmount(left, line)}</span>
        ) : (
          <span className={styles.amount}>
            <MoneyField
              label={`Refund of ${line.name}`}
              isLabelHidden
              currency={line.paid.currency}
              value={amount ?? max}
              onChange={(typed) => setLine(line.id, typed === max ? null : (typed ?? 0))}
            />
          </span>
        )}
      </td>
    </tr>
  )
}

function formatRefundableAmount(left: LineLeft | undefined, { refunded }: Line): string {
  if (left?.is_in_return) return 'Part of a return'
  return left?.amount.amount === 0 && refunded.amount > 0 ? 'Fully refunded' : 'Not refunded'
}

function RefundShipping({ order, refund: { draft, change, preview } }: Props) {
  const { shipping } = order.totals
  const taxed = order.tax.rates.filter(({ kind }) => kind === 'shipping')
  const tax = taxed.reduce((sum, row) => sum + row.tax.amount, 0)
  // A coupon or an added tax changes the paid amount.
  const paid = taxed.length > 0 ? taxed.reduce((sum, row) => sum + row.gross.amount, 0) : shipping.amount
  return (
    <tr>
      <td>
        <Check
          label="Refund the shipping"
          isLabelHidden
          isChecked={draft.shipping}
          disabled={(preview?.shipping_left.amount ?? 0) === 0}
          onChange={(isOn) => change({ shipping: isOn })}
        />
      </td>
      <td>
        <span className={styles.quiet}>Shipping, {order.shipping_method}</span>
      </td>
      <td className={endCell}>
        <Money of={shipping} />
      </td>
      <td className={endCell}>
        <span className={styles.quiet}>
          {preview && <Money of={{ ...shipping, amount: Math.max(0, paid - preview.shipping_left.amount) }} />}
        </span>
      </td>
      <td className={endCell}>
        <span className={styles.quiet}>
          <Money of={{ ...shipping, amount: tax }} />
        </span>
      </td>
      <td className={endCell}>
        {draft.shipping && preview ? (
          <Money of={preview.shipping} />
        ) : (
          <span className={styles.quiet}>Not refunded</span>
        )}
      </td>
    </tr>
  )
}
