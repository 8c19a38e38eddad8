import { ChevronDown, ChevronUp, GripVertical, Plus } from 'lucide-react'
import { Fragment, type KeyboardEvent, useState } from 'react'
import settings from '#console/settings/settings.module.css'
import { Button } from '#console/ui/buttons/button.tsx'
import { Switch } from '#console/ui/fields/switch.tsx'
import { formatMoney } from '#console/ui/format/money.rules.ts'
import { Panel } from '#console/ui/layout/panel.tsx'
import { currentRow, endCell, Table } from '#console/ui/layout/table.tsx'
import { joinClasses } from '#ui/content/join-classes.ts'
import styles from './market-page.module.css'
import { MethodEditor } from './method-editor.tsx'
import { findPriceRange, type MethodRow, makeMethodRow, moveTo } from './method-rows.rules.ts'

type Props = { rows: MethodRow[]; currency: string; mayWrite: boolean; onChange: (rows: MethodRow[]) => void }

const columns = [
  { name: 'Place', isNameHidden: true },
  { name: 'Method' },
  { name: 'Price by' },
  { name: 'Price', isEnd: true },
  { name: 'Free from', isEnd: true },
  { name: 'Delivery' },
  { name: 'On' },
  { name: 'Edit', isNameHidden: true },
]
const kindNames = { fixed: 'Fixed', weight: 'Weight', total: 'Order total' } as const

/** Renders the shipping methods of a market. A method opens for editing below its row. */
export function MethodsPanel({ rows, currency, mayWrite, onChange }: Props) {
  const [opened, setOpened] = useState<string | null>(null)
  const [dragged, setDragged] = useState<number | null>(null)
  const [said, setSaid] = useState('')
  function move(from: number, to: number) {
    if (to < 0 || to >= rows.length) return
    onChange(moveTo(rows, from, to))
    setSaid(`${rows[from]?.name ?? ''}, position ${to + 1} of ${rows.length}`)
  }
  function add() {
    const row = makeMethodRow(rows, currency)
    onChange([...rows, row])
    setOpened(row.key)
  }
  function press(event: KeyboardEvent, at: number) {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (!event.altKey || !by || !mayWrite) return
    event.preventDefault()
    move(at, at + by)
  }
  return (
    <Panel
      title="Shipping methods"
      isFlush
      beside={<span className={settings.third}>In the order shown at checkout</span>}
      actions={
        mayWrite && (
          <Button tone="quiet" size="small" icon={Plus} onClick={add}>
            Add method
          </Button>
        )
      }
    >
      <div className="visually-hidden" role="status">
        {said}
      </div>
      <Table label="Shipping methods" columns={columns}>
        {rows.map((row, at) => (
          <Fragment key={row.key}>
            <tr
              className={joinClasses(opened === row.key && currentRow, dragged === at && styles.dragged)}
              draggable={mayWrite && opened !== row.key}
              onDragStart={() => setDragged(at)}
              onDragEnd={() => setDragged(null)}
              onDragOver={(event) => {
                if (dragged !== null) event.preventDefault()
              }}
              onDrop={() => dragged !== null && move(dragged, at)}
            >
              <MethodCells
                row={row}
                isOpen={opened === row.key}
                mayWrite={mayWrite}
                onToggle={() => setOpened(opened === row.key ? null : row.key)}
                onPress={(event) => press(event, at)}
                onSwitch={(is_active) => onChange(rows.with(at, { ...row, is_active }))}
              />
            </tr>
            {opened === row.key && (
              <tr className={styles.open}>
                <td colSpan={columns.length} className={styles.opened}>
                  <MethodEditor
                    row={row}
                    mayWrite={mayWrite}
                    onChange={(changed) => onChange(rows.with(at, changed))}
                    onRemove={() => onChange(rows.filter((_, other) => other !== at))}
                    onUp={at > 0 ? () => move(at, at - 1) : null}
                    onDown={at < rows.length - 1 ? () => move(at, at + 1) : null}
                  />
                </td>
              </tr>
            )}
          </Fragment>
        ))}
      </Table>
    </Panel>
  )
}

type CellProps = {
  row: MethodRow
  isOpen: boolean
  mayWrite: boolean
  onToggle: () => void
  onPress: (event: KeyboardEvent) => void
  onSwitch: (isOn: boolean) => void
}

function MethodCells({ row, isOpen, mayWrite, onToggle, onPress, onSwitch }: CellProps) {
  const name = row.name || 'New method'
  return (
    <>
      <td>{mayWrite && <GripVertical size={16} strokeWidth={1.75} aria-hidden className={styles.grip} />}</td>
      <td>
        <span className={settings.strong}>{name}</span>
        {row.carrier && <span className={styles.carrier}>{row.carrier}</span>}
      </td>
      <td className={settings.second}>{kindNames[row.price_by]}</td>
      <td className={endCell}>
        <bdi dir="ltr">{formatRange(row)}</bdi>
      </td>
      <td className={endCell}>
        <span className={settings.second}>
          {row.free_from ? (
            <bdi dir="ltr">{formatMoney({ amount: row.free_from, currency: row.currency })}</bdi>
          ) : (
            'Never'
          )}
        </span>
      </td>
      <td className={settings.second}>{formatDelivery(row)}</td>
      <td>
        <Switch label={`Offer ${name}`} isLabelHidden isOn={row.is_active} disabled={!mayWrite} onChange={onSwitch} />
      </td>
      <td className={endCell}>
        <Button
          tone="quiet"
          size="small"
          icon={isOpen ? ChevronUp : ChevronDown}
          aria-label={`${isOpen ? 'Close' : 'Edit'} ${name}`}
          aria-expanded={isOpen}
          onClick={onToggle}
          onKeyDown={onPress}
        />
      </td>
    </>
  )
}

function formatRange(row: MethodRow): string {
  const range = findPriceRange(row)
  if (!range) return '–'
  const [low, high] = range.map((amount) => formatMoney({ amount, currency: row.currency }))
  return low === high ? `${low}` : `${low}–${high?.replace(/^[^\d−]+/, '')}`
}

function formatDelivery({ min_days, max_days }: MethodRow): string {
  if (min_days === null || max_days === null) return '–'
  return min_days === max_days ? `${max_days} ${max_days === 1 ? 'day' : 'days'}` : `${min_days}–${max_days} days`
}
