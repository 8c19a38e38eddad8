import { useEffect, useState } from 'react'
import { formatProblem, useCommand } from '#console/data/use-command.ts'
import { useConsole, useMe } from '#console/shell/console-context.ts'
import { Note, Refusal } from '#console/ui/content/note.tsx'
import { Thumb } from '#console/ui/content/thumbs.tsx'
import { Check } from '#console/ui/fields/check.tsx'
import { AreaField, SelectField } from '#console/ui/fields/field.tsx'
import { Money } from '#console/ui/format/money.tsx'
import { Dialog } from '#console/ui/overlays/dialog.tsx'
import { DialogButtons } from '#console/ui/overlays/dialog-buttons.tsx'
import { showToast } from '#console/ui/overlays/toast-store.ts'
import type { StaffOutput } from '#contract/calls/staff-call.ts'
import { getReturnOptions, startReturn } from '#features/returns/return-commands.staff.contract.ts'
import type { OrderDialog } from '../parts/order-dialog.tsx'
import styles from './dialogs.module.css'

type Options = StaffOutput<typeof getReturnOptions>

/** Loads the items that can be returned and the reasons. Returns null until the server has answered. */
function useReturnOptions(number: string) {
  const { call } = useConsole()
  const [options, setOptions] = useState<Options | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  useEffect(() => {
    call(getReturnOptions, { no: number }).then(
      ({ data }) => setOptions(data),
      (error) => setFailure(formatProblem(error)),
    )
  }, [call, number])
  return { options, failure }
}

/** Lists all reasons, each with the group that it belongs to. */
function listReasons({ reasons }: Options) {
  return reasons.flatMap(({ code, name, specific }) =>
    specific.length === 0
      ? [{ value: code, name }]
      : specific.map((one) => ({ value: one.code, name: `${name} / ${one.name}` })),
  )
}

/** Requests a return on behalf of the shopper, for example after a call. */
export function ReturnDialog({ order, close }: OrderDialog) {
  const { call } = useConsole()
  const me = useMe()
  const [chosen, setChosen] = useState<Record<string, string>>({})
  const [comment, setComment] = useState('')
  const { run, busy, problem } = useCommand()
  const { number } = order
  const { options, failure } = useReturnOptions(number)
  const items = Object.entries(chosen).map(([line_id, reason]) => ({ line_id, reason }))
  const shopper = order.customer.name || order.customer.email

  function choose(lineId: string, reason: string | null) {
    const { [lineId]: _, ...others } = chosen
    setChosen(reason === null ? others : { ...others, [lineId]: reason })
  }

  async function start() {
    if (items.length === 0) return
    if (!(await run('start', () => call(startReturn, { no: number, items, comment })))) return
    close()
    showToast(`Return requested for ${number}`)
  }

  return (
    <Dialog
      isOpen
      title="Start a return"
      onClose={close}
      onSubmit={start}
      says={`By ${me.name}, for ${shopper}.`}
      footer={
        <DialogButtons close={close} cancel="Back" isBusy={busy !== null} disabled={items.length === 0}>
          {items.length === 1 ? 'Start a return of 1 item' : `Start a return of ${items.length} items`}
        </DialogButtons>
      }
    >
      <Refusal problem={problem ?? failure} />
      {options && <ReturnLines {...{ options, chosen, choose }} />}
      <AreaField
        label="Comment of the shopper"
        value={comment}
        onChange={setComment}
        maxLength={500}
        hint="Shown to the shopper on the return page. Required for the reason “Others”."
      />
      <Note>
        {order.customer.id === null
          ? `${order.customer.email} gets an email with a link to the return. No account is needed.`
          : `${shopper} gets an email and can see the return in the account.`}
      </Note>
    </Dialog>
  )
}

type LinesProps = {
  options: Options
  /** Reason of each chosen line, by line id. */
  chosen: Record<string, string>
  choose: (lineId: string, reason: string | null) => void
}

function ReturnLines({ options, chosen, choose }: LinesProps) {
  const reasons = listReasons(options)
  const usual = Object.values(chosen)[0] ?? reasons[0]?.value ?? ''
  return (
    <ul className={styles.packing}>
      {options.lines.map((line) => (
        <li key={line.id}>
          <Check
            label={`Return ${line.name}`}
            isLabelHidden
            isChecked={line.id in chosen}
            disabled={line.why_not !== null}
            onChange={(isOn) => choose(line.id, isOn ? usual : null)}
          />
          <Thumb src={line.image} />
          <span className={styles.grow}>
            <b className={styles.name}>{line.name}</b>
            <span className={styles.quiet}>{line.why_not ?? line.options.join(' / ')}</span>
            {line.id in chosen && (
              <SelectField
                label="Reason"
                value={chosen[line.id] ?? ''}
                onChange={(reason) => choose(line.id, reason)}
                options={reasons}
              />
            )}
          </span>
          {line.why_not === null && <Money of={line.refund} />}
        </li>
      ))}
    </ul>
  )
}
