import { Check } from 'lucide-react'
import styles from '#console/settings/settings.module.css'

/** Renders the mark for a valid check digit. Only a tax office knows whether the number exists. */
export function VatMark() {
  return (
    <span className={styles.fits}>
      <Check size={14} strokeWidth={1.9} aria-hidden /> digits fit
    </span>
  )
}
