import { CircleCheckBig, CircleDashed } from 'lucide-react'
import { useState } from 'react'
import { Panel } from '#console/ui/layout/panel.tsx'
import { showToast } from '#console/ui/overlays/toast-store.ts'
import type { StaffOrder } from '#features/orders/orders.staff.contract.ts'
import { OrderLine } from '../order/order-parts.tsx'
import { listActiveLines } from '../parts/order-dialog.tsx'
import styles from './pack-list.module.css'
import { findScanned } from './pack-list.rules.ts'

/**
 * Manages the items that were scanned or ticked while packing. A missing item is only highlighted and does not prevent
 * packing.
 */
export function usePackList(order: StaffOrder) {
  const [found, setFound] = useState<readonly string[]>([])
  const lines = listActiveLines(order)
  const toggle = (id: string) => setFound((now) => (now.includes(id) ? now.filter((one) => one !== id) : [...now, id]))
  function scan(code: string) {
    const line = findScanned(lines, found, code)
    if (line) setFound((now) => [...now, line.id])
    else showToast(`${code} is not one of the missing items`)
  }
  return { lines, found, toggle, scan }
}

type Props = Pick<ReturnType<typeof usePackList>, 'lines' | 'found' | 'toggle'>

/** Lists the items to pack, one by one, for phones. */
export function PackList({ lines, found, toggle }: Props) {
  const count = lines.length === 1 ? '1 item' : `${lines.length} items`
  return (
    <Panel
      title={`Pack ${count}`}
      actions={
        <span role="status" className={styles.count}>
          {found.length} of {lines.length} found
        </span>
      }
    >
      <ul className={styles.lines}>
        {lines.map((line) => {
          const isFound = found.includes(line.id)
          const Mark = isFound ? CircleCheckBig : CircleDashed
          return (
            <li key={line.id} className={styles.line}>
              <OrderLine line={line} />
              <button
                type="button"
                className={styles.mark}
                aria-pressed={isFound}
                aria-label={`${line.name} found`}
                onClick={() => toggle(line.id)}
              >
                <Mark size={22} strokeWidth={1.75} aria-hidden />
              </button>
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}
