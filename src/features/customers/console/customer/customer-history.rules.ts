import type { HistoryEntry } from '#console/ui/content/history.tsx'
import { formatMoney } from '#console/ui/format/money.rules.ts'
import { compareTexts } from '#contract/text/compare.ts'
import type { StaffCustomer } from '#features/customers/customers.staff.contract.ts'
import { countItems } from '#features/returns/console/parts/return-badges.rules.ts'

const shown = 10

/** Lists the latest events of a customer, of every kind, the newest first. */
export function toHistoryEntries(customer: StaffCustomer): HistoryEntry[] {
  const { orders, returns, tickets, coupons, reviews, name, email } = customer
  const actor = { kind: 'shopper' as const, name: name || email }
  const all = [
    ...orders.map(({ number, total, placed_at }) => ({
      at: placed_at,
      action: `placed ${number}, ${formatMoney(total)}`,
    })),
    ...returns.map(({ number, items_count, created_at }) => ({
      at: created_at,
      action: `requested a return of ${countItems(items_count)}, ${number}`,
    })),
    ...tickets.map(({ number, created_at }) => ({ at: created_at, action: `sent a question, ${number}` })),
    ...coupons.map(({ code, claimed_at }) => ({ at: claimed_at, action: `received the coupon ${code}` })),
    ...reviews.map(({ rank, created_at }) => ({ at: created_at, action: `wrote a review, ${rank / 20} of 5` })),
  ]
  return all
    .sort((a, b) => compareTexts(b.at, a.at))
    .slice(0, shown)
    .map((one, index) => ({ ...one, actor, key: `${index}` }))
}
