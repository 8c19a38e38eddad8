import { type ReactNode, useState } from 'react'
import type { StaffCoupon } from '#features/coupons/coupons.staff.contract.ts'
import { useBrowserValue } from '#ui/state/use-store.ts'
import styles from './widget-builder.module.css'
import { WidgetColors } from './widget-colors.tsx'
import { WidgetCoupons } from './widget-coupons.tsx'
import { ContentFields, EligibilityFields, WidgetLayout } from './widget-fields.tsx'
import type { WidgetForm } from './widget-form.ts'
import { WidgetPreview } from './widget-preview.tsx'

type Props = {
  form: WidgetForm
  coupons: StaffCoupon[]
  isFixed: boolean
  /** Notes about rejected changes and edit conflicts, shown above the form. */
  notes: ReactNode
  /** The positions that show the widget, once it is saved. */
  places?: ReactNode
}

/** Renders the form, and next to it the widget as the shop renders the draft. */
export function WidgetBuilder({ form, coupons, isFixed, notes, places }: Props) {
  // Times are typed in the browser's time zone, which the server does not know.
  const isRunning = useBrowserValue(
    () => true,
    () => false,
  )
  const [isGuest, setGuest] = useState(false)
  return (
    <div className={styles.body}>
      <div className={styles.form}>
        <div className={styles.notes}>{notes}</div>
        <fieldset className={styles.plain} disabled={isFixed}>
          <WidgetCoupons form={form} coupons={coupons} />
          <WidgetLayout form={form} />
          <EligibilityFields form={form} />
          <WidgetColors form={form} />
          <ContentFields form={form} isRunning={isRunning} />
        </fieldset>
        {places}
      </div>
      <WidgetPreview draft={form.values} coupons={coupons} isGuest={isGuest} onGuest={setGuest} />
    </div>
  )
}
