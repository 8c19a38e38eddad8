import { Download, Eraser } from 'lucide-react'
import { useState } from 'react'
import { useCommand } from '#console/data/use-command.ts'
import { useConsole, useMe } from '#console/shell/console-context.ts'
import { Button } from '#console/ui/buttons/button.tsx'
import { Note, Refusal } from '#console/ui/content/note.tsx'
import { TextField } from '#console/ui/fields/field.tsx'
import { Moment } from '#console/ui/format/moment.tsx'
import { Panel } from '#console/ui/layout/panel.tsx'
import { Dialog } from '#console/ui/overlays/dialog.tsx'
import { DialogButtons } from '#console/ui/overlays/dialog-buttons.tsx'
import { showToast } from '#console/ui/overlays/toast-store.ts'
import { allowsScope } from '#contract/calls/scopes.ts'
import type { StaffFile } from '#contract/calls/staff-call.ts'
import {
  askToEraseCustomer,
  eraseCustomer,
  exportCustomer,
  type StaffCustomer,
} from '#features/customers/customers.staff.contract.ts'
import { refuseRequest, type StaffRequest } from '#features/staff/requests.staff.contract.ts'
import styles from './customer-page.module.css'

/** Renders the actions that export the data of a customer and erase the customer. */
export function CustomerPrivacy({ customer, request }: { customer: StaffCustomer; request: StaffRequest | null }) {
  const me = useMe()
  const { call } = useConsole()
  const { run, busy, problem } = useCommand()
  const [isErasing, setErasing] = useState(false)
  if (!allowsScope(me.scopes, 'customers:erase')) return null
  const { id, possible, open } = customer
  const openCount = open.orders + open.returns
  const canErase = possible.includes('erase') || possible.includes('ask-erase')
  const downloadExport = () =>
    run('export', async () => save(`customer-${id}.json`, (await call(exportCustomer, { id })).data))
  const ask = async () => {
    if (await run('ask', () => call(askToEraseCustomer, { id })))
      showToast('Request sent. A second person has to approve it.')
  }
  const end = async ({ id: requestId, is_own }: StaffRequest) => {
    if (await run('end', () => call(refuseRequest, { id: requestId })))
      showToast(is_own ? 'Request withdrawn' : 'Request declined')
  }
  return (
    <Panel title="Privacy">
      <div className={styles.stack}>
        <p className={styles.quiet}>Download all data that the shop stores about this customer.</p>
        <Button isBlock icon={Download} isBusy={busy === 'export'} onClick={downloadExport}>
          Export data
        </Button>
        <Refusal problem={problem} />
        {canErase && (
          <p className={styles.quiet}>
            Erasing removes name, address, messages and photos. Order records are kept without a name.
          </p>
        )}
        {request && <EraseRequest request={request} />}
        {possible.includes('erase') && (
          <Button isBlock tone="danger" icon={Eraser} disabled={openCount > 0} onClick={() => setErasing(true)}>
            Erase data
          </Button>
        )}
        {possible.includes('ask-erase') && !request && (
          <Button isBlock tone="danger" icon={Eraser} disabled={openCount > 0} isBusy={busy === 'ask'} onClick={ask}>
            Request erasure
          </Button>
        )}
        {canErase && <EraseTerms needsSecond={possible.includes('ask-erase')} openCount={openCount} />}
        {request && (
          <Button isBlock isBusy={busy === 'end'} onClick={() => end(request)}>
            {request.is_own ? 'Withdraw request' : 'Decline'}
          </Button>
        )}
      </div>
      {isErasing && <EraseDialog customer={customer} onClose={() => setErasing(false)} />}
    </Panel>
  )
}

function EraseRequest({ request: { is_own, asked_by, asked_at } }: { request: StaffRequest }) {
  return (
    <Note tone="warning">
      <b>{is_own ? 'You' : asked_by.name}</b> requested the erasure of this customer’s data, <Moment at={asked_at} />.
      {is_own && ' Another authorized person has to approve it.'}
    </Note>
  )
}

function EraseTerms({ needsSecond, openCount }: { needsSecond: boolean; openCount: number }) {
  return (
    <p className={styles.quiet}>
      {needsSecond && 'A second person has to approve it. The request appears on their Today page. '}
      Erasing is not possible while an order or a return is open
      {openCount > 0 ? ` (${openCount} open).` : '.'}
    </p>
  )
}

function EraseDialog({ customer, onClose }: { customer: StaffCustomer; onClose: () => void }) {
  const { call } = useConsole()
  const me = useMe()
  const { run, busy, problem } = useCommand()
  const [typed, setTyped] = useState('')
  const [isTried, setTried] = useState(false)
  const isRight = typed.trim().toLowerCase() === customer.email.toLowerCase()
  async function erase() {
    setTried(true)
    if (!isRight) return
    if (!(await run('erase', () => call(eraseCustomer, { id: customer.id })))) return
    showToast('Erased')
    onClose()
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`Erase ${customer.name || customer.email}`}
      onSubmit={erase}
      says={me.name}
      footer={(close) => (
        <DialogButtons close={close} cancel="Keep it" tone="danger" isBusy={busy === 'erase'}>
          Erase permanently
        </DialogButtons>
      )}
    >
      <Note tone="warning">
        This cannot be undone. The account, addresses, messages, pictures, coupons and the name in{' '}
        {customer.orders_count} orders are erased. Reviews are kept without the name.
      </Note>
      <TextField
        label="Type the email of the account"
        hint={<bdi dir="ltr">{customer.email}</bdi>}
        value={typed}
        onChange={setTyped}
        autoComplete="off"
        dir="ltr"
        error={isTried && !isRight ? `This does not match ${customer.email}` : null}
      />
      <Refusal problem={problem} />
    </Dialog>
  )
}

/** Saves the file of a staff call to the browser's downloads. */
async function save(name: string, { body, type }: StaffFile): Promise<void> {
  const blob = await new Response(body as BodyInit, { headers: { 'content-type': type } }).blob()
  const href = URL.createObjectURL(blob)
  const link = Object.assign(document.createElement('a'), { href, download: name })
  link.click()
  // After 10 seconds the browser has started the download.
  setTimeout(() => URL.revokeObjectURL(href), 10_000)
}
