import { SlidersHorizontal } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { decimalsOf, readAmount, writeAmount } from '#console/ui/amount.rules.ts'
import { Button } from '#console/ui/button.tsx'
import { SelectField } from '#console/ui/field.tsx'
import { joinClasses } from '#web/ui/join-classes.ts'
import { stockMost } from '../stock.rules.ts'
import { OptionsDialog } from './options-dialog.tsx'
import styles from './sku-grid.module.css'
import { fillDown, type GridRow, listOptions, type PriceField, readPrice, setPrice } from './sku-grid.rules.ts'

type Props = {
  rows: GridRow[]
  onChange: (rows: GridRow[]) => void
  currencies: { code: string; decimals: number }[]
  /** For the codes of new skus. */
  productName: string
  isFixed?: boolean
}

type Edit = {
  name: string
  /** Answers null for what cannot be. */
  read: (text: string) => ((row: GridRow) => GridRow) | null
  write: (row: GridRow) => string
  placeholder?: string
  isLow?: (row: GridRow) => boolean
}

/** Skus as a sheet: Enter goes down, Tab to the right, Ctrl D fills down. */
export function SkuGrid({ rows, onChange, currencies, productName, isFixed = false }: Props) {
  const own = rows[0]?.prices[0]?.price.currency ?? currencies[0]?.code ?? 'USD'
  const [currency, setCurrency] = useState(own)
  const [isChoosing, setChoosing] = useState(false)
  const body = useRef<HTMLTableSectionElement>(null)
  const options = listOptions(rows)
  const decimals = currencies.find(({ code }) => code === currency)?.decimals ?? decimalsOf(currency)
  const money = (field: PriceField, name: string): Edit => ({
    name,
    write: (row) => {
      const amount = readPrice(row, currency, field)
      return amount === null ? '' : writeAmount(amount, decimals)
    },
    read: (text) => {
      const amount = text.trim() === '' ? null : readAmount(text, decimals)
      const isMissing = field === 'price' && currency === own && amount === null
      if ((amount === null && text.trim() !== '') || isMissing) return null
      return (row) => setPrice(row, currency, field, amount)
    },
    placeholder: field === 'price' && currency !== own ? 'auto' : '–',
  })
  const edits: Edit[] = [
    {
      name: 'Stock',
      write: ({ stock }) => String(stock),
      read: (text) => {
        const stock = /^\d+$/.test(text.trim()) ? Number(text) : null
        return stock === null || stock > stockMost ? null : (row) => ({ ...row, stock })
      },
      isLow: ({ stock }) => stock < 2,
    },
    money('price', `Price ${currency}`),
    money('special', 'Sale price'),
    money('compare_at', 'Was'),
  ]
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
      const change = edit?.read(event.currentTarget.value)
      if (change) onChange(fillDown(rows, at, change).map((row, other) => (other === at ? change(row) : row)))
    }
  }
  return (
    <section className={styles.panel} aria-labelledby="skus">
      <div className={styles.head}>
        <h2 id="skus" className={styles.title}>
          {rows.length} {rows.length === 1 ? 'sku' : 'skus'}
        </h2>
        <span className={styles.shape}>
          {options.map(({ name, values }) => `${values.length} × ${name}`).join(', ')}
        </span>
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
            <Button tone="quiet" size="small" icon={SlidersHorizontal} onClick={() => setChoosing(true)}>
              Options
            </Button>
          )}
        </span>
      </div>
      <div className={styles.scroll}>
        <table className={styles.table}>
          <thead>
            <tr>
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
            </tr>
          </thead>
          <tbody ref={body}>
            {rows.map((row, at) => (
              <tr key={row.key}>
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
                      isFixed={isFixed}
                      cell={`${at} ${column}`}
                      onKeyDown={(event) => press(event, at, column)}
                      send={(text) => {
                        const change = edit.read(text)
                        if (change) set(at, change)
                        return change !== null
                      }}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {!isFixed && <p className={styles.foot}>Enter moves down, Tab moves right, Ctrl D fills down.</p>}
      {isChoosing && (
        <OptionsDialog
          rows={rows}
          productName={productName}
          currency={own}
          onClose={() => setChoosing(false)}
          onChoose={onChange}
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
  isWide?: boolean
  isFixed: boolean
  cell?: string
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void
  /** False for what cannot be: it stays as typed, and says so. */
  send: (text: string) => boolean
}

function Cell({ label, value, placeholder, isLow, isWide, isFixed, cell, onKeyDown, send }: CellProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const [isWrong, setWrong] = useState(false)
  return (
    <input
      className={joinClasses(styles.cell, isWide && styles.wide, isLow && styles.low, isWrong && styles.wrong)}
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
