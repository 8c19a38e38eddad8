import { Eye, EyeOff } from 'lucide-react'
import { useCommand } from '#console/data/use-command.ts'
import { BulkBar } from '#console/list/bulk/bulk-bar.tsx'
import type { Rows } from '#console/list/table/use-rows.ts'
import { useConsole } from '#console/shell/console-context.ts'
import { showToast } from '#console/ui/overlays/toast-store.ts'
import type { ProductState } from '#features/catalogue/product.staff.rules.ts'
import { editProduct, type ProductRow } from '#features/catalogue/products.staff.contract.ts'
import { stateBadges } from './product-badges.ts'

/** 50: about one screen, because each product takes a separate request. */
export const productsAtOnce = 50

/**
 * Changes the state of several products. The change can be reversed, so it runs immediately and the toast offers undo.
 */
export function useStateChange(onDone: () => void) {
  const { call } = useConsole()
  const { run, busy, problem } = useCommand()
  const edit = (handle: string, status: ProductState) => call(editProduct, { handle, status }, { ifMatch: '*' })
  const set = (products: ProductRow[], status: ProductState) =>
    run('state', async () => {
      for (const { handle } of products) await edit(handle, status)
      onDone()
      const before = products.map((one) => ({ ...one }))
      const undo = async () => {
        for (const one of before) await edit(one.handle, one.status)
      }
      showToast(`${products.length} ${products.length === 1 ? 'product' : 'products'}: ${stateBadges[status].name}`, {
        action: { label: 'Undo', run: () => void run('undo', undo) },
      })
    })
  return { set, isBusy: busy !== null, problem }
}

type Props = { products: ProductRow[]; rows: Rows; change: ReturnType<typeof useStateChange> }

/** Renders the commands for the selected products. */
export function ProductsBulk({ products, rows, change: { set, isBusy } }: Props) {
  const ticked = products.filter(({ handle }) => rows.isTicked(handle))
  const hidden = ticked.filter(({ status }) => status !== 'live')
  const live = ticked.filter(({ status }) => status === 'live')
  return (
    <BulkBar
      count={ticked.length}
      clear={rows.clear}
      isBusy={isBusy}
      commands={[
        { name: 'Put on sale', icon: Eye, fits: hidden.length, run: () => set(hidden, 'live') },
        { name: 'Hide', icon: EyeOff, fits: live.length, run: () => set(live, 'hidden') },
      ]}
    />
  )
}
