import { formatTotal } from '#contract/money/money.ts'
import type { ReturnQuote } from '#features/returns/returns.contract.ts'
import { bankDays } from '#features/returns/returns.rules.ts'
import { Literal } from '#ui/content/literal.tsx'
import { RadioList } from '#ui/fields/radio-list.tsx'
import { useT } from '#ui/i18n/use-t.ts'
import { Section, SectionTitle } from '#ui/layout/page.tsx'
import styles from './refund-choice.module.css'

export type RefundTo = 'payment' | 'credit'

type Props = { quote: ReturnQuote; value: RefundTo; onChange: (to: RefundTo) => void }

/** Chooses the refund method. Only the shopper can choose store credit, and the original payment is the default. */
export function RefundChoice({ quote, value, onChange }: Props) {
  const t = useT()
  const { as_credit: credit, payment_method: method } = quote
  if (!credit) return null
  const days = t('{from} to {to} working days', bankDays)
  return (
    <Section>
      <SectionTitle>{t('What would you like?')}</SectionTitle>
      <div className={styles.rows}>
        <RadioList
          label={t('What would you like?')}
          name="refund_to"
          value={value}
          onChange={(to) => onChange(to === 'credit' ? 'credit' : 'payment')}
          choices={[
            {
              value: 'payment',
              label: <Sum name={t('To the original payment')} sum={formatTotal(quote.refund_total)} />,
              note: method ? `${t(method)}, ${days}` : days,
            },
            {
              value: 'credit',
              label: <Sum name={t('As store credit')} sum={formatTotal(credit.refund_total)} />,
              note:
                credit.bonus_percent > 0
                  ? t('As soon as your return arrives, with {percent}% extra', { percent: credit.bonus_percent })
                  : t('As soon as your return arrives, for your next order'),
            },
          ]}
        />
      </div>
    </Section>
  )
}

function Sum({ name, sum }: { name: string; sum: string }) {
  return (
    <span className={styles.choice}>
      <span>{name}</span>
      <Literal>{sum}</Literal>
    </span>
  )
}
