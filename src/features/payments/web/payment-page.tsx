import { getRouteApi, notFound } from '@tanstack/react-router'
import Ban from 'lucide-react/icons/ban'
import CircleCheck from 'lucide-react/icons/circle-check'
import Wallet from 'lucide-react/icons/wallet'
import { formatTotal } from '#contract/money/money.ts'
import { msg } from '#contract/text/translate.ts'
import { viewTotals } from '#features/orders/order-view.rules.ts'
import { homeLink } from '#links/catalogue.links.ts'
import { orderLink } from '#links/orders.links.ts'
import { orderQueryLink } from '#links/support.links.ts'
import { Button, TextButton } from '#ui/buttons/button.tsx'
import { CopyButton } from '#ui/buttons/copy-button.tsx'
import { Literal } from '#ui/content/literal.tsx'
import { Notice } from '#ui/content/notice.tsx'
import { Spinner } from '#ui/content/spinner.tsx'
import { StatusHead } from '#ui/content/status.tsx'
import { FormProblem } from '#ui/fields/form-problem.tsx'
import { useT } from '#ui/i18n/use-t.ts'
import { AppBar } from '#ui/layout/app-bar.tsx'
import { ButtonLink, TextLink } from '#ui/layout/link.tsx'
import { BottomBar, BottomTotal, Page, PageStrip, Section, SectionTitle } from '#ui/layout/page.tsx'
import { KeyValues } from '#ui/lists/key-values.tsx'
import { LocalTime } from '#ui/time/local-time.tsx'
import { useGoBack } from '#web/navigation/use-go-back.ts'
import { TotalsList } from '#web/parts/orders/totals-list.tsx'
import { ProductImage } from '#web/parts/product-image.tsx'
import type { WebContext } from '#web/root.tsx'
import { getPayment, type PayableOrder } from '../payments.contract.ts'
import type { TrialOutcome } from '../payments.rules.ts'
import styles from './payment-page.module.css'
import { usePayment } from './use-payment.ts'

export { PaymentSkeleton } from './payment-skeleton.tsx'

const route = getRouteApi('/payment')

type LoaderInput = { context: WebContext; deps: { order_id?: string; email?: string } }

export function loadPayment({ context, deps: { order_id, email } }: LoaderInput) {
  if (!order_id) throw notFound()
  return context.load(getPayment, { orderId: order_id, ...(email && { email }) })
}

export function PaymentPage() {
  const t = useT()
  const order = route.useLoaderData()
  const goBack = useGoBack(order.is_own ? orderLink(order.order_id) : homeLink)
  const header = <AppBar title={t('Payment')} onBack={goBack} />
  if (order.state === 'open') return <OpenPayment key={order.order_id} header={header} order={order} />
  return (
    <Page header={header} aside={<OrderFacts order={order} />}>
      <ResultHead order={order} />
      {order.provider === 'test' && (
        <PageStrip>
          <Notice>{t('This shop takes test payments: no money is charged.')}</Notice>
        </PageStrip>
      )}
      <Items order={order} />
      <PageStrip>
        <div className={styles.ways}>
          <ButtonLink href={orderPath(order)}>{order.is_own ? t('View order') : t('Track order')}</ButtonLink>
          <ButtonLink href={homeLink} tone="secondary">
            {t('Continue shopping')}
          </ButtonLink>
        </div>
      </PageStrip>
    </Page>
  )
}

/**
 * Returns the path of the order page in the shopper's account. For a guest, returns the path of the lookup by number
 * and email address.
 */
function orderPath({ is_own, order_id, order_no, email }: PayableOrder): string {
  return is_own ? orderLink(order_id) : orderQueryLink({ email, order_no })
}

function ResultHead({ order: { state, order_status } }: { order: PayableOrder }) {
  const t = useT()
  if (state === 'held') {
    const line = t('There is nothing to pay. We review this order first and then write to you.')
    return <StatusHead tone="accent" icon={CircleCheck} word={t('Thank you')} line={line} />
  }
  if (state !== 'paid') {
    return <StatusHead tone="neutral" icon={Ban} word={t(order_status)} line={t('This order can no longer be paid.')} />
  }
  return (
    <StatusHead
      tone="success"
      icon={CircleCheck}
      word={t('Thank you')}
      line={t('Your payment has arrived. We will prepare your order soon.')}
    />
  )
}

const endings = {
  declined: msg('The payment was declined and nothing was charged. Please try again, perhaps with another card.'),
  timed_out: msg('The bank did not answer in time and nothing was charged. Please try again.'),
} as const

function OpenPayment({ header, order }: { header: React.ReactNode; order: PayableOrder }) {
  const t = useT()
  const { result } = route.useSearch()
  const { pay, simulateOutcome, pendingAction, problem, isWaiting } = usePayment(order, result === 'back')
  const isTest = order.provider === 'test'
  const isClosed = order.provider === 'none'
  const isPartlyPaid = order.to_pay.price_value !== order.total.price_value
  const failureText = order.last_try && !isWaiting ? endings[order.last_try] : null
  return (
    <Page
      header={header}
      aside={
        <>
          <OrderFacts order={order} />
          <BottomBar
            summary={
              <BottomTotal label={isPartlyPaid ? t('To pay') : t('Total')}>
                <Literal>{formatTotal(order.to_pay)}</Literal>
              </BottomTotal>
            }
          >
            {!isClosed && (
              <Button
                busy={pendingAction === 'pay' || pendingAction === 'approve'}
                onClick={() => (isTest ? simulateOutcome('approve') : pay())}
              >
                {t('PAY NOW')}
              </Button>
            )}
          </BottomBar>
        </>
      }
    >
      <StatusHead
        tone="accent"
        icon={Wallet}
        word={t('Unpaid')}
        line={
          <>
            <span className={styles.until}>
              {order.held_until
                ? t('Your items are held for you until')
                : t('Your items are no longer held for you. You can pay while stock lasts, until')}{' '}
            </span>
            <LocalTime>{order.held_until ?? order.expires_at}</LocalTime>
          </>
        }
      />
      <div aria-live="polite">
        {(isWaiting || failureText || problem) && (
          <Section>
            {isWaiting ? (
              <p className={styles.waiting}>
                <Spinner />
                <span>{t('We are waiting for the bank’s answer …')}</span>
              </p>
            ) : (
              <FormProblem
                refusal={problem ?? { message: failureText ?? '' }}
                hasFailed={problem !== null || failureText !== null}
              />
            )}
          </Section>
        )}
      </div>
      <Items order={order} />
      <Section aria-labelledby="how">
        <SectionTitle id="how">{t('How you pay')}</SectionTitle>
        <Notice>{t(formatPaymentMethod(order.provider))}</Notice>
        {isTest && <TestOutcomes pendingAction={pendingAction} onTry={simulateOutcome} />}
      </Section>
      <PageStrip centred>
        <TextLink href={orderPath(order)}>{order.is_own ? t('View order') : t('Track order')}</TextLink>
      </PageStrip>
    </Page>
  )
}

function formatPaymentMethod(provider: string): string {
  if (provider === 'none') return msg('We cannot take payments at the moment. Please come back a little later.')
  if (provider === 'test')
    return msg('This shop takes test payments: no money is charged. Choose the result of the payment.')
  return msg('You pay on a Stripe page. This shop does not receive your card number.')
}

const testOutcomes: [outcome: TrialOutcome, label: string][] = [
  ['decline', msg('Decline')],
  ['time_out', msg('Time out')],
  ['approve_twice', msg('Approve, reported twice')],
]

function TestOutcomes({
  pendingAction,
  onTry,
}: {
  pendingAction: string | null
  onTry: (outcome: TrialOutcome) => void
}) {
  const t = useT()
  return (
    <div className={styles.endings}>
      {testOutcomes.map(([outcome, label]) => (
        <TextButton key={outcome} onClick={() => onTry(outcome)} busy={pendingAction === outcome}>
          {t(label)}
        </TextButton>
      ))}
    </div>
  )
}

function OrderFacts({ order }: { order: PayableOrder }) {
  const t = useT()
  return (
    <Section aria-labelledby="payment-facts">
      <SectionTitle id="payment-facts">{t('Order info')}</SectionTitle>
      <div className={styles.facts}>
        <KeyValues
          items={[
            {
              key: 'no',
              label: t('Order No.'),
              value: <Literal>{order.order_no}</Literal>,
              end: <CopyButton text={order.order_no} subject={t('Order No.')} />,
            },
            { key: 'email', label: t('Email'), value: <Literal>{order.email}</Literal> },
            ...(order.payment_method
              ? [{ key: 'by', label: t('Payment'), value: <bdi translate="no">{order.payment_method}</bdi> }]
              : []),
          ]}
        />
      </div>
      <TotalsList rows={viewTotals(order)} />
    </Section>
  )
}

function Items({ order }: { order: PayableOrder }) {
  const t = useT()
  return (
    <Section aria-label={t('Items')}>
      <ul className={styles.thumbs}>
        {groupEqualItems(order.products).map(({ id, image, name, options, count }, at) => (
          <li key={id}>
            <ProductImage
              src={image}
              alt={options ? `${name}, ${options}` : name}
              size="thumb"
              count={count}
              eager={at === 0}
            />
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** Groups identical lines and counts them, as on the order page. Each line is one unit. */
function groupEqualItems(products: PayableOrder['products']) {
  const groups = new Map<string, PayableOrder['products'][number] & { count: number }>()
  for (const line of products) {
    const key = JSON.stringify([line.image, line.name, line.options])
    groups.set(key, { ...(groups.get(key) ?? { ...line, count: 0 }), count: (groups.get(key)?.count ?? 0) + 1 })
  }
  return [...groups.values()]
}
