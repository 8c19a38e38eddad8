import { useRouter } from '@tanstack/react-router'
import { ArrowLeft, TicketPercent } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { ConsoleContext } from '#console/console-context.ts'
import { useConsole, useMe } from '#console/console-context.ts'
import { ConsoleLink } from '#console/console-link.tsx'
import { customersLink, staffCustomerLink } from '#console/console-links.ts'
import { ViewTabs } from '#console/list/view-tabs.tsx'
import { Avatar } from '#console/ui/avatar.tsx'
import { Button, buttonClass } from '#console/ui/button.tsx'
import { History } from '#console/ui/history.tsx'
import { Moment } from '#console/ui/moment.tsx'
import { Money } from '#console/ui/money.tsx'
import { Note, Refusal } from '#console/ui/note.tsx'
import { PageHead } from '#console/ui/page-head.tsx'
import { Panel } from '#console/ui/panel.tsx'
import { Presence } from '#console/ui/presence.tsx'
import { Tag } from '#console/ui/tag.tsx'
import { showToast } from '#console/ui/toast-store.ts'
import { useCommand } from '#console/use-command.ts'
import { usePageData, usePageSearch } from '#console/use-page-data.ts'
import { useStaffLive } from '#console/use-staff-live.ts'
import { returnsALot } from '#features/orders/return-rate.rules.ts'
import { readReturnRate } from '#features/returns/console/return-looks.rules.ts'
import { listRequests } from '#features/staff/requests.staff.contract.ts'
import { endCustomerSessions, getCustomer, type StaffCustomer } from '../../customers.staff.contract.ts'
import { toHappenings } from './customer-history.rules.ts'
import styles from './customer-page.module.css'
import { CustomerPrivacy } from './customer-privacy.tsx'
import { CustomerTab, customerTabs } from './customer-tabs.tsx'
import { GiveCouponDialog } from './give-coupon-dialog.tsx'

const path = `${customersLink}/$id`

export async function loadCustomer(given: { context: ConsoleContext; params: { id: string } }) {
  const { load } = given.context
  const { data: customer } = await load(getCustomer, { id: given.params.id })
  const { data: requests } = await load(listRequests, { about: `customers/${customer.id}` })
  return { customer, request: requests.data[0] ?? null }
}

/** One customer, with everything they did here. */
export function CustomerPage() {
  const { customer, request } = usePageData<typeof loadCustomer>(path)
  const { tab = 'orders' } = usePageSearch<{ tab?: string }>(path)
  const me = useMe()
  const router = useRouter()
  const others = useStaffLive([`customers/${customer.id}`], () => router.invalidate())
  const [isGiving, setGiving] = useState(false)
  const { name, email, erased_at } = customer
  const mayWrite = me.scopes.includes('customers:write')
  const own = staffCustomerLink(customer.id)
  const hrefOf = (id: string) => (id === 'orders' ? own : `${own}?tab=${id}`)
  const title = erased_at ? 'Erased' : name || email
  const happenings = toHappenings(customer)
  return (
    <main>
      <PageHead
        title={title}
        back={
          <>
            <ConsoleLink href={customersLink} className={buttonClass({ tone: 'quiet' }, true)} aria-label="Customers">
              <ArrowLeft size={18} strokeWidth={1.75} aria-hidden className={styles.arrow} />
            </ConsoleLink>
            <Avatar name={title} id={customer.id} isShopper size="large" />
          </>
        }
        beside={
          !erased_at && (
            <>
              {returnsALot({ delivered: customer.delivered_items, returned: customer.returned_items }) && (
                <Tag tone="warning">Returns a lot</Tag>
              )}
              <Reach customer={customer} />
              <Presence people={others} />
            </>
          )
        }
      >
        {mayWrite && customer.possible.includes('give-coupon') && (
          <Button tone="primary" icon={TicketPercent} onClick={() => setGiving(true)}>
            Give a coupon
          </Button>
        )}
      </PageHead>
      <div className={styles.body}>
        <div className={styles.column}>
          {erased_at && (
            <Note>
              Everything that told who this was is gone since <Moment at={erased_at} />. Bills stay, without a name.
            </Note>
          )}
          <Figures customer={customer} />
          <section className={styles.panel} aria-label="What there is">
            <ViewTabs
              label="What there is"
              current={hrefOf(tab)}
              views={customerTabs.map(({ id, name: tabName, count }) => ({
                name: tabName,
                href: hrefOf(id),
                count: count(customer),
              }))}
            />
            <CustomerTab tab={tab} customer={customer} />
          </section>
          <Panel title="What happened">
            {happenings.length === 0 ? (
              <p className={styles.quiet}>Nothing yet: orders, returns, questions and coupons show up here.</p>
            ) : (
              <History entries={happenings} label="What happened" />
            )}
          </Panel>
        </div>
        <div className={styles.column}>
          <SignIn customer={customer} mayWrite={mayWrite} />
          <Address customer={customer} />
          <CustomerPrivacy customer={customer} request={request} />
        </div>
      </div>
      {isGiving && <GiveCouponDialog customer={customer} onClose={() => setGiving(false)} />}
    </main>
  )
}

function Reach({ customer: { email, confirmed_at, created_at } }: { customer: StaffCustomer }) {
  return (
    <span>
      <a href={`mailto:${email}`}>
        <bdi dir="ltr">{email}</bdi>
      </a>{' '}
      · {confirmed_at ? 'confirmed' : 'not confirmed'} · since <Moment at={created_at} />
    </span>
  )
}

function Figures({ customer }: { customer: StaffCustomer }) {
  const { spent, orders_count, returns_count, delivered_items, returned_items } = customer
  const rate = readReturnRate(delivered_items, returned_items)
  const [most, ...others] = spent
  const figures: { name: string; value: ReactNode; below: ReactNode }[] = [
    {
      name: 'Paid',
      value: most ? <Money of={most} /> : '–',
      below: others.length > 0 ? others.map((one) => <Money key={one.currency} of={one} />) : 'for orders that stand',
    },
    { name: 'Orders', value: orders_count, below: `${delivered_items} items delivered` },
    {
      name: 'Returned',
      value: <span className={rate.tone ? styles[rate.tone] : undefined}>{rate.text}</span>,
      below: `${returned_items} of ${delivered_items} items`,
    },
    { name: 'Returns', value: returns_count, below: 'asked for' },
  ]
  return (
    <dl className={styles.figures}>
      {figures.map(({ name, value, below }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className={styles.value}>{value}</dd>
          <dd className={styles.below}>{below}</dd>
        </div>
      ))}
    </dl>
  )
}

function SignIn({ customer, mayWrite }: { customer: StaffCustomer; mayWrite: boolean }) {
  const { call } = useConsole()
  const { run, busy, problem } = useCommand()
  const count = customer.sessions.length
  const end = async () => {
    if (await run('end', () => call(endCustomerSessions, { id: customer.id }))) showToast('Signed out everywhere')
  }
  return (
    <Panel title="Signed in">
      <div className={styles.stack}>
        {count === 0 && <p className={styles.quiet}>Nowhere.</p>}
        <ul className={styles.stack}>
          {customer.sessions.map(({ id, created_at, expires_at }) => (
            <li key={id} className={styles.quiet}>
              Since <Moment at={created_at} />, until <Moment at={expires_at} />
            </li>
          ))}
        </ul>
        {mayWrite && count > 0 && customer.possible.includes('end-sessions') && (
          <Button isBlock isBusy={busy === 'end'} onClick={end}>
            Sign out everywhere
          </Button>
        )}
        <Refusal problem={problem} />
      </div>
    </Panel>
  )
}

function Address({ customer: { addresses } }: { customer: StaffCustomer }) {
  const [first] = addresses
  if (!first) return null
  const street = [first.address_1, first.house_num, first.address_2].filter(Boolean).join(' ')
  return (
    <Panel title="Address">
      <address className={styles.address} dir="auto">
        {first.firstname} {first.lastname}
        <br />
        {street}
        <br />
        {[first.city, first.state, first.postcode].filter(Boolean).join(', ')}
        <br />
        {first.country}
        <br />
        <bdi dir="ltr">{first.telephone}</bdi>
      </address>
    </Panel>
  )
}
