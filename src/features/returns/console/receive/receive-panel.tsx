import { PackageOpen, Truck } from 'lucide-react'
import { useConsole } from '#console/shell/console-context.ts'
import { Button } from '#console/ui/buttons/button.tsx'
import { Key } from '#console/ui/content/key.tsx'
import { Refusal } from '#console/ui/content/note.tsx'
import { Check } from '#console/ui/fields/check.tsx'
import { Money } from '#console/ui/format/money.tsx'
import { Panel } from '#console/ui/layout/panel.tsx'
import { Sum, SumList } from '#features/payments/console/parts/sum-list.tsx'
import { scanReturn } from '#features/returns/return-commands.staff.contract.ts'
import type { StaffReturn } from '#features/returns/returns.staff.contract.ts'
import { countItems } from '../parts/return-badges.rules.ts'
import { ReturnWay } from '../refund/return-refund-method.tsx'
import styles from '../return/aside.module.css'
import type { Receiving } from './use-receiving.ts'

type Props = { returnRequest: StaffReturn; receiving: Receiving; onReceive: () => void }

/** Receives a parcel, and shows the refunds above the button. */
export function ReceivePanel({ returnRequest, receiving, onReceive }: Props) {
  const { call } = useConsole()
  const { inspected, open, refundedNow, restockProblem, busy, problem, isOutdated, run } = receiving
  const toScan = returnRequest.items.filter(({ possible }) => possible.includes('scan')).map(({ id }) => id)
  return (
    <Panel title="Receive">
      <div className={styles.stack}>
        <Button
          tone="primary"
          icon={PackageOpen}
          isBlock
          disabled={!receiving.canReceive}
          isBusy={busy === 'receive'}
          onClick={onReceive}
          hint="Ctrl ↵"
        >
          Receive {inspected.length} of {open.length}
        </Button>
        {restockProblem && (
          <p className={styles.says} role="status">
            {restockProblem}.
          </p>
        )}
        <Button isBlock onClick={receiving.setAllMissing}>
          Nothing arrived
        </Button>
        <p className={styles.says}>
          Choose the condition of each item. The keys <Key>1</Key> to <Key>4</Key> set the condition of the next item.
        </p>
        {inspected.length > 0 && <ReceivedSums receiving={receiving} />}
        <Check
          label="Inspect everything first, refund later"
          isChecked={receiving.isInspected}
          onChange={receiving.setInspected}
        />
        {refundedNow.amount > 0 && (
          <ReturnWay returnRequest={returnRequest} value={receiving.refundTo} onChange={receiving.setRefundTo} />
        )}
        {!isOutdated && <Refusal problem={problem} />}
        {toScan.length > 0 && !returnRequest.items.some(({ scanned_at }) => scanned_at) && (
          <Button
            isBlock
            icon={Truck}
            isBusy={busy === 'scan'}
            onClick={() => run('scan', () => call(scanReturn, { no: returnRequest.number, items: toScan }))}
          >
            Handed to the carrier
          </Button>
        )}
      </div>
    </Panel>
  )
}

function ReceivedSums({ receiving: { inspected, refundedNow, restocked, waits } }: { receiving: Receiving }) {
  return (
    <SumList>
      {inspected.map(({ item }) => (
        <Sum key={item.id} name={item.name}>
          <Money of={item.refund} />
        </Sum>
      ))}
      <Sum name="Refunded now" isTotal>
        <Money of={refundedNow} />
      </Sum>
      <Sum name="Back into stock">{countItems(restocked)}</Sum>
      {waits.amount > 0 && (
        <Sum name="Waiting for a decision">
          <Money of={waits} />
        </Sum>
      )}
    </SumList>
  )
}
