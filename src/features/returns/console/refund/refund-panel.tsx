import { useEffect, useState } from 'react'
import { tellProblem, useCommand } from '#console/data/use-command.ts'
import { useConsole } from '#console/shell/console-context.ts'
import { Button } from '#console/ui/button.tsx'
import { Check } from '#console/ui/check.tsx'
import { AreaField } from '#console/ui/field.tsx'
import { showMoney } from '#console/ui/money.rules.ts'
import { Money } from '#console/ui/money.tsx'
import { MoneyField } from '#console/ui/money-field.tsx'
import { Refusal } from '#console/ui/note.tsx'
import { Panel } from '#console/ui/panel.tsx'
import { showToast } from '#console/ui/toast-store.ts'
import type { StaffOutput } from '#contract/calls/staff-call.ts'
import { RefundWayChoice } from '#features/payments/console/parts/refund-way.tsx'
import type { RefundWay } from '#features/payments/payments.rules.ts'
import { findDeductionProblem } from '#features/returns/deduction.staff.rules.ts'
import {
  askToRefundReturn,
  previewReturnRefund,
  refundReturn,
} from '#features/returns/return-commands.staff.contract.ts'
import type { StaffReturn } from '#features/returns/returns.staff.contract.ts'
import styles from '../return/aside.module.css'

type Preview = StaffOutput<typeof previewReturnRefund>
type Asked = { items: string[]; hasPostage: boolean; deduction: number }

const typingMs = 250

/** What has arrived goes back, less what is kept and why. The shop reckons, and does what it showed. */
export function RefundPanel({ thing, shopper }: { thing: StaffReturn; shopper: string }) {
  const { call } = useConsole()
  const { run, busy, problem, isBehind } = useCommand()
  const ready = thing.items.filter(({ possible }) => possible.includes('refund'))
  const [left, setLeft] = useState<string[]>([])
  const [hasPostage, setPostage] = useState(false)
  const [isKeeping, setKeeping] = useState(false)
  const [deduction, setDeduction] = useState<number | null>(null)
  const [reason, setReason] = useState('')
  const [way, setWay] = useState<RefundWay>(thing.as_credit.is_chosen ? 'credit' : 'payment')
  const items = ready.filter(({ id }) => !left.includes(id))
  const asked = { items: items.map(({ id }) => id), hasPostage, deduction: isKeeping ? (deduction ?? 0) : 0 }
  const { preview, wrong } = usePreview(thing, asked)
  const missing = findDeductionProblem(isKeeping, { amount: deduction, reason })
  const isOver = preview?.is_over_limit ?? false
  const to = preview?.ways.credit.problem ? 'payment' : way
  async function refund() {
    if (!preview || missing) return
    const input = {
      no: thing.number,
      ...(ready.length > 0 && { items: asked.items }),
      postage: hasPostage,
      to,
      ...(asked.deduction > 0 && { deduction: { amount: asked.deduction, reason } }),
    }
    if (isOver) {
      if (await run('refund', () => call(askToRefundReturn, input)))
        showToast('Asked. It stands in Today of those who may.')
      return
    }
    if (await run('refund', () => call(refundReturn, input)))
      showToast(
        to === 'credit'
          ? `${showMoney(preview.total)} is in the account of ${shopper} as store credit`
          : `${showMoney(preview.total)} on its way to ${shopper}`,
      )
  }
  return (
    <Panel title="Refund">
      <div className={styles.stack}>
        {ready.map((item) => (
          <Check
            key={item.id}
            label={
              <span className={styles.line}>
                {item.name} <Money of={item.refund} />
              </span>
            }
            isChecked={!left.includes(item.id)}
            onChange={(isOn) => setLeft(isOn ? left.filter((id) => id !== item.id) : [...left, item.id])}
          />
        ))}
        {thing.postage.left.amount > 0 && (
          <Check
            label={
              <span className={styles.line}>
                The postage too <Money of={thing.postage.left} />
              </span>
            }
            isChecked={hasPostage}
            onChange={setPostage}
          />
        )}
        {ready.length > 0 && <Check label="Keep a part of it" isChecked={isKeeping} onChange={setKeeping} />}
        {isKeeping && (
          <>
            <MoneyField
              label="Amount to keep"
              value={deduction}
              onChange={setDeduction}
              currency={thing.asked.currency}
              required
            />
            <AreaField
              label={`Why, as ${shopper} will read it`}
              value={reason}
              onChange={setReason}
              maxLength={500}
              rows={2}
            />
          </>
        )}
        <dl className={styles.facts} aria-live="polite">
          {preview && asked.deduction > 0 && (
            <div>
              <dt>Kept</dt>
              <dd>
                <Money of={{ ...preview.total, amount: -asked.deduction }} />
              </dd>
            </div>
          )}
          {preview && preview.postage.amount > 0 && (
            <div>
              <dt>Postage</dt>
              <dd>
                <Money of={preview.postage} />
              </dd>
            </div>
          )}
          <div className={styles.total}>
            <dt>Refund</dt>
            <dd>{preview && missing?.field !== 'amount' ? <Money of={preview.total} /> : '…'}</dd>
          </div>
        </dl>
        <RefundWayChoice method={thing.payment_method} ways={preview?.ways ?? null} value={to} onChange={setWay} />
        <Refusal problem={wrong} />
        {!isBehind && <Refusal problem={problem} />}
        <Button
          tone="primary"
          isBlock
          isBusy={busy === 'refund'}
          disabled={!preview || Boolean(wrong) || missing !== null || (items.length === 0 && !hasPostage)}
          onClick={refund}
        >
          {isOver ? 'Ask for' : 'Refund'} {preview && missing?.field !== 'amount' && showMoney(preview.total)}
        </Button>
        {missing && <p className={styles.says}>{missing.problem}.</p>}
        {isOver && <p className={styles.says}>More than your role may pay back at once: somebody who may is asked.</p>}
      </div>
    </Panel>
  )
}

/** Asked of the shop a moment after the last change; the last question is the one that counts. */
function usePreview({ number, events }: StaffReturn, { items, hasPostage, deduction }: Asked) {
  const { call } = useConsole()
  const [answer, setAnswer] = useState<{ of: string; preview: Preview | null; wrong: string | null } | null>(null)
  const ids = items.join(',')
  const about = `${ids} ${hasPostage} ${deduction} ${events.length}`
  useEffect(() => {
    if (ids === '' && !hasPostage) return setAnswer(null)
    let isHere = true
    const timer = setTimeout(() => {
      const input = {
        no: number,
        ...(ids && { items: ids }),
        postage: hasPostage ? ('true' as const) : ('false' as const),
        ...(deduction > 0 && { deduction }),
      }
      call(previewReturnRefund, input).then(
        ({ data }) => isHere && setAnswer({ of: about, preview: data, wrong: null }),
        (error: unknown) => isHere && setAnswer({ of: about, preview: null, wrong: tellProblem(error) }),
      )
    }, typingMs)
    return () => {
      isHere = false
      clearTimeout(timer)
    }
  }, [call, number, ids, hasPostage, deduction, about])
  // What was reckoned for something else is not shown as if it were for this.
  const isFresh = answer?.of === about
  return { preview: isFresh ? answer.preview : null, wrong: isFresh ? answer.wrong : null }
}
