import { MapPin } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from '#web/ui/icon.tsx'
import { Literal } from '#web/ui/literal.tsx'
import { Section } from '#web/ui/page.tsx'
import styles from './found-order.module.css'

/** Number and time under the status word. */
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

export function OrderAddress({ name, phone, where }: { name: string; phone: string; where: string }) {
  return (
    <Section>
      <div className={styles.address}>
        <Icon of={MapPin} className={styles.pin} />
        <div>
          <p className={styles.who}>
            <bdi translate="no">{name}</bdi>
            {phone && (
              <span className={styles.phone}>
                <Literal>{phone}</Literal>
              </span>
            )}
          </p>
          <p className={styles.where} translate="no">
            <bdi>{where}</bdi>
          </p>
        </div>
      </div>
    </Section>
  )
}

export function OrderLines({ children }: { children: ReactNode }) {
  return (
    <Section>
      <ul className={styles.lines}>{children}</ul>
    </Section>
  )
}
