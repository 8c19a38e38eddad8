import { type ReactNode, useState } from 'react'
import { useCommand } from '#console/data/use-command.ts'
import { usePageData, usePageSearch } from '#console/data/use-page-data.ts'
import { ViewTabs } from '#console/list/filters/view-tabs.tsx'
import type { ConsoleContext } from '#console/shell/console-context.ts'
import { useConsole } from '#console/shell/console-context.ts'
import { customersLink, staffCustomerLink } from '#console/shell/console-links.ts'
import { Button } from '#console/ui/buttons/button.tsx'
import { History } from '#console/ui/content/history.tsx'
import { Note, Refusal } from '#console/ui/content/note.tsx'
import { Moment } from '#console/ui/format/moment.tsx'
import { Money } from '#console/ui/format/money.tsx'
import { Panel } from '#console/ui/layout/panel.tsx'
import { showToast } from '#console/ui/overlays/toast-store.ts'
import { endCustomerSessions, getCustomer, type StaffCustomer } from '#features/customers/customers.staff.contract.ts'
import { readReturnRate } from '#features/returns/console/parts/return-badges.rules.ts'
import { listRequests } from '#features/staff/requests.staff.contract.ts'
import { GiveCouponDialog } from '../parts/give-coupon-dialog.tsx'
import { CreditDialog } from './credit-dialog.tsx'
import { formatCreditSource } from './credit-entries.rules.ts'
import { type CustomerDialog, CustomerHead, useCustomerRights } from './customer-head.tsx'
import { toHistoryEntries } from './customer-history.rules.ts'
import { CustomerNotes, NoteDialog } from './customer-notes.tsx'
import styles from './customer-page.module.css'
import { Fact } from './customer-parts.tsx'
import { CustomerPrivacy } from './customer-privacy.tsx'
import { CustomerTab, customerTabs } from './customer-tabs.tsx'
import { DefaultAddress } from './default-address.tsx'

const path = `${customersLink}/$id`

export async function loadCustomer(given: { context: ConsoleContext; params: { id: string } }) {
  const { load } = given.context
  const { data: customer } = await load(getCustomer, { id: given.params.id })
  const { data: requests } = await load(listRequests, { about: `customers/${customer.id}` })
  return { customer, request: requests.data[0] ?? null }
}

export function CustomerPage() {
  const { customer, request } = usePageData<typeof loadCustomer>(path)
  const { tab = 'orders' } = usePageSearch<{ tab?: string }>(path)
  const [opened, setOpened] = useState<CustomerDialog | null>(null)
  const rights = useCustomerRights(customer)
  const close = () => setOpened(null)
  const { erased_at } = customer
  const { mayWrite } = rights
  return (
    <main>
      <CustomerHead customer={customer} rights={rights} open={setOpened} />
      <div className={styles.body}>
        <div className={styles.column}>
          {erased_at && (
            <Note>
              This customer’s personal data was erased <Moment at={erased_at} />. Order records are kept without a name.
            </Note>
          )}
          <Figures customer={customer} />
          <Tabs customer={customer} tab={tab} />
          <CustomerHistory customer={customer} />
        </div>
        <div className={styles.column}>
          {!erased_at && <ContactPanel customer={customer} mayWrite={mayWrite} />}
          <DefaultAddress customer={customer} mayWrite={mayWrite} />
          <CustomerNotes customer={customer} mayWrite={mayWrite} onAdd={() => setOpened('note')} />
          <CustomerPrivacy customer={customer} request={request} />
        </div>
      </div>
      {opened === 'coupon' && <GiveCouponDialog customer={customer} onClose={close} />}
      {opened === 'credit' && <CreditDialog customer={customer} onClose={close} />}
      {opened === 'note' && <NoteDialog customer={customer} onClose={close} />}
    </main>
  )
}

function Tabs({ customer, tab }: { customer: StaffCustomer; tab: string }) {
  const own = staffCustomerLink(customer.id)
  const hrefOf = (id: string) => (id === 'orders' ? own : `${own}?tab=${id}`)
  return (
    <section className={styles.panel} aria-label="Customer records">
      <ViewTabs
        label="Customer records"
        current={hrefOf(tab)}
        views={customerTabs.map(({ id, name, count }) => ({ name, href: hrefOf(id), count: count(customer) }))}
      />
      <CustomerTab tab={tab} customer={customer} />
    </section>
  )
}

function CustomerHistory({ customer }: { customer: StaffCustomer }) {
  const historyEntries = toHistoryEntries(customer)
  return (
    <Panel title="Activity">
      {historyEntries.length === 0 ? (
        <p className={styles.quiet}>No activity yet. Orders, returns, questions and coupons appear here.</p>
      ) : (
        <History entries={historyEntries} label="Activity" />
      )}
    </Panel>
  )
}

function Figures({ customer }: { customer: StaffCustomer }) {
  const { spent, orders_count, returns_count, delivered_items, returned_items, average_order, shop, credit } = customer
  const rate = readReturnRate(delivered_items, returned_items)
  const [max, ...others] = spent
  const figures: { name: string; value: ReactNode; below: ReactNode }[] = [
    {
      name: 'Spent',
      value: max ? <Money of={max} /> : '–',
      below: (
        <>
          <span>
            {orders_count} {orders_count === 1 ? 'order' : 'orders'}
          </span>
          {others.map((one) => (
            <span key={one.currency}>
              + <Money of={one} />
            </span>
          ))}
        </>
      ),
    },
    {
      name: 'Average order',
      value: average_order ? <Money of={average_order} /> : '–',
      below: shop.average_order ? (
        <span>
          Shop: <Money of={shop.average_order} />
        </span>
      ) : (
        'Nothing paid yet'
      ),
    },
    {
      name: 'Returned',
      value: <span className={rate.tone ? styles[rate.tone] : undefined}>{rate.text}</span>,
      below: shop.return_percent === null ? `of ${delivered_items} items` : `Shop: ${shop.return_percent}\u2009%`,
    },
    credit.entries.length > 0
      ? { name: 'Store credit', value: <Money of={credit.balance} />, below: formatCreditSource(credit.entries) }
      : { name: 'Returns', value: returns_count, below: `${returned_items} of ${delivered_items} items` },
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

/** Shows how to reach the customer, and the sessions of the account. */
function ContactPanel({ customer, mayWrite }: { customer: StaffCustomer; mayWrite: boolean }) {
  const { call } = useConsole()
  const { run, busy, problem } = useCommand()
  const { subscribed_at, has_password, last_seen_at, addresses, sessions } = customer
  const phone = addresses[0]?.telephone
  const count = sessions.length
  const end = async () => {
    if (await run('end', () => call(endCustomerSessions, { id: customer.id }))) showToast('Signed out everywhere')
  }
  return (
    <Panel title="Contact">
      <div className={styles.stack}>
        <dl className={styles.facts}>
          {phone && (
            <Fact name="Phone">
              <bdi dir="ltr">{phone}</bdi>
            </Fact>
          )}
          <Fact name="Newsletter">
            {subscribed_at ? (
              <>
                Yes, since <Moment at={subscribed_at} />
              </>
            ) : (
              'No'
            )}
          </Fact>
          <Fact name="Sign-in">{has_password ? 'Password' : 'No password yet'}</Fact>
          <Fact name="Signed in">
            {count === 0 ? 'Not signed in' : `On ${count} ${count === 1 ? 'device' : 'devices'}`}
          </Fact>
          <Fact name="Last seen">{last_seen_at ? <Moment at={last_seen_at} /> : 'Never'}</Fact>
        </dl>
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
