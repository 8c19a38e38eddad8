import { ScanBarcode, SlidersHorizontal, Tag } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { Tick } from '#console/list/table/tick.tsx'
import { ConsoleLink } from '#console/shell/console-link.tsx'
import { stockLink } from '#console/shell/console-links.ts'
import { readAmount, writeAmount } from '#console/ui/amount.rules.ts'
import { Button, buttonClass } from '#console/ui/button.tsx'
import { SelectField } from '#console/ui/field.tsx'
import { Money } from '#console/ui/money.tsx'
import { toQuery } from '#contract/calls/call.ts'
import { decimalsOf } from '#contract/money/currency-units.ts'
import { homeCurrency } from '#contract/money/money.ts'
import type { StaffSku } from '#features/catalogue/products.staff.contract.ts'
import { stockMost } from '#features/catalogue/stock.rules.ts'
import { joinClasses } from '#ui/content/join-classes.ts'
import { OptionsDialog } from '../products/options-dialog.tsx'
import { PricesDialog } from './prices-dialog.tsx'
import styles from './sku-grid.module.css'
import {
  fillDown,
  freeWord,
  type GridRow,
  listOptions,
  nameShape,
  type PriceField,
  readPrice,
  setPrice,
  setPrices,
  toGrid,
} from './sku-grid.rules.ts'

type Props = {
  rows: GridRow[]
  /** As they are saved: what differs is marked. */
  saved?: StaffSku[]
  /** The product, once it is there: its stock is counted elsewhere, too. */
  handle?: string
  onChange: (rows: GridRow[]) => void
  currencies: { code: string; decimals: number }[]
  /** For the codes of new skus. */
  productName: string
  isFixed?: boolean
}

type Edit = {
  name: string
  /** Returns the row with the typed value, or null where the value is not possible. */
  read: (text: string, row: GridRow) => GridRow | null
  write: (row: GridRow) => string
  placeholder?: string
  isLow?: (row: GridRow) => boolean
}

/** With more rows than these the rest is folded up. */
const shownMost = 8
const shownFolded = 6

/** Skus as a sheet: Enter goes down, Tab to the right, Ctrl D fills down. */
export function SkuGrid({ rows, saved = [], handle, onChange, currencies, productName, isFixed = false }: Props) {
  const own = rows[0]?.prices[0]?.price.currency ?? homeCurrency
  const [currency, setCurrency] = useState(own)
  const [opened, setOpened] = useState<'options' | 'prices' | null>(null)
  const [isWhole, setWhole] = useState(false)
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const before = new Map(toGrid(saved).map((row) => [row.key, row]))
  const shown = isWhole || rows.length <= shownMost ? rows : rows.slice(0, shownFolded)
  const chosen = new Set(rows.filter(({ key }) => ticked.has(key)).map(({ key }) => key))
  const body = useRef<HTMLTableSectionElement>(null)
  const options = listOptions(rows)
  const decimals = currencies.find(({ code }) => code === currency)?.decimals ?? decimalsOf(currency)
  const money = (field: PriceField, name: string): Edit => ({
    name,
    write: (row) => {
      const amount = readPrice(row, currency, field)
      if (amount === 0) return 'Free'
      return amount === null ? '' : writeAmount(amount, decimals)
    },
    read: (text, row) => {
      const typed = text.trim().toLowerCase()
      if (typed === '') {
        const emptied = setPrice(row, currency, field, null)
        return emptied === row && readPrice(row, currency, field) !== null ? null : emptied
      }
      const isFree = typed === freeWord && field !== 'compare_at'
      const amount = isFree ? 0 : readAmount(typed, decimals)
      if (amount === null || (amount === 0 && !isFree)) return null
      const changed = setPrice(row, currency, field, amount)
      return readPrice(changed, currency, field) === amount ? changed : null
    },
    placeholder: field === 'price' && currency !== own ? 'auto' : '–',
  })
  const edits: Edit[] = [
    {
      name: 'Stock',
      write: ({ stock }) => String(stock),
      read: (text, row) => {
        const stock = /^\d+$/.test(text.trim()) ? Number(text) : null
        return stock === null || stock > stockMost ? null : { ...row, stock }
      },
      isLow: ({ stock }) => stock < 2,
    },
    money('price', `Price ${currency}`),
    money('special', 'Sale price'),
    money('compare_at', 'Was'),
  ]
  const tick = (key: string) =>
    setTicked(new Set(chosen.has(key) ? [...chosen].filter((one) => one !== key) : [...chosen, key]))
  const isChanged = (edit: Edit, row: GridRow) => {
    const was = before.get(row.key)
    return saved.length > 0 && (!was || edit.write(was) !== edit.write(row))
  }
  const set = (at: number, change: (row: GridRow) => GridRow) =>
    onChange(rows.map((row, other) => (other === at ? change(row) : row)))
  function press(event: KeyboardEvent<HTMLInputElement>, at: number, column: number) {
    const goTo = (row: number) => {
      const cell = body.current?.querySelector<HTMLInputElement>(`[data-cell="${row} ${column}"]`)
      cell?.focus()
      cell?.select()
    }
    if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
      event.preventDefault()
      goTo(at + (event.shiftKey ? -1 : 1))
    }
    if (event.key.toLowerCase() === 'd' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      const edit = edits[column]
      const text = event.currentTarget.value
      const change = (row: GridRow) => edit?.read(text, row) ?? row
      onChange(fillDown(rows, at, change).map((row, other) => (other === at ? change(row) : row)))
    }
  }
  return (
    <section className={styles.panel} aria-labelledby="skus">
      <div className={styles.head}>
        <h2 id="skus" className={styles.title}>
          {rows.length} {rows.length === 1 ? 'sku' : 'skus'}
        </h2>
        <span className={styles.shape}>{nameShape(options)}</span>
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
          {!isFixed && (
            <>
              <Button tone="quiet" size="small" icon={SlidersHorizontal} onClick={() => setOpened('options')}>
                Options
              </Button>
              <Button
                tone="quiet"
                size="small"
                icon={Tag}
                disabled={rows.length === 0}
                onClick={() => setOpened('prices')}
              >
                Set prices
              </Button>
            </>
          )}
          {handle && (
            <ConsoleLink
              href={stockLink + toQuery({ product: handle })}
              className={buttonClass({ tone: 'quiet', size: 'small' })}
            >
              <ScanBarcode size={16} strokeWidth={1.75} aria-hidden />
              Count stock
            </ConsoleLink>
          )}
        </span>
      </div>
      <div className={styles.scroll}>
        <table className={styles.table}>
          <thead>
            <tr>
              {!isFixed && (
                <th scope="col" className={styles.tick}>
                  <Tick
                    label="Tick all skus"
                    isOn={chosen.size > 0 && chosen.size === rows.length}
                    isMixed={chosen.size > 0 && chosen.size < rows.length}
                    onTick={() => setTicked(new Set(chosen.size === rows.length ? [] : rows.map(({ key }) => key)))}
                  />
                </th>
              )}
              {options.map(({ name }) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
              <th scope="col">Sku</th>
              {edits.map(({ name }) => (
                <th key={name} scope="col" className={styles.end}>
                  {name}
                </th>
              ))}
              {saved.length > 0 && (
                <th scope="col" className={styles.end}>
                  30-day low
                </th>
              )}
            </tr>
          </thead>
          <tbody ref={body}>
            {shown.map((row, at) => (
              <tr key={row.key} className={joinClasses(chosen.has(row.key) && styles.ticked)}>
                {!isFixed && (
                  <td className={styles.tick}>
                    <Tick label={`Tick ${row.sku}`} isOn={chosen.has(row.key)} onTick={() => tick(row.key)} />
                  </td>
                )}
                {options.map(({ name }) => (
                  <td key={name}>{row.options.find((one) => one.name === name)?.value ?? '–'}</td>
                ))}
                <td>
                  {row.id === null ? (
                    <Cell
                      label={`Sku of row ${at + 1}`}
                      value={row.sku}
                      isWide
                      isFixed={isFixed}
                      send={(text) => {
                        const sku = text.trim()
                        if (sku === '' || sku.length > 64) return false
                        set(at, (one) => ({ ...one, sku }))
                        return true
                      }}
                    />
                  ) : (
                    <bdi dir="ltr">{row.sku}</bdi>
                  )}
                </td>
                {edits.map((edit, column) => (
                  <td key={edit.name} className={styles.end}>
                    <Cell
                      label={`${edit.name} of ${row.sku}`}
                      value={edit.write(row)}
                      placeholder={edit.placeholder}
                      isLow={edit.isLow?.(row) ?? false}
                      isChanged={isChanged(edit, row)}
                      isFixed={isFixed}
                      cell={`${at} ${column}`}
                      onKeyDown={(event) => press(event, at, column)}
                      send={(text) => {
                        const changed = edit.read(text, row)
                        if (changed) set(at, () => changed)
                        return changed !== null
                      }}
                    />
                  </td>
                ))}
                {saved.length > 0 && (
                  <td className={joinClasses(styles.end, styles.lowest)}>{row.lowest && <Money of={row.lowest} />}</td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {(!isFixed || shown.length < rows.length) && (
        <div className={styles.foot}>
          {!isFixed && (
            <span>Enter moves down, Tab moves right, Ctrl D fills down. Type “free” to give an item away.</span>
          )}
          {shown.length < rows.length && (
            <Button tone="quiet" size="small" onClick={() => setWhole(true)}>
              {rows.length - shown.length} more
            </Button>
          )}
        </div>
      )}
      {opened === 'options' && (
        <OptionsDialog rows={rows} productName={productName} onClose={() => setOpened(null)} onChoose={onChange} />
      )}
      {opened === 'prices' && (
        <PricesDialog
          count={chosen.size || rows.length}
          isAll={chosen.size === 0}
          currency={currency}
          decimals={decimals}
          onClose={() => setOpened(null)}
          onSet={(amounts) =>
            onChange(setPrices(rows, chosen.size > 0 ? chosen : new Set(rows.map(({ key }) => key)), currency, amounts))
          }
        />
      )}
    </section>
  )
}

type CellProps = {
  label: string
  value: string
  placeholder?: string | undefined
  isLow?: boolean
  isChanged?: boolean
  isWide?: boolean
  isFixed: boolean
  cell?: string
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void
  /** False for what cannot be: it stays as typed, and says so. */
  send: (text: string) => boolean
}

function Cell({ label, value, placeholder, isLow, isChanged, isWide, isFixed, cell, onKeyDown, send }: CellProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const [isWrong, setWrong] = useState(false)
  return (
    <input
      className={joinClasses(
        styles.cell,
        isWide && styles.wide,
        isLow && styles.low,
        isChanged && styles.changed,
        isWrong && styles.wrong,
      )}
      dir="ltr"
      aria-label={label}
      aria-invalid={isWrong || undefined}
      inputMode={isWide ? 'text' : 'decimal'}
      readOnly={isFixed}
      placeholder={placeholder}
      maxLength={64}
      data-cell={cell}
      value={typed ?? value}
      onKeyDown={onKeyDown}
      onChange={(event) => {
        const isRight = send(event.target.value)
        setTyped(event.target.value)
        setWrong(!isRight)
      }}
      onBlur={() => {
        // What could not be read is not kept: the cell shows again what counts.
        setTyped(null)
        setWrong(false)
      }}
    />
  )
}
