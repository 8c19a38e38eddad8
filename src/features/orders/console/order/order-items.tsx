import { Package, Truck } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#console/ui/buttons/button.tsx'
import { Moment } from '#console/ui/format/moment.tsx'
import { Money } from '#console/ui/format/money.tsx'
import { Panel } from '#console/ui/layout/panel.tsx'
import type { StaffOrder } from '#features/orders/orders.staff.contract.ts'
import { slipLink } from '../list/print-slips.ts'
import { ParcelReportDialog } from '../parcels/parcel-report-dialog.tsx'
import { formatKilos } from '../parcels/weight.rules.ts'
import { listActiveLines } from '../parts/order-dialog.tsx'
import styles from './order-items.module.css'
import { CouponShare, OrderLine } from './order-parts.tsx'
import { formatTaxHead, nameTax } from './order-tax.rules.ts'

type Parcel = StaffOrder['parcels'][number]

type Props = { order: StaffOrder; mayReport: boolean; repack: (() => void) | undefined }

/** Shows the lines of an order by parcel, each with its share of the coupon discount. */
export function OrderItems({ order, mayReport, repack }: Props) {
  const { lines, parcels } = order
  const activeLines = listActiveLines(order)
  const hasTax = order.tax.amount.amount > 0
  const unpackedLines = lines.filter(({ parcel_id }) => parcel_id === null)
  const [reported, setReported] = useState<Parcel | null>(null)
  return (
    <Panel
      title={formatItemCount(activeLines.length, parcels.length)}
      {...(hasTax && { beside: <PriceDisplay tax={order.tax} /> })}
      actions={
        repack && (
          <Button tone="quiet" size="small" onClick={repack}>
            Repack
          </Button>
        )
      }
      isFlush
    >
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Item</th>
            {['Price', 'Coupon', 'Paid', ...(hasTax ? [formatTaxHead(order.tax, lines)] : [])].map((name) => (
              <th key={name} scope="col" className={styles.end}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {parcels.map((parcel, at) => (
            <ParcelRows
              key={parcel.id}
              order={order}
              parcel={parcel}
              name={`Parcel ${at + 1}`}
              report={mayReport && parcel.shipped_at && !parcel.delivered_at ? () => setReported(parcel) : null}
            />
          ))}
          {parcels.length > 0 && unpackedLines.length > 0 && (
            <tr className={styles.group}>
              <td colSpan={hasTax ? 5 : 4}>Not in a parcel</td>
            </tr>
          )}
          {unpackedLines.map((line) => (
            <LineRow key={line.id} line={line} hasTax={hasTax} />
          ))}
        </tbody>
      </table>
      {reported && <ParcelReportDialog parcel={reported} close={() => setReported(null)} />}
    </Panel>
  )
}

function PriceDisplay({ tax }: { tax: StaffOrder['tax'] }) {
  return (
    <span className={styles.display}>
      {tax.added.amount > 0 ? 'Prices exclude tax' : `Prices include ${nameTax(tax)}`}
    </span>
  )
}

function formatItemCount(items: number, parcels: number): string {
  const count = items === 1 ? '1 item' : `${items} items`
  return parcels === 0 ? count : `${count} in ${parcels === 1 ? '1 parcel' : `${parcels} parcels`}`
}

type ParcelProps = { order: StaffOrder; parcel: Parcel; name: string; report: (() => void) | null }

function ParcelRows({ order, parcel, name, report }: ParcelProps) {
  const hasTax = order.tax.amount.amount > 0
  const packedBy = order.events.findLast(({ command }) => command === 'packOrder')?.actor.name ?? null
  const lines = order.lines.filter(({ parcel_id }) => parcel_id === parcel.id)
  return (
    <>
      <tr className={styles.group}>
        <td colSpan={hasTax ? 5 : 4}>
          <ParcelHead {...{ parcel, name, packedBy, report }} number={order.number} />
        </td>
      </tr>
      {lines.map((line) => (
        <LineRow key={line.id} line={line} hasTax={hasTax} />
      ))}
    </>
  )
}

function LineRow({ line, hasTax }: { line: StaffOrder['lines'][number]; hasTax: boolean }) {
  return (
    <tr>
      <td>
        <OrderLine line={line} />
      </td>
      <td className={styles.end}>
        <Money of={line.price} />
      </td>
      <td className={styles.end}>
        <CouponShare of={line.discount} />
      </td>
      <td className={styles.end}>
        <b className={styles.paid}>
          <Money of={line.paid} />
        </b>
      </td>
      {hasTax && (
        <td className={styles.end}>
          <span className={styles.tax}>
            <Money of={line.tax} />
          </span>
        </td>
      )}
    </tr>
  )
}

type HeadProps = {
  parcel: Parcel
  name: string
  number: string
  packedBy: string | null
  report: (() => void) | null
}

function ParcelHead({ parcel, name, number, packedBy, report }: HeadProps) {
  const { carrier, tracking_number, tracking_url, weight_grams, packed_at, shipped_at, delivered_at, events } = parcel
  const [state, at] = delivered_at
    ? (['arrived', delivered_at] as const)
    : shipped_at
      ? (['shipped', shipped_at] as const)
      : (['packed', packed_at] as const)
  const Icon = shipped_at ? Truck : Package
  return (
    <>
      <span className={styles.parcel}>
        <Icon size={14} strokeWidth={1.9} aria-hidden />
        <b>{name}</b>
        <span>
          {state} <Moment at={at} />
          {state === 'packed' && packedBy && ` by ${packedBy}`}
          {weight_grams !== null && `, ${formatKilos(weight_grams)}`}
          {carrier && `, ${carrier} `}
          {tracking_number &&
            (tracking_url ? (
              <a href={tracking_url} target="_blank" rel="noreferrer">
                <bdi dir="ltr">{tracking_number}</bdi>
              </a>
            ) : (
              <bdi dir="ltr">{tracking_number}</bdi>
            ))}
        </span>
        <span className={styles.ways}>
          {report && (
            <Button tone="quiet" size="small" onClick={report}>
              Add event
            </Button>
          )}
          <a href={slipLink(number)} target="_blank" rel="noreferrer" aria-label={`Packing slip of ${name}`}>
            Packing slip
          </a>
        </span>
      </span>
      {events.length > 0 && (
        <ol className={styles.events} aria-label={`Tracking events of ${name}`}>
          {events.toReversed().map((event) => (
            <li key={`${event.at} ${event.description}`}>
              {event.description}
              {event.place && `, ${event.place}`} <Moment at={event.at} />
            </li>
          ))}
        </ol>
      )}
    </>
  )
}
