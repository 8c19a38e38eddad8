import { type RefObject, useRef } from 'react'
import type { OrderLine } from '#features/orders/orders.contract.ts'
import type { ReturnReason } from '#features/returns/returns.contract.ts'
import { isReasonChosen } from '#features/returns/returns.rules.ts'
import { AddItemsStep, HowMany, ReasonStep, RemoveItemButton, SameReasonOffer } from '../detail/return-steps.tsx'
import { refundStore } from './refund-store.ts'
import { formatReason, type Problems, readLineRefusals } from './return-problems.ts'
import type { useChosenLines } from './use-chosen-lines.ts'

type Props = {
  line: OrderLine
  chosen: ReturnType<typeof useChosenLines>
  reasons: ReturnReason[]
  problems: Problems['lines']
  errors: Record<string, string[]> | undefined
  /** Whether the form offers the last chosen reason for the other lines. */
  isOffering: boolean
  form: RefObject<HTMLFormElement | null>
  onPick: (lineId: string) => void
  onAdd: () => void
}

/** Shows the lines to return, each with its reason, and the button that adds further lines. */
export function ReturnLines({ line, chosen, reasons, problems, errors, isOffering, form, onPick, onAdd }: Props) {
  const { lines, shown, others, sameItems, chooseAlike, shownIdOf, reasonsOf } = chosen
  const adding = useRef<HTMLButtonElement>(null)
  const ids = lines.map(({ id }) => id)
  const refused = readLineRefusals(errors, lines, shownIdOf)
  // A reason may have been copied from another item, so a line with a reason no longer has a problem.
  const problemOf = (id: string) => (isReasonChosen(reasonsOf(id), reasons) ? undefined : problems[id]) ?? refused[id]
  const hasOtherReasons = !ids.every((id) => String(reasonsOf(id)) === String(reasonsOf(line.id)))

  function removeItem(id: string) {
    refundStore.changeFinalSelectedIds(ids.filter((one) => one !== line.id && one !== id))
    // The button of the line is gone, so the focus moves to the button that adds lines.
    adding.current?.focus()
  }

  return (
    <>
      {shown.map((one) => (
        <ReasonStep
          key={one.id}
          line={one}
          reason={formatReason(reasonsOf(one.id), reasons)}
          problem={problemOf(one.id)}
          onPick={() => onPick(one.id)}
        >
          {one.id === line.id ? (
            <>
              {sameItems.length > 0 && (
                <HowMany
                  value={1 + sameItems.filter(({ id }) => ids.includes(id)).length}
                  max={1 + sameItems.length}
                  onChange={chooseAlike}
                />
              )}
              <SameReasonOffer
                isOpen={isOffering && hasOtherReasons}
                onUseSameReason={refundStore.applyReasonToAll}
                form={form}
              />
            </>
          ) : (
            <RemoveItemButton name={one.name} onRemoveItem={() => removeItem(one.id)} />
          )}
        </ReasonStep>
      ))}
      {others.length > 0 && <AddItemsStep ref={adding} onAdd={onAdd} />}
    </>
  )
}
