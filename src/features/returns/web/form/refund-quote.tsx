import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { formatTotal } from '#contract/money/money.ts'
import type { ReturnQuote } from '#features/returns/returns.contract.ts'
import { Literal } from '#ui/content/literal.tsx'
import { useT } from '#ui/i18n/use-t.ts'
import { Section, SectionTitle } from '#ui/layout/page.tsx'
import { KeyValues } from '#ui/lists/key-values.tsx'
import { useReturnCalls } from '../return-calls.ts'
import styles from './refund-quote.module.css'

/**
 * Returns the refund for the chosen lines. After a change of the choice, the refund is requested again, and the last
 * amount stays until the response arrives.
 */
export function useQuote(
  first: ReturnQuote | null,
  lineIds: string[],
): { quote: ReturnQuote | null; isOutdated: boolean } {
  const { call } = useRouter().options.context
  const { quoteReturn } = useReturnCalls()
  const [quote, setQuote] = useState(first)
  const lineKey = [...lineIds].sort().join(',')
  const shown = quote?.products.map((one) => one.order_product_id).sort()
  const isOutdated = shown?.join(',') !== lineKey
  useEffect(() => {
    if (!isOutdated) return
    const asking = new AbortController()
    call(quoteReturn, { order_product_ids: lineKey.split(',') }, { signal: asking.signal })
      .then(setQuote)
      // If the request fails, the last amount stays grayed out. The return can be requested without it.
      .catch(() => undefined)
    return () => asking.abort()
  }, [call, quoteReturn, lineKey, isOutdated])
  return { quote, isOutdated }
}

type Props = { quote: ReturnQuote; isOutdated: boolean; isCredit: boolean; names: Map<string, string> }

/** Shows the refund before the request is sent, and the next steps. */
export function RefundQuote({ quote, isOutdated, isCredit, names }: Props) {
  const t = useT()
  const discount = quote.products.filter((one) => Number(one.discount.price_value) !== 0)
  const method = quote.payment_method
  const credit = isCredit ? quote.as_credit : null
  const isPostageBack = Number(quote.refund_shipping_fee.price_value) > 0
  return (
    <Section aria-busy={isOutdated || undefined} className={isOutdated ? styles.old : undefined}>
      <SectionTitle>{t('Your refund')}</SectionTitle>
      <KeyValues
        items={[
          ...quote.products.map((one) => ({
            key: one.order_product_id,
            label: names.get(one.order_product_id) ?? '',
            value: <Literal>{formatTotal(one.price)}</Literal>,
          })),
          ...discount.map((one) => ({
            key: `${one.order_product_id}-discount`,
            label: t('Share of the discount'),
            value: <Literal>{formatTotal(one.discount)}</Literal>,
          })),
          ...(isPostageBack
            ? [
                {
                  key: 'postage',
                  label: t('Refunded shipping'),
                  value: <Literal>{formatTotal(quote.refund_shipping_fee)}</Literal>,
                },
              ]
            : []),
          {
            key: 'total',
            label: t('You get back'),
            value: <Literal>{formatTotal(quote.refund_total)}</Literal>,
            total: credit === null,
          },
          ...(credit
            ? [
                {
                  key: 'credit',
                  label: t('As store credit'),
                  value: <Literal>{formatTotal(credit.refund_total)}</Literal>,
                  total: true,
                },
              ]
            : []),
        ]}
      />
      {quote.has_postage && !isPostageBack && (
        <p className={styles.postage}>{t('The postage you paid is not refunded.')}</p>
      )}
      <h3 className={styles.next}>{t('Next steps')}</h3>
      <ol className={styles.steps}>
        <li>{t('We reply within {hours} hours by email.', { hours: quote.reply_hours })}</li>
        <li>{t('You send the items within {days} days and enter the tracking number.', { days: quote.ship_days })}</li>
        <li>
          {credit
            ? t('Once we have received them, the refund is in your account as store credit.')
            : method
              ? t('Once we have received them, the refund goes to {method}.', { method })
              : t('Once we have received them, the refund goes to your original payment method.')}
        </li>
      </ol>
    </Section>
  )
}
