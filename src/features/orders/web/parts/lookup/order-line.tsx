import type { ReactNode } from 'react'
import { Literal } from '#ui/content/literal.tsx'
import styles from './found-order.module.css'

/** Shows number and time below the status. */
export function OrderLine({ orderNo, time }: { orderNo: string; time: ReactNode }) {
  return (
    <>
      <Literal>{orderNo}</Literal>
      <span className={styles.dot} aria-hidden="true">
        ·
      </span>
      {time}
    </>
  )
}
