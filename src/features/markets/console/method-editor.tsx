import { ArrowDown, ArrowUp, Plus, Trash2, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#console/ui/buttons/button.tsx'
import { Segmented } from '#console/ui/buttons/segmented.tsx'
import { NumberField, TextField } from '#console/ui/fields/field.tsx'
import { MoneyField } from '#console/ui/fields/money-field.tsx'
import { Switch } from '#console/ui/fields/switch.tsx'
import { formatMoney } from '#console/ui/format/money.rules.ts'
import { maxBands } from '../shipping-methods.staff.contract.ts'
import styles from './market-page.module.css'
import { type BandRow, changePriceKind, findBandStart, type MethodRow } from './method-rows.rules.ts'

type Props = {
  row: MethodRow
  mayWrite: boolean
  onChange: (row: MethodRow) => void
  onRemove: () => void
  /** Moves the method one place up or down. Null at the end of the list. */
  onUp: (() => void) | null
  onDown: (() => void) | null
}

const kinds = [
  { value: 'fixed', name: 'Fixed' },
  { value: 'weight', name: 'Weight' },
  { value: 'total', name: 'Order total' },
] as const

/** Renders the fields of a shipping method below its row. */
export function MethodEditor({ row, mayWrite, onChange, onRemove, onUp, onDown }: Props) {
  const set = (change: Partial<MethodRow>) => onChange({ ...row, ...change })
  return (
    <fieldset className={styles.edit} disabled={!mayWrite} aria-label={row.name || 'New method'}>
      <div className={styles.fields}>
        <TextField label="Name" maxLength={60} required value={row.name} onChange={(name) => set({ name })} />
        <TextField label="Carrier" maxLength={60} value={row.carrier} onChange={(carrier) => set({ carrier })} />
      </div>
      <div className={styles.fields}>
        <div className={styles.group}>
          <span className={styles.label}>Price by</span>
          <Segmented
            label="Price by"
            parts={[...kinds]}
            value={row.price_by}
            onChange={(kind) => onChange(changePriceKind(row, kind))}
          />
        </div>
        {row.price_by === 'fixed' && (
          <div className={styles.amount}>
            <MoneyField label="Price" currency={row.currency} value={row.price} onChange={(price) => set({ price })} />
          </div>
        )}
        <div className={styles.group}>
          <span className={styles.label}>Free from</span>
          <div className={styles.line}>
            <Switch
              label="Free from an order total"
              isLabelHidden
              isOn={row.has_free_from}
              onChange={(has_free_from) => set({ has_free_from, ...(!has_free_from && { free_from: null }) })}
            />
            {row.has_free_from && (
              <div className={styles.amount}>
                <MoneyField
                  label="Free from"
                  isLabelHidden
                  currency={row.currency}
                  error={row.free_from === 0 ? 'More than 0' : null}
                  value={row.free_from}
                  onChange={(free_from) => set({ free_from })}
                />
              </div>
            )}
          </div>
        </div>
        <div className={styles.group}>
          <span className={styles.label}>Delivery</span>
          <div className={styles.line}>
            <div className={styles.days}>
              <NumberField
                label="Delivery from, days"
                isLabelHidden
                min={0}
                max={365}
                value={row.min_days}
                onChange={(min_days) => set({ min_days })}
              />
            </div>
            to
            <div className={styles.days}>
              <NumberField
                label="Delivery to, days"
                isLabelHidden
                min={0}
                max={365}
                value={row.max_days}
                onChange={(max_days) => set({ max_days })}
              />
            </div>
            days
          </div>
        </div>
      </div>
      {row.price_by !== 'fixed' && <Bands row={row} onChange={(bands) => set({ bands })} />}
      <div className={styles.buttons}>
        <Button tone="quiet" size="small" icon={ArrowUp} disabled={!onUp} onClick={() => onUp?.()}>
          Move up
        </Button>
        <Button tone="quiet" size="small" icon={ArrowDown} disabled={!onDown} onClick={() => onDown?.()}>
          Move down
        </Button>
        <Button tone="quiet" size="small" icon={Trash2} onClick={onRemove}>
          Remove method
        </Button>
      </div>
    </fieldset>
  )
}

/** A kilogram in grams. Bands by weight are stored in grams and entered in kilograms. */
const kilogram = 1000

type BandsProps = { row: MethodRow; onChange: (bands: BandRow[]) => void }

function Bands({ row, onChange }: BandsProps) {
  const { bands, currency } = row
  const isByWeight = row.price_by === 'weight'
  const set = (at: number, change: Partial<BandRow>) =>
    onChange(bands.map((band, other) => (other === at ? { ...band, ...change } : band)))
  const end = bands.at(-1)?.up_to ?? null
  const last = end === null ? null : isByWeight ? `${end / kilogram} kg` : formatMoney({ amount: end, currency })
  return (
    <>
      <div className={styles.bands}>
        {bands.map((band, at) => (
          // The place of a band is its identity, because each band begins where the band above ends.
          // biome-ignore lint/suspicious/noArrayIndexKey: explained above.
          <BandFields key={at} {...{ row, band, at }} onChange={(change) => set(at, change)}>
            <Button
              tone="quiet"
              size="small"
              icon={X}
              aria-label={`Remove band ${at + 1}`}
              disabled={bands.length === 1}
              onClick={() => onChange(bands.filter((_, other) => other !== at))}
            />
          </BandFields>
        ))}
      </div>
      <div className={styles.foot}>
        <Button
          size="small"
          icon={Plus}
          disabled={bands.length >= maxBands}
          onClick={() => onChange([...bands, { up_to: null, price: null }])}
        >
          Add band
        </Button>
        {last && (
          <span>
            Not offered above {last}. {isByWeight ? 'Heavier' : 'Larger'} carts see the other methods only.
          </span>
        )}
      </div>
    </>
  )
}

type BandProps = {
  row: MethodRow
  band: BandRow
  at: number
  onChange: (change: Partial<BandRow>) => void
  children: ReactNode
}

/** Renders a band. It begins where the band above ends, so bands can neither overlap nor leave gaps. */
function BandFields({ row: { price_by, currency, bands }, band, at, onChange, children }: BandProps) {
  const start = findBandStart(bands, at)
  const isShort = start !== null && band.up_to !== null && band.up_to <= start
  const error = isShort ? 'More than the start' : null
  const name = (part: string) => `${part} of band ${at + 1}`
  return (
    <>
      <span aria-hidden>From</span>
      {price_by === 'weight' ? (
        <>
          <NumberField
            {...{ label: name('Start'), isLabelHidden: true, unit: 'kg', readOnly: true }}
            value={start === null ? null : start / kilogram}
            onChange={() => {}}
          />
          <span aria-hidden>to</span>
          <NumberField
            {...{ label: name('End'), isLabelHidden: true, unit: 'kg', step: 'any', min: 0, error }}
            inputMode="decimal"
            value={band.up_to === null ? null : band.up_to / kilogram}
            onChange={(weight) => onChange({ up_to: weight === null ? null : Math.round(weight * kilogram) })}
          />
        </>
      ) : (
        <>
          <TextField
            {...{ label: name('Start'), isLabelHidden: true, readOnly: true }}
            value={start === null ? '' : formatMoney({ amount: start, currency })}
            onChange={() => {}}
          />
          <span aria-hidden>to</span>
          <MoneyField
            {...{ label: name('End'), isLabelHidden: true, currency, error }}
            value={band.up_to}
            onChange={(up_to) => onChange({ up_to })}
          />
        </>
      )}
      <span aria-hidden>costs</span>
      <MoneyField
        {...{ label: name('Price'), isLabelHidden: true, currency }}
        value={band.price}
        onChange={(price) => onChange({ price })}
      />
      <span />
      {children}
    </>
  )
}
