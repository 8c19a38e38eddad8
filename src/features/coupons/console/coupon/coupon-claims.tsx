import { useState } from 'react'
import { formatProblem } from '#console/data/use-command.ts'
import { formatCappedCount } from '#console/list/filters/view-tabs.tsx'
import { useConsole } from '#console/shell/console-context.ts'
import { ConsoleLink } from '#console/shell/console-link.tsx'
import { staffCustomerLink } from '#console/shell/console-links.ts'
import { Button } from '#console/ui/buttons/button.tsx'
import { EmptyView } from '#console/ui/content/empty-view.tsx'
import { Refusal } from '#console/ui/content/note.tsx'
import { Status, type StatusBadge } from '#console/ui/content/status.tsx'
import { formatDay, toLastShopDay } from '#console/ui/format/day.rules.ts'
import { Moment } from '#console/ui/format/moment.tsx'
import { Panel } from '#console/ui/layout/panel.tsx'
import { Table } from '#console/ui/layout/table.tsx'
import type { StaffOutput } from '#contract/calls/staff-call.ts'
import { listClaims } from '#features/coupons/coupons.staff.contract.ts'
import styles from './coupon-page.module.css'

type Page = StaffOutput<typeof listClaims>
type Claim = Page['data'][number]

export const claimsShown = 10

const badges: Record<Claim['state'], StatusBadge> = {
  held: { name: 'Not used yet', tone: 'info', gauge: 0 },
  reserved: { name: 'In an order', tone: 'info', gauge: 0.5 },
  used: { name: 'Used', tone: 'success', gauge: 'tick' },
  expired: { name: 'Expired', tone: 'ink', gauge: 'dash' },
}

/** Renders the claims of the coupon, latest first. */
export function CouponClaims({ code, first }: { code: string; first: Page }) {
  const { shop } = useConsole()
  const { rows, next, more, isBusy, problem } = useClaims(code, first)
  if (rows.length === 0) {
    return (
      <Panel title="Customers with this coupon">
        <EmptyView title="No claims yet" text="Customers who claim or receive the coupon are listed here." />
      </Panel>
    )
  }
  return (
    <Panel
      title="Customers with this coupon"
      isFlush
      actions={first.total !== null && <span>{formatCappedCount(first.total)}</span>}
    >
      <Table
        label="Customers with this coupon"
        isCompact
        columns={[
          { name: 'Shopper' },
          { name: 'State' },
          { name: 'Claimed' },
          { name: 'Valid until' },
          { name: 'Used on' },
        ]}
      >
        {rows.map((claim) => (
          <tr key={claim.id}>
            <td>
              <Shopper claim={claim} />
            </td>
            <td>
              <Status badge={badges[claim.state]} />
            </td>
            <td>
              <Moment at={claim.claimed_at} />
            </td>
            <td>{claim.expires_at ? formatDay(toLastShopDay(claim.expires_at, shop.time_zone)) : 'No end date'}</td>
            <td>{claim.used_at && <Moment at={claim.used_at} />}</td>
          </tr>
        ))}
      </Table>
      <Refusal problem={problem} />
      {next !== null && (
        <p className={styles.more}>
          <Button tone="quiet" isBusy={isBusy} onClick={more}>
            Show more
          </Button>
        </p>
      )}
    </Panel>
  )
}

/** Returns the claims that the page was loaded with, followed by the claims loaded since. */
function useClaims(code: string, first: Page) {
  const { call } = useConsole()
  const [loadedMore, setLoadedMore] = useState<{ rows: Claim[]; next: string | null } | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const firstIds = new Set(first.data.map(({ id }) => id))
  const rows = [...first.data, ...(loadedMore?.rows ?? []).filter(({ id }) => !firstIds.has(id))]
  const next = loadedMore ? loadedMore.next : first.next
  async function more() {
    if (next === null) return
    setBusy(true)
    setProblem(null)
    try {
      const { data } = await call(listClaims, { id: code, after: next, limit: 50 })
      setLoadedMore((now) => ({ rows: [...(now?.rows ?? []), ...data.data], next: data.next }))
    } catch (error) {
      setProblem(formatProblem(error))
    } finally {
      setBusy(false)
    }
  }
  return { rows, next, more, isBusy, problem }
}

function Shopper({ claim: { email, customer_id, from_widget } }: { claim: Claim }) {
  const name = email ? (
    <bdi dir="ltr">{email}</bdi>
  ) : from_widget ? (
    'A customer who claimed it in a widget'
  ) : (
    'A customer'
  )
  return customer_id ? <ConsoleLink href={staffCustomerLink(customer_id)}>{name}</ConsoleLink> : name
}
