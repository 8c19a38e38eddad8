import type { KeyboardEvent } from 'react'
import { Tick } from '#console/list/table/tick.tsx'
import { Money } from '#console/ui/format/money.tsx'
import { joinClasses } from '#ui/content/join-classes.ts'
import { SkuCell } from './sku-cell.tsx'
import type { SkuEdit } from './sku-edits.rules.ts'
import styles from './sku-grid.module.css'
import type { GridRow, OptionChoice } from './sku-grid.rules.ts'
import { useGridKeys } from './use-grid-keys.ts'
import type { SkuTicks } from './use-sku-ticks.ts'

type Columns = {
  edits: SkuEdit[]
  options: OptionChoice[]
  ticks: SkuTicks
  /** Saved rows by key, compared with the current rows to mark changed cells. Empty before the first save. */
  before: ReadonlyMap<string, GridRow>
  isFixed: boolean
}

type Props = Columns & {
  rows: GridRow[]
  /** The visible rows: the first ones, or all. */
  shown: GridRow[]
  onChange: (rows: GridRow[]) => void
}

/** Renders the SKUs as a spreadsheet. Enter moves down, Tab moves right, and Ctrl+D fills down. */
export function SkuTable({ rows, shown, onChange, ...columns }: Props) {
  const keys = useGridKeys({ rows, edits: columns.edits, onChange })
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <Head {...columns} />
        <tbody ref={keys.body}>
          {shown.map((row, at) => (
            <Row
              key={row.key}
              row={row}
              at={at}
              {...columns}
              onChange={(changed) => onChange(rows.with(at, changed))}
              onPress={(event, column) => keys.press(event, at, column)}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Head({ edits, options, ticks, before, isFixed }: Columns) {
  return (
    <thead>
      <tr>
        {!isFixed && (
          <th scope="col" className={styles.tick}>
            <Tick label="Select all SKUs" isOn={ticks.isAll} isMixed={ticks.isSome} onTick={ticks.toggleAll} />
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
        {before.size > 0 && (
          <th scope="col" className={styles.end}>
            30-day low
          </th>
        )}
      </tr>
    </thead>
  )
}

type RowProps = Columns & {
  row: GridRow
  at: number
  onChange: (row: GridRow) => void
  onPress: (event: KeyboardEvent<HTMLInputElement>, column: number) => void
}

function Row({ row, at, edits, options, ticks, before, isFixed, onChange, onPress }: RowProps) {
  const was = before.get(row.key)
  const isTicked = ticks.chosen.has(row.key)
  return (
    <tr className={joinClasses(isTicked && styles.ticked)}>
      {!isFixed && (
        <td className={styles.tick}>
          <Tick label={`Select ${row.sku}`} isOn={isTicked} onTick={() => ticks.toggle(row.key)} />
        </td>
      )}
      {options.map(({ name }) => (
        <td key={name}>{row.options.find((one) => one.name === name)?.value ?? '–'}</td>
      ))}
      <td>
        <SkuCode row={row} at={at} isFixed={isFixed} onChange={onChange} />
      </td>
      {edits.map((edit, column) => (
        <td key={edit.name} className={styles.end}>
          <SkuCell
            label={`${edit.name} of ${row.sku}`}
            value={edit.write(row)}
            placeholder={edit.placeholder}
            isLow={edit.isLow?.(row) ?? false}
            isChanged={before.size > 0 && (!was || edit.write(was) !== edit.write(row))}
            isFixed={isFixed}
            cell={`${at} ${column}`}
            onKeyDown={(event) => onPress(event, column)}
            send={(text) => {
              const changed = edit.read(text, row)
              if (changed) onChange(changed)
              return changed !== null
            }}
          />
        </td>
      ))}
      {before.size > 0 && (
        <td className={joinClasses(styles.end, styles.lowest)}>{row.lowest && <Money of={row.lowest} />}</td>
      )}
    </tr>
  )
}

/** The maximum length of a code that `saveSkuGrid` accepts. */
const maxCodeLength = 64

/** Renders the code of a SKU, which is editable until the SKU is saved. */
function SkuCode({ row, at, isFixed, onChange }: Pick<RowProps, 'row' | 'at' | 'isFixed' | 'onChange'>) {
  if (row.id !== null) return <bdi dir="ltr">{row.sku}</bdi>
  return (
    <SkuCell
      label={`SKU in row ${at + 1}`}
      value={row.sku}
      isWide
      isFixed={isFixed}
      send={(text) => {
        const sku = text.trim()
        if (sku === '' || sku.length > maxCodeLength) return false
        onChange({ ...row, sku })
        return true
      }}
    />
  )
}
