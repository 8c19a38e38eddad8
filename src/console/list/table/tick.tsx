import { type ReactNode, useEffect, useRef } from 'react'
import styles from './list-table.module.css'

type TickProps = {
  label: ReactNode
  isOn: boolean
  isMixed?: boolean
  tabIndex?: number
  onTick: (isRange: boolean) => void
}

/** Renders the checkbox of a row or of all rows. */
export function Tick({ label, isOn, isMixed = false, tabIndex, onTick }: TickProps) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = isMixed
  }, [isMixed])
  return (
    <label className={styles.tick}>
      <input
        ref={box}
        type="checkbox"
        checked={isOn}
        tabIndex={tabIndex}
        onChange={(event) => onTick('shiftKey' in event.nativeEvent && event.nativeEvent.shiftKey === true)}
      />
      <span className="visually-hidden">{label}</span>
    </label>
  )
}
