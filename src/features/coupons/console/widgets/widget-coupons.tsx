import { ArrowDown, ArrowUp, X } from 'lucide-react'
import { Button } from '#console/ui/buttons/button.tsx'
import { Refusal } from '#console/ui/content/note.tsx'
import { SelectField } from '#console/ui/fields/field.tsx'
import type { StaffCoupon } from '#features/coupons/coupons.staff.contract.ts'
import styles from './widget-builder.module.css'
import type { WidgetForm } from './widget-form.ts'
import { formatDiscount } from './widget-preview.rules.ts'
import { Section } from './widget-section.tsx'

/** The most coupons of a widget. */
const max = 30

export function WidgetCoupons({ form, coupons }: { form: WidgetForm; coupons: StaffCoupon[] }) {
  const { value: codes, onChange, error } = form.field('coupons')
  const move = (at: number, to: number) => {
    const moved = codes[at]
    if (moved === undefined) return
    const rest = codes.filter((code) => code !== moved)
    onChange([...rest.slice(0, to), moved, ...rest.slice(to)])
  }
  const others = coupons.filter(({ code, status }) => status !== 'ended' && !codes.includes(code))
  return (
    <Section title="Coupons" beside={codes.length}>
      <Refusal problem={error} />
      <ol className={styles.coupons}>
        {codes.map((code, at) => (
          <CouponRow
            key={code}
            code={code}
            coupon={coupons.find((one) => one.code === code)}
            isFirst={at === 0}
            isLast={at === codes.length - 1}
            onMove={(by) => move(at, at + by)}
            onRemove={() => onChange(codes.filter((one) => one !== code))}
          />
        ))}
      </ol>
      <SelectField
        label="Add a coupon"
        isLabelHidden
        disabled={codes.length >= max}
        options={[
          { value: '', name: codes.length < max ? 'Add a coupon' : `A widget can have at most ${max} coupons` },
          ...others.map((one) => ({ value: one.code, name: `${one.code}: ${formatCoupon(one)}` })),
        ]}
        value=""
        onChange={(code) => code && onChange([...codes, code])}
      />
    </Section>
  )
}

type RowProps = {
  code: string
  coupon: StaffCoupon | undefined
  isFirst: boolean
  isLast: boolean
  onMove: (by: number) => void
  onRemove: () => void
}

function CouponRow({ code, coupon, isFirst, isLast, onMove, onRemove }: RowProps) {
  const small = { tone: 'quiet', size: 'small' } as const
  return (
    <li className={styles.coupon}>
      <bdi dir="ltr" className={styles.code}>
        {code}
      </bdi>
      <span className={styles.what}>{coupon && formatCoupon(coupon)}</span>
      {coupon && <span className={styles.taken}>{formatStock(coupon)}</span>}
      <Button {...small} icon={ArrowUp} aria-label={`Move ${code} up`} disabled={isFirst} onClick={() => onMove(-1)} />
      <Button
        {...small}
        icon={ArrowDown}
        aria-label={`Move ${code} down`}
        disabled={isLast}
        onClick={() => onMove(1)}
      />
      <Button {...small} icon={X} aria-label={`Remove ${code}`} onClick={onRemove} />
    </li>
  )
}

function formatCoupon(coupon: StaffCoupon): string {
  const benefit = coupon.kind === 'free_shipping' ? 'Free shipping' : `${formatDiscount(coupon)} off`
  return [benefit, coupon.condition_text].filter(Boolean).join(', ')
}

function formatStock({ status, claimed, stock }: StaffCoupon): string {
  if (status === 'taken') return 'all claimed'
  if (status === 'ended') return 'ended'
  if (status === 'paused') return 'paused'
  return stock !== null && stock - claimed <= 50 ? `${stock - claimed} left` : `${claimed} claimed`
}
