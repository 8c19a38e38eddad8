import { ScanBarcode, SlidersHorizontal, Tag } from 'lucide-react'
import { useState } from 'react'
import { useConsole } from '#console/shell/console-context.ts'
import { ConsoleLink } from '#console/shell/console-link.tsx'
import { stockLink } from '#console/shell/console-links.ts'
import { Button, buttonClass } from '#console/ui/buttons/button.tsx'
import { SelectField } from '#console/ui/fields/field.tsx'
import { toQuery } from '#contract/calls/call.ts'
import { decimalsOf } from '#contract/money/currency-units.ts'
import type { StaffSku } from '#features/catalogue/products.staff.contract.ts'
import { OptionsDialog } from '../products/options-dialog.tsx'
import { PricesDialog } from './prices-dialog.tsx'
import { listSkuEdits } from './sku-edits.rules.ts'
import styles from './sku-grid.module.css'
import { formatGridShape, type GridRow, listOptions, setPrices, toGrid } from './sku-grid.rules.ts'
import { SkuTable } from './sku-table.tsx'
import { useSkuTicks } from './use-sku-ticks.ts'

type Props = {
  rows: GridRow[]
  /** The saved SKUs, compared with the rows to mark changed cells. */
  saved?: StaffSku[]
  /** The handle of an existing product. The footer links to the stock page, where the stock can be counted too. */
  handle?: string
  onChange: (rows: GridRow[]) => void
  currencies: { code: string; decimals: number }[]
  /** The name from which codes of new SKUs are made. */
  productName: string
  isFixed?: boolean
}

type OpenDialog = 'options' | 'prices'

/** The number of rows above which the rest is collapsed. */
const maxShown = 8
const shownWhenCollapsed = 6

export function SkuGrid({ rows, saved = [], handle, onChange, currencies, productName, isFixed = false }: Props) {
  const { shop } = useConsole()
  const own = rows[0]?.prices[0]?.price.currency ?? shop.currency
  const [currency, setCurrency] = useState(own)
  const [opened, setOpened] = useState<OpenDialog | null>(null)
  const [isWhole, setWhole] = useState(false)
  const ticks = useSkuTicks(rows)
  const shown = isWhole || rows.length <= maxShown ? rows : rows.slice(0, shownWhenCollapsed)
  const options = listOptions(rows)
  const decimals = currencies.find(({ code }) => code === currency)?.decimals ?? decimalsOf(currency)
  return (
    <section className={styles.panel} aria-labelledby="skus">
      <div className={styles.head}>
        <h2 id="skus" className={styles.title}>
          {rows.length} {rows.length === 1 ? 'sku' : 'skus'}
        </h2>
        <span className={styles.shape}>{formatGridShape(options)}</span>
        <span className={styles.tools}>
          {currencies.length > 1 && (
            <SelectField
              label="Prices in"
              isLabelHidden
              value={currency}
              onChange={setCurrency}
              options={currencies.map(({ code }) => ({ value: code, name: `Prices in ${code}` }))}
            />
          )}
          {!isFixed && <EditTools isEmpty={rows.length === 0} onOpen={setOpened} />}
          {handle && <CountStock handle={handle} />}
        </span>
      </div>
      <SkuTable
        {...{ rows, shown, options, ticks, isFixed, onChange }}
        before={new Map(toGrid(saved).map((row) => [row.key, row]))}
        edits={listSkuEdits({ currency, decimals, isForeign: currency !== own })}
      />
      <GridFoot isFixed={isFixed} hiddenCount={rows.length - shown.length} onShowAll={() => setWhole(true)} />
      {opened === 'options' && (
        <OptionsDialog rows={rows} productName={productName} onClose={() => setOpened(null)} onChoose={onChange} />
      )}
      {opened === 'prices' && (
        <PricesDialog
          count={ticks.targets.size}
          isAll={ticks.chosen.size === 0}
          currency={currency}
          decimals={decimals}
          onClose={() => setOpened(null)}
          onSet={(amounts) => onChange(setPrices(rows, ticks.targets, currency, amounts))}
        />
      )}
    </section>
  )
}

function EditTools({ isEmpty, onOpen }: { isEmpty: boolean; onOpen: (dialog: OpenDialog) => void }) {
  return (
    <>
      <Button tone="quiet" size="small" icon={SlidersHorizontal} onClick={() => onOpen('options')}>
        Options
      </Button>
      <Button tone="quiet" size="small" icon={Tag} disabled={isEmpty} onClick={() => onOpen('prices')}>
        Set prices
      </Button>
    </>
  )
}

function CountStock({ handle }: { handle: string }) {
  return (
    <ConsoleLink
      href={stockLink + toQuery({ product: handle })}
      className={buttonClass({ tone: 'quiet', size: 'small' })}
    >
      <ScanBarcode size={16} strokeWidth={1.75} aria-hidden />
      Count stock
    </ConsoleLink>
  )
}

/** Renders the footer. `hiddenCount` is the number of collapsed rows. */
function GridFoot({
  isFixed,
  hiddenCount,
  onShowAll,
}: {
  isFixed: boolean
  hiddenCount: number
  onShowAll: () => void
}) {
  if (isFixed && hiddenCount === 0) return null
  return (
    <div className={styles.foot}>
      {!isFixed && <span>Enter moves down, Tab moves right, Ctrl D fills down. Type “free” to give an item away.</span>}
      {hiddenCount > 0 && (
        <Button tone="quiet" size="small" onClick={onShowAll}>
          {hiddenCount} more
        </Button>
      )}
    </div>
  )
}
