import Undo2 from 'lucide-react/icons/undo-2'
import { useState } from 'react'
import type { FollowedOrder } from '#features/orders/order-lookup.contract.ts'
import { orderStatus } from '#features/orders/orders.rules.ts'
import { sendOrderLink } from '#features/returns/guest-returns.contract.ts'
import { Notice } from '#ui/content/notice.tsx'
import { FormProblem } from '#ui/fields/form-problem.tsx'
import { useT } from '#ui/i18n/use-t.ts'
import { Section } from '#ui/layout/page.tsx'
import { ButtonRow, Rows } from '#ui/lists/rows.tsx'
import { useSubmit } from '#web/data/use-submit.ts'
import styles from './found-order.module.css'

const returnable: number[] = [orderStatus.received, orderStatus.complete, orderStatus.closed]

/**
 * Mails a link that allows changes. The order number and the address are enough to see an order, but changes require
 * access to the mailbox.
 */
export function ReturnByLink({ order }: { order: FollowedOrder }) {
  const t = useT()
  const [isSent, setSent] = useState(false)
  const { submit, isBusy, refusal, hasFailed } = useSubmit(sendOrderLink)
  if (!returnable.includes(order.order_status_id) && order.returns.length === 0) return null

  async function send() {
    if (!isBusy && (await submit({ email: order.email, order_no: order.order_no }))) setSent(true)
  }

  return (
    <>
      <Rows>
        <ButtonRow
          icon={Undo2}
          label={
            <>
              <span className={styles.title}>{t('Return items')}</span>
              <span className={styles.why}>{t('We mail you a link that opens this order.')}</span>
            </>
          }
          aria-disabled={isBusy || undefined}
          onClick={send}
        />
      </Rows>
      <div aria-live="polite">
        {(isSent || hasFailed) && (
          <Section>
            {isSent ? (
              <Notice>{t('We have mailed a link to {email}.', { email: order.email })}</Notice>
            ) : (
              <FormProblem refusal={refusal} hasFailed={hasFailed} />
            )}
          </Section>
        )}
      </div>
    </>
  )
}
