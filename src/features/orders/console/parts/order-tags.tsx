import { Tag } from '#console/ui/content/tag.tsx'
import type { StaffOrder } from '#features/orders/orders.staff.contract.ts'
import type { OrderTag } from '#features/orders/orders.staff.rules.ts'

type TagStyle = { name: string; tone: 'plain' | 'info' | 'success' | 'warning' | 'accent' }

const tagStyles: Record<OrderTag, TagStyle> = {
  express: { name: 'Express', tone: 'info' },
  final_sale: { name: 'Final sale', tone: 'plain' },
  first_order: { name: 'First order', tone: 'success' },
  guest: { name: 'Guest', tone: 'plain' },
  returns_a_lot: { name: 'Returns a lot', tone: 'warning' },
}

type Props = {
  order: { tags: readonly OrderTag[]; own_tags: readonly string[] }
  but?: OrderTag
  /** Number of staff tags to show where space is limited. The number of hidden tags follows. */
  max?: number
}

/** Shows the tags of an order. Derived tags come first, followed by tags that staff added. */
export function OrderTags({ order: { tags, own_tags }, but, max = own_tags.length }: Props) {
  const more = own_tags.slice(max)
  return (
    <>
      {tags
        .filter((tag) => tag !== but)
        .map((tag) => (
          <Tag key={tag} tone={tagStyles[tag].tone}>
            {tagStyles[tag].name}
          </Tag>
        ))}
      {own_tags.slice(0, max).map((tag) => (
        <Tag key={tag}>{tag}</Tag>
      ))}
      {more.length > 0 && <Tag title={more.join(', ')}>+{more.length}</Tag>}
    </>
  )
}

type Sale = StaffOrder['lines'][number]['sale']

const saleTagStyles: Record<Sale, TagStyle | null> = {
  regular: null,
  final_sale: tagStyles.final_sale,
  exchange: { name: 'Exchange', tone: 'info' },
  other_exchange: { name: 'Exchange', tone: 'info' },
  limited_time: { name: 'Limited-time discount', tone: 'accent' },
}

/** Shows how an item was sold. Renders nothing for an ordinary sale. */
export function SaleTag({ sale }: { sale: Sale }) {
  const tagStyle = saleTagStyles[sale]
  return tagStyle && <Tag tone={tagStyle.tone}>{tagStyle.name}</Tag>
}
