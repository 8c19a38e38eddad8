import { useEffect, useState } from 'react'
import { Preview } from '#console/list/moves/preview.tsx'
import { useConsole } from '#console/shell/console-context.ts'
import { ConsoleLink } from '#console/shell/console-link.tsx'
import { buttonClass } from '#console/ui/buttons/button.tsx'
import { DueBar } from '#console/ui/content/due-bar.tsx'
import { Status } from '#console/ui/content/status.tsx'
import { Thumb } from '#console/ui/content/thumbs.tsx'
import { Moment } from '#console/ui/format/moment.tsx'
import { Money } from '#console/ui/format/money.tsx'
import { Evidence } from '#console/ui/overlays/evidence.tsx'
import { staffApiRoot } from '#contract/calls/staff-call.ts'
import { getReturn, type ReturnHead, type StaffReturn } from '#features/returns/returns.staff.contract.ts'
import { readReturnRate, returnBadges } from '../parts/return-badges.rules.ts'
import styles from './return-preview.module.css'

type Props = { row: ReturnHead; href: string; move: (step: number) => void; close: () => void }

/** Shows a preview of a return, to decide whether to open it. */
export function ReturnPreview({ row, href, move, close }: Props) {
  const returnRequest = useReturn(row.number)
  const rate = returnRequest && readReturnRate(returnRequest.history.items, returnRequest.history.returned_items)
  return (
    <Preview
      title={row.number}
      beside={<Status badge={returnBadges[row.status]} />}
      href={href}
      move={move}
      close={close}
      foot={
        <ConsoleLink href={href} className={buttonClass({ tone: 'primary' })}>
          {row.status === 'processing' ? 'Judge' : 'Open'}
        </ConsoleLink>
      }
    >
      <div className={styles.peek}>
        <p className={styles.line}>
          <b>{row.customer.name || row.customer.email}</b>
          {rate && <span className={rate.tone ? styles[rate.tone] : styles.quiet}>returned {rate.text}</span>}
          {row.reply_due_at && <DueBar since={row.created_at} due={row.reply_due_at} />}
        </p>
        {returnRequest && returnRequest.images.length > 0 && (
          <Evidence
            key={returnRequest.number}
            pictures={returnRequest.images.map(({ path }, at) => ({
              src: staffApiRoot + path,
              name: `Picture ${at + 1}`,
            }))}
            catalogue={[]}
            caption={<Moment at={returnRequest.created_at} />}
          />
        )}
        {row.comment && (
          <blockquote className={styles.words} dir="auto">
            {row.comment}
          </blockquote>
        )}
        <ul className={styles.items}>
          {(returnRequest?.items ?? []).map((item) => (
            <li key={item.id} className={styles.line}>
              <Thumb src={item.image} />
              <span>
                {item.name}
                <span className={styles.quiet}> {item.reasons.join(', ')}</span>
              </span>
              <Money of={item.refund} />
            </li>
          ))}
        </ul>
      </div>
    </Preview>
  )
}

/** Loads a return. Returns null until the return with this number has loaded. */
function useReturn(number: string): StaffReturn | null {
  const { call } = useConsole()
  const [found, setFound] = useState<StaffReturn | null>(null)
  useEffect(() => {
    let isHere = true
    call(getReturn, { no: number }).then(
      ({ data }) => isHere && setFound(data),
      () => isHere && setFound(null),
    )
    return () => {
      isHere = false
    }
  }, [call, number])
  return found?.number === number ? found : null
}
