import { useRouter } from '@tanstack/react-router'
import { HandCoins, PenLine, StickyNote, TicketPercent } from 'lucide-react'
import { useStaffLive } from '#console/data/use-staff-live.ts'
import { usePaletteCommands } from '#console/palette/palette-store.ts'
import { useMe } from '#console/shell/console-context.ts'
import { customersLink } from '#console/shell/console-links.ts'
import { useKeys } from '#console/shell/use-keys.ts'
import { Button, buttonClass } from '#console/ui/buttons/button.tsx'
import { Avatar } from '#console/ui/content/avatar.tsx'
import { Keys } from '#console/ui/content/key.tsx'
import { Presence } from '#console/ui/content/presence.tsx'
import { Tag } from '#console/ui/content/tag.tsx'
import { Moment } from '#console/ui/format/moment.tsx'
import { BackLink } from '#console/ui/layout/back-link.tsx'
import { PageHead } from '#console/ui/layout/page-head.tsx'
import { allowsScope } from '#contract/calls/scopes.ts'
import type { StaffCustomer } from '#features/customers/customers.staff.contract.ts'
import { returnsOften } from '#features/orders/return-rate.rules.ts'

export type CustomerDialog = 'coupon' | 'credit' | 'note'

/** Returns the actions that the staff member may take on a customer now. */
export function useCustomerRights({ possible }: StaffCustomer) {
  const { scopes } = useMe()
  const mayWrite = allowsScope(scopes, 'customers:write')
  return {
    mayWrite,
    mayNote: mayWrite && possible.includes('note'),
    canGrant: mayWrite && possible.includes('give-coupon'),
    mayCredit: allowsScope(scopes, 'refunds:write') && possible.includes('change-credit'),
  }
}

type Props = {
  customer: StaffCustomer
  rights: ReturnType<typeof useCustomerRights>
  open: (dialog: CustomerDialog) => void
}

/** Shows the customer's name and the actions on their account, with their keyboard shortcuts. */
export function CustomerHead(props: Props) {
  const { customer, rights, open } = props
  const router = useRouter()
  const others = useStaffLive([`customers/${customer.id}`], () => router.invalidate({ sync: true }))
  const { name, email, erased_at, delivered_items: delivered, returned_items: returned } = customer
  const title = erased_at ? 'Erased' : name || email
  const note = () => open('note')
  const write = () => window.location.assign(`mailto:${email}`)
  useKeys({ ...(rights.mayNote && { m: note }), ...(!erased_at && { c: write }) })
  usePaletteCommands([
    ...(rights.mayNote ? [{ name: `Note on ${title}`, hint: 'M', run: note }] : []),
    ...(rights.canGrant ? [{ name: 'Give a coupon', run: () => open('coupon') }] : []),
    ...(rights.mayCredit ? [{ name: 'Change store credit', run: () => open('credit') }] : []),
  ])
  return (
    <PageHead
      title={title}
      back={
        <>
          <BackLink href={customersLink} label="Customers" />
          <Avatar name={title} id={customer.id} isShopper size="head" />
        </>
      }
      beside={
        <>
          {!erased_at && returnsOften({ delivered, returned }) && <Tag tone="warning">Returns a lot</Tag>}
          <Presence people={others} />
        </>
      }
      below={!erased_at && <CustomerFacts customer={customer} />}
    >
      <Actions {...props} />
    </PageHead>
  )
}

function Actions({ customer: { email, erased_at }, rights, open }: Props) {
  return (
    <>
      {rights.mayNote && (
        <Button icon={StickyNote} onClick={() => open('note')} hint="M" aria-keyshortcuts="m">
          Note
        </Button>
      )}
      {rights.canGrant && (
        <Button icon={TicketPercent} onClick={() => open('coupon')}>
          Give a coupon
        </Button>
      )}
      {rights.mayCredit && (
        <Button icon={HandCoins} onClick={() => open('credit')}>
          Store credit
        </Button>
      )}
      {!erased_at && (
        <a href={`mailto:${email}`} className={buttonClass({ tone: 'primary' })} aria-keyshortcuts="c">
          <PenLine size={16} strokeWidth={1.75} aria-hidden />
          Send email <Keys of="C" />
        </a>
      )}
    </>
  )
}

function CustomerFacts({
  customer: { email, confirmed_at, created_at, language, spent },
}: {
  customer: StaffCustomer
}) {
  const words = [language?.name, spent[0]?.currency].filter(Boolean).join(', ')
  return (
    <span>
      <bdi dir="ltr">{email}</bdi> · {confirmed_at ? 'confirmed' : 'not confirmed'}
      {words && ` · ${words}`} · since <Moment at={created_at} />
    </span>
  )
}
