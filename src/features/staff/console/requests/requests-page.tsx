import { useRouter } from '@tanstack/react-router'
import { UsersRound } from 'lucide-react'
import { usePageData } from '#console/data/use-page-data.ts'
import { useStaffLive } from '#console/data/use-staff-live.ts'
import type { ConsoleContext } from '#console/shell/console-context.ts'
import { ConsoleLink } from '#console/shell/console-link.tsx'
import { requestsLink, staffCustomerLink, staffOrderLink, staffReturnLink } from '#console/shell/console-links.ts'
import { EmptyView } from '#console/ui/content/empty-view.tsx'
import { Moment } from '#console/ui/format/moment.tsx'
import { Money } from '#console/ui/format/money.tsx'
import { PageHead } from '#console/ui/layout/page-head.tsx'
import { Panel } from '#console/ui/layout/panel.tsx'
import { endCell, Table } from '#console/ui/layout/table.tsx'
import { listRequests, maxRequests, type StaffRequest } from '#features/staff/requests.staff.contract.ts'
import styles from './requests-page.module.css'

export async function loadRequests({ context: { load } }: { context: ConsoleContext }) {
  return (await load(listRequests, { limit: maxRequests })).data.data
}

const words: Record<StaffRequest['kind'], string> = { erase: 'Erase a customer', refund: 'Refund' }

/** Returns the page on which a request is decided, such as the order page for `orders/HB…`. */
function getRequestTarget(about: string): { name: string; href: string } {
  const [area, id = ''] = about.split('/')
  if (area === 'orders') return { name: id, href: staffOrderLink(id) }
  if (area === 'returns') return { name: id, href: staffReturnLink(id) }
  // Requests to erase a customer do not show the customer's name.
  return { name: 'The customer', href: staffCustomerLink(id) }
}

/** Lists the requests that wait for a second person. */
export function RequestsPage() {
  const router = useRouter()
  const requests = usePageData<typeof loadRequests>(requestsLink)
  useStaffLive(['counts'], () => router.invalidate({ sync: true }))
  return (
    <main>
      <PageHead title="Approvals" />
      <div className={styles.body}>
        {requests.length === 0 ? (
          <EmptyView
            icon={UsersRound}
            title="No requests"
            text="Requests to erase a customer or to refund above a role’s limit wait here for the approval of a second person."
          />
        ) : (
          <Panel title="Waiting for approval" isFlush>
            <Table
              label="Requests"
              columns={[
                { name: 'Request' },
                { name: 'About' },
                { name: 'Amount', isEnd: true },
                { name: 'Requested by' },
                { name: 'Requested' },
                { name: 'Expires' },
              ]}
            >
              {requests.map(({ id, kind, about, amount, asked_by, is_own, asked_at, expires_at }) => {
                const { name, href } = getRequestTarget(about)
                return (
                  <tr key={id}>
                    <td>{words[kind]}</td>
                    <td>
                      <ConsoleLink href={href} className={styles.link}>
                        <bdi dir="ltr">{name}</bdi>
                      </ConsoleLink>
                    </td>
                    <td className={endCell}>{amount && <Money of={amount} />}</td>
                    <td>{is_own ? 'You' : asked_by.name}</td>
                    <td>
                      <Moment at={asked_at} />
                    </td>
                    <td>
                      <Moment at={expires_at} />
                    </td>
                  </tr>
                )
              })}
            </Table>
          </Panel>
        )}
      </div>
    </main>
  )
}
