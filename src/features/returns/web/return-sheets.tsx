import type { OrderLine } from '#features/orders/orders.contract.ts'
import type { ReturnReason } from '../returns.contract.ts'
import { GoodsPicker } from './form/goods-picker.tsx'
import { ReasonPicker } from './form/reason-picker.tsx'

export type ReturnSheetsProps = {
  reasons: ReturnReason[]
  others: OrderLine[]
  /** Line whose reason is being chosen. */
  picking: string | null
  chosen: number[]
  onPicked: (reasonIds: number[] | null) => void
  isAdding: boolean
  onAdded: () => void
}

/** Renders the sheets of the form. Their code loads while the shopper reads the form. */
export function ReturnSheets({ reasons, others, picking, chosen, onPicked, isAdding, onAdded }: ReturnSheetsProps) {
  return (
    <>
      <ReasonPicker
        open={picking !== null}
        reasons={reasons}
        value={chosen}
        onClose={() => onPicked(null)}
        onChoose={onPicked}
      />
      <GoodsPicker open={isAdding} lines={others} onClose={onAdded} />
    </>
  )
}
