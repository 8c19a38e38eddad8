import { contactOrderNoMaxLength } from '#features/support/contact.rules.ts'
import { Button } from '#ui/buttons/button.tsx'
import { useT } from '#ui/i18n/use-t.ts'
import { PageStrip, Section, SectionTitle } from '#ui/layout/page.tsx'
import { ArchivedOrderView } from './archived-order.tsx'
import { FoundOrder } from './found-order.tsx'
import { HarborOrderInfo, HarborOrderView } from './harbor-order.tsx'
import { LookupForm } from './lookup-form.tsx'
import styles from './order-lookup.module.css'
import { ReturnByLink } from './return-by-link.tsx'
import { useOrderLookup } from './use-order-lookup.ts'

/** Looks up orders in the contact page, including orders of the old shop. */
export function OrderLookup({ email, questionType }: { email: string; questionType: number }) {
  const t = useT()
  const { typed, type, problem, isBusy, order, search, again } = useOrderLookup(
    { email, order_no: '' },
    { explain: ({ refusal }) => ({ form: joinErrors(refusal.errors) || refusal.message }), kept: { questionType } },
  )
  if (order) {
    return (
      <div className={styles.result}>
        <FoundOrder>
          {order.order_type === 'Harbor' ? (
            <>
              <HarborOrderView order={order.data} />
              <HarborOrderInfo order={order.data} />
              <ReturnByLink order={order.data} />
            </>
          ) : (
            <ArchivedOrderView order={order.data.detail} />
          )}
        </FoundOrder>
        <PageStrip>
          <Button tone="secondary" block onClick={again}>
            {t('Query again')}
          </Button>
        </PageStrip>
      </div>
    )
  }
  return (
    <Section aria-labelledby="lookup-title">
      <SectionTitle id="lookup-title">{t('Find your order')}</SectionTitle>
      <LookupForm
        typed={typed}
        onType={type}
        problem={problem}
        isBusy={isBusy}
        orderNoMaxLength={contactOrderNoMaxLength}
        onSearch={() => void search()}
      />
    </Section>
  )
}

function joinErrors(errors: Record<string, string[]> = {}): string {
  return Object.values(errors).flat().join(' ')
}
