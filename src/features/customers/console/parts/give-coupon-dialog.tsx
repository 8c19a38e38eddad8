import { useEffect, useId, useState } from 'react'
import { useCommand } from '#console/data/use-command.ts'
import { useConsole, useMe } from '#console/shell/console-context.ts'
import { Button } from '#console/ui/buttons/button.tsx'
import { Refusal } from '#console/ui/content/note.tsx'
import { TextField } from '#console/ui/fields/field.tsx'
import { Dialog } from '#console/ui/overlays/dialog.tsx'
import { showToast } from '#console/ui/overlays/toast-store.ts'
import { allowsScope } from '#contract/calls/scopes.ts'
import { listStaffCoupons } from '#features/coupons/coupons.staff.contract.ts'
import { giveCustomerCoupon, type StaffCustomer } from '#features/customers/customers.staff.contract.ts'

export function GiveCouponDialog({ customer, onClose }: { customer: StaffCustomer; onClose: () => void }) {
  const { call } = useConsole()
  const me = useMe()
  const { run, busy, problem } = useCommand()
  const [code, setCode] = useState('')
  const [isTried, setTried] = useState(false)
  const known = useRunningCodes()
  const listId = useId()
  async function give() {
    setTried(true)
    if (code.trim() === '') return
    if (!(await run('give', () => call(giveCustomerCoupon, { id: customer.id, code })))) return
    showToast(`${code.toUpperCase()} was added to the account of ${customer.name || customer.email}`)
    onClose()
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Give a coupon"
      onSubmit={give}
      says={me.name}
      footer={(close) => (
        <>
          <Button size="large" onClick={close}>
            Back
          </Button>
          <Button size="large" tone="primary" type="submit" isBusy={busy === 'give'} hint="Ctrl ↵">
            Give coupon
          </Button>
        </>
      )}
    >
      <TextField
        label="Coupon code"
        hint="A customer can get each coupon once"
        value={code}
        onChange={setCode}
        list={listId}
        maxLength={60}
        autoComplete="off"
        dir="ltr"
        error={isTried && code.trim() === '' ? 'Please fill in this field' : null}
      />
      <datalist id={listId}>
        {known.map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
      <Refusal problem={problem} />
    </Dialog>
  )
}

const offered = 100

/** Loads the codes of the running coupons. Staff who may not read coupons type the code. */
function useRunningCodes(): string[] {
  const { call, me } = useConsole()
  const [codes, setCodes] = useState<string[]>([])
  const mayRead = allowsScope(me?.scopes, 'marketing:read')
  useEffect(() => {
    if (!mayRead) return
    call(listStaffCoupons, { status: 'running', limit: offered }).then(
      ({ data }) => setCodes(data.data.map(({ code }) => code)),
      () => setCodes([]),
    )
  }, [call, mayRead])
  return codes
}
