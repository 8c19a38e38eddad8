import { Refusal } from '#console/ui/content/note.tsx'
import { Check } from '#console/ui/fields/check.tsx'
import { AreaField } from '#console/ui/fields/field.tsx'
import { MoneyField } from '#console/ui/fields/money-field.tsx'
import { Money } from '#console/ui/format/money.tsx'
import { Panel } from '#console/ui/layout/panel.tsx'
import type { StaffMoney } from '#contract/calls/staff-call.ts'
import { RefundButton } from '#features/payments/console/parts/refund-button.tsx'
import { RefundMethodChoice } from '#features/payments/console/parts/refund-method.tsx'
import { Sum, SumList } from '#features/payments/console/parts/sum-list.tsx'
import type { StaffReturn } from '#features/returns/returns.staff.contract.ts'
import styles from '../return/aside.module.css'
import { type ReturnRefund, useReturnRefund } from './use-return-refund.ts'

/**
 * Refunds received items, less an optional deduction. The server computes the amounts, so the refund is exactly what the panel
 * shows.
 */
export function RefundPanel({ returnRequest, shopper }: { returnRequest: StaffReturn; shopper: string }) {
  const refund = useReturnRefund(returnRequest, shopper)
  const { preview, missing, isOverLimit } = refund
  return (
    <Panel title="Refund">
      <div className={styles.stack}>
        <RefundItems returnRequest={returnRequest} refund={refund} />
        {refund.ready.length > 0 && (
          <Check label="Deduct an amount" isChecked={refund.isKeeping} onChange={refund.setKeeping} />
        )}
        {refund.isKeeping && <KeptPart refund={refund} currency={returnRequest.asked.currency} shopper={shopper} />}
        <RefundSums refund={refund} />
        <RefundMethodChoice
          method={returnRequest.payment_method}
          ways={preview?.ways ?? null}
          value={refund.to}
          onChange={refund.setWay}
        />
        <Refusal problem={refund.refusal} />
        {!refund.isOutdated && <Refusal problem={refund.problem} />}
        <RefundButton
          isBlock
          isOverLimit={isOverLimit}
          sum={refund.sum}
          isBusy={refund.isBusy}
          disabled={!refund.isReady}
          onClick={refund.refund}
        />
        {missing && <p className={styles.says}>{missing.problem}.</p>}
        {isOverLimit && (
          <p className={styles.says}>
            This refund is above the limit of your role. A colleague with a higher limit is asked to approve it.
          </p>
        )}
      </div>
    </Panel>
  )
}

function RefundItems({ returnRequest, refund }: { returnRequest: StaffReturn; refund: ReturnRefund }) {
  const { ready, left, setIncluded, hasPostage, setPostage } = refund
  const withSum = (name: string, sum: StaffMoney) => (
    <span className={styles.line}>
      {name} <Money of={sum} />
    </span>
  )
  return (
    <>
      {ready.map((item) => (
        <Check
          key={item.id}
          label={withSum(item.name, item.refund)}
          isChecked={!left.includes(item.id)}
          onChange={(isOn) => setIncluded(item.id, isOn)}
        />
      ))}
      {returnRequest.postage.left.amount > 0 && (
        <Check label={withSum('Postage', returnRequest.postage.left)} isChecked={hasPostage} onChange={setPostage} />
      )}
    </>
  )
}

function KeptPart({ refund, currency, shopper }: { refund: ReturnRefund; currency: string; shopper: string }) {
  return (
    <>
      <MoneyField
        label="Amount to deduct"
        value={refund.deduction}
        onChange={refund.setDeduction}
        currency={currency}
        required
      />
      <AreaField
        label={`Reason shown to ${shopper}`}
        value={refund.reason}
        onChange={refund.setReason}
        maxLength={500}
        rows={2}
      />
    </>
  )
}

function RefundSums({ refund: { preview, keptAmount, sum } }: { refund: ReturnRefund }) {
  return (
    <SumList isLive>
      {preview && keptAmount > 0 && (
        <Sum name="Deduction">
          <Money of={{ ...preview.total, amount: -keptAmount }} />
        </Sum>
      )}
      {preview && preview.postage.amount > 0 && (
        <Sum name="Postage">
          <Money of={preview.postage} />
        </Sum>
      )}
      <Sum name="Refund" isTotal>
        {sum ? <Money of={sum} /> : '…'}
      </Sum>
    </SumList>
  )
}
