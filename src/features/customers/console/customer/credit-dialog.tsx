import { useState } from 'react'
import { useCommand } from '#console/data/use-command.ts'
import { useConsole, useMe } from '#console/shell/console-context.ts'
import { Segmented } from '#console/ui/buttons/segmented.tsx'
import { Refusal } from '#console/ui/content/note.tsx'
import { SelectField } from '#console/ui/fields/field.tsx'
import { MoneyField } from '#console/ui/fields/money-field.tsx'
import { formatMoney } from '#console/ui/format/money.rules.ts'
import { Dialog } from '#console/ui/overlays/dialog.tsx'
import { DialogButtons } from '#console/ui/overlays/dialog-buttons.tsx'
import { showToast } from '#console/ui/overlays/toast-store.ts'
import type { CreditReason } from '#features/credit/credit.rules.ts'
import { changeCustomerCredit, type StaffCustomer } from '#features/customers/customers.staff.contract.ts'
import { creditReasonChoices } from './credit-entries.rules.ts'

type CreditAction = 'give' | 'take'
const creditActions: { value: CreditAction; name: string }[] = [
  { value: 'give', name: 'Add' },
  { value: 'take', name: 'Deduct' },
]

/** Renders the dialog that adds or removes store credit of a customer. */
export function CreditDialog({ customer, onClose }: { customer: StaffCustomer; onClose: () => void }) {
  const { call } = useConsole()
  const me = useMe()
  const { run, busy, problem } = useCommand()
  const [action, setAction] = useState<CreditAction>('give')
  const [amount, setAmount] = useState<number | null>(null)
  const [reason, setReason] = useState<CreditReason>('goodwill')
  const [isTried, setTried] = useState(false)
  const { balance } = customer.credit
  const { currency } = balance
  async function change() {
    setTried(true)
    if (!amount) return
    const signed = action === 'give' ? amount : -amount
    if (!(await run('credit', () => call(changeCustomerCredit, { id: customer.id, amount: signed, reason })))) return
    const left = formatMoney({ amount: balance.amount + signed, currency })
    showToast(`${customer.name || customer.email} now has ${left} of store credit`)
    onClose()
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Store credit"
      onSubmit={change}
      says={`${me.name}. Current balance: ${formatMoney(balance)}.`}
      footer={(close) => (
        <DialogButtons close={close} cancel="Back" isBusy={busy === 'credit'} hint="Ctrl ↵">
          {action === 'give' ? 'Add' : 'Deduct'} {amount ? formatMoney({ amount, currency }) : ''}
        </DialogButtons>
      )}
    >
      <Segmented label="Add or deduct" parts={creditActions} value={action} onChange={setAction} />
      <MoneyField
        label="Amount"
        value={amount}
        onChange={setAmount}
        currency={currency}
        error={isTried && !amount ? 'Please fill in this field' : null}
      />
      <SelectField label="Reason" value={reason} onChange={setReason} options={creditReasonChoices} />
      <Refusal problem={problem} />
    </Dialog>
  )
}
