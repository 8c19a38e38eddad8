import { Tag } from '#console/ui/tag.tsx'
import type { StaffOrder } from '#features/orders/orders.staff.contract.ts'
import type { OrderTag } from '#features/orders/orders.staff.rules.ts'

type Look = { name: string; tone: 'plain' | 'info' | 'success' | 'warning' | 'accent' }

const looks: Record<OrderTag, Look> = {
  express: { name: 'Express', tone: 'info' },
  final_sale: { name: 'Final sale', tone: 'plain' },
  first_order: { name: 'First order', tone: 'success' },
  guest: { name: 'Guest', tone: 'plain' },
  returns_a_lot: { name: 'Returns a lot', tone: 'warning' },
}

type Props = {
  order: { tags: readonly OrderTag[]; own_tags: readonly string[] }
  but?: OrderTag
  /** Limit of own tags, for small places. The number of further tags follows. */
  most?: number
}

/** Shows the tags of an order: the derived ones first, then the ones that staff added. */
export function OrderTags({ order: { tags, own_tags }, but, most = own_tags.length }: Props) {
  const more = own_tags.slice(most)
  return (
    <>
      {tags
        .filter((tag) => tag !== but)
        .map((tag) => (
          <Tag key={tag} tone={looks[tag].tone}>
            {looks[tag].name}
          </Tag>
        ))}
      {own_tags.slice(0, most).map((tag) => (
        <Tag key={tag}>{tag}</Tag>
      ))}
      {more.length > 0 && <Tag title={more.join(', ')}>+{more.length}</Tag>}
    </>
  )
}

type Sale = StaffOrder['lines'][number]['sale']

const saleLooks: Record<Sale, Look | null> = {
  regular: null,
  final_sale: looks.final_sale,
  exchange: { name: 'Exchange', tone: 'info' },
  other_exchange: { name: 'Exchange', tone: 'info' },
  limited_time: { name: 'Limited-time discount', tone: 'accent' },
}

/** Shows how an item was sold. Renders nothing for an ordinary sale. */
export function SaleTag({ sale }: { sale: Sale }) {
  const look = saleLooks[sale]
  return look && <Tag tone={look.tone}>{look.name}</Tag>
}
