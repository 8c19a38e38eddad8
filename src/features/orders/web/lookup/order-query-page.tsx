import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { findEmailProblem } from '#contract/calls/fields.ts'
import { findOrderNoProblem, noMatch } from '#features/orders/order-lookup.rules.ts'
import { orderQueryLink } from '#links/support.links.ts'
import { useT } from '#ui/i18n/use-t.ts'
import { AppBar } from '#ui/layout/app-bar.tsx'
import { Page, Section } from '#ui/layout/page.tsx'
import { lazyPart } from '#web/navigation/code-loading.tsx'
import { useGoBack } from '#web/navigation/use-go-back.ts'
import { Mark } from '#web/parts/page/mark.tsx'
import { LookupForm } from '../parts/lookup/lookup-form.tsx'
import { useOrderLookup } from '../parts/lookup/use-order-lookup.ts'
import styles from './order-query-page.module.css'

const OrderQueryResult = lazyPart(async () => (await import('./order-query-result.tsx')).OrderQueryResult)
const route = getRouteApi('/order-query')
const notFoundProblem = { orderNo: noMatch }

export function OrderQueryPage() {
  const t = useT()
  const goBack = useGoBack()
  const given = route.useSearch()
  const known = route.useLoaderData()
  const { typed, type, problem, isBusy, order, search, again } = useOrderLookup(
    { email: given.email ?? known.email, order_no: given.order_no ?? '' },
    // Only the contact page shows orders of the old shop. This page treats such an order as not found.
    { accept: (found) => (found.order_type === 'Harbor' ? null : notFoundProblem), explain: () => notFoundProblem },
  )
  const [isGiven] = useState(given.email !== undefined && given.order_no !== undefined)
  useGivenLookup(given, () => {
    if (!findEmailProblem(typed.email) && !findOrderNoProblem(typed.order_no)) void search()
  })

  // The code of the result is loaded while the order is searched.
  useEffect(() => {
    if (isBusy) OrderQueryResult.fetchEarly()
  }, [isBusy])
  const header = <AppBar title={t('Tracking order')} onBack={goBack} />
  if (order?.order_type === 'Harbor') {
    return <OrderQueryResult header={header} order={order.data} onSearchAgain={again} />
  }
  return (
    <Page header={header}>
      <Section first>
        <div className={styles.intro}>
          <Mark size={60} stroke={1} />
          <h2 className={styles.title}>{t('Where is my order?')}</h2>
          <p className={styles.lead}>{t('You’ll find both in the confirmation email.')}</p>
        </div>
        <LookupForm
          typed={typed}
          onType={type}
          problem={problem}
          isBusy={isBusy}
          showsProblemsAtOnce={isGiven}
          onSearch={() => void search()}
        />
      </Section>
    </Page>
  )
}

/**
 * Runs the lookup once with the values of a link, and removes the values from the address bar so that nobody else sees
 * them.
 */
function useGivenLookup(given: { email?: string | undefined; order_no?: string | undefined }, search: () => void) {
  const router = useRouter()
  const isRead = useRef(false)
  useEffect(() => {
    if (isRead.current) return
    isRead.current = true
    const { email, order_no: orderNo } = given
    if (email === undefined && orderNo === undefined) return
    router.navigate({ href: orderQueryLink(), replace: true })
    if (email && orderNo) search()
  })
}
