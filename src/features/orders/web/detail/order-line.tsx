import { msg } from '#contract/text/translate.ts'
import { findAvailability } from '#features/catalogue/catalogue.rules.ts'
import { type LineAction, type LineGroup, listLineActions, splitActions } from '#features/orders/order-lines.rules.ts'
import { findLineStatus, findReturnNote, viewGroup } from '#features/orders/order-view.rules.ts'
import type { Order, OrderLine } from '#features/orders/orders.contract.ts'
import { orderStatus } from '#features/orders/orders.rules.ts'
import { requestReturnLink, returnFromOrderLink } from '#links/returns.links.ts'
import { viewReviewLink, writeReviewLink } from '#links/reviews.links.ts'
import { Button } from '#ui/buttons/button.tsx'
import { T } from '#ui/i18n/t.tsx'
import { type Translate, useT } from '#ui/i18n/use-t.ts'
import { ButtonLink } from '#ui/layout/link.tsx'
import { MenuItem, MenuItemLink, PopoverMenu } from '#ui/overlays/popover-menu.tsx'
import { LocalTime } from '#ui/time/local-time.tsx'
import { OrderLineView } from '#web/parts/orders/order-parts.tsx'
import { useSite } from '#web/session/site.ts'

type LineCallbacks = {
  onLogistics: (packageId: string) => void
  onRepurchase: (line: OrderLine, from: HTMLElement) => void
}

type OrderLineItemProps = LineCallbacks & {
  order: Order
  group: LineGroup<OrderLine>
  isBuying: boolean
  eager?: boolean
}

/** Shows a line of an order with its actions. In a group of equal lines, the actions apply to the first line. */
export function OrderLineItem({ order, group, isBuying, eager, ...callbacks }: OrderLineItemProps) {
  const t = useT()
  const site = useSite()
  const { line } = group
  const note = findReturnNote(line, order)
  const actions = listLineActions({
    orderId: order.id,
    // A canceled line was never delivered, so the line has the actions of a canceled order.
    orderStatusId:
      line.order_product_status_id === orderStatus.cancelled ? orderStatus.cancelled : order.order_status_id,
    isReviewsOn: site.reviews_switch === 'on',
    hasReview: line.review !== null,
    canAfterSale: line.can_after_sale,
    afterSaleStatus: line.after_sale_status,
    typeName: line.type_name,
    availability: findAvailability(line.sku),
    hasPackage: line.order_packages !== null,
  })
  const { shown, more } = splitActions(actions)
  const buttons = shown.map((action) => {
    const { label, msg, href, act } = describe(action, order, line, callbacks, t)
    const view = { tone: action === 'writeReview' ? 'primary' : 'secondary', size: 'small' } as const
    return href ? (
      <ButtonLink key={action} href={href} {...view} data-msg={msg}>
        {label}
      </ButtonLink>
    ) : (
      <Button
        key={action}
        {...view}
        data-msg={msg}
        busy={isBuying && action === 'repurchase'}
        onClick={(event) => act?.(event.currentTarget)}
      >
        {label}
      </Button>
    )
  })
  const menu = more.length > 0 && (
    <PopoverMenu label={t('More')}>
      {more.map((action) => {
        const { label, msg, href, act } = describe(action, order, line, callbacks, t)
        return href ? (
          <MenuItemLink key={action} href={href} data-msg={msg}>
            {label}
          </MenuItemLink>
        ) : (
          <MenuItem key={action} data-msg={msg} onClick={(event) => act?.(event.currentTarget)}>
            {label}
          </MenuItem>
        )
      })}
    </PopoverMenu>
  )
  return (
    <OrderLineView
      view={viewGroup(group)}
      eager={eager}
      status={findLineStatus(line, order)}
      note={note && <ReturnNote note={note} />}
      {...(buttons.length === 1 && { action: buttons })}
      {...(buttons.length > 1 && {
        actions: (
          <>
            {menu}
            {buttons}
          </>
        ),
      })}
    />
  )
}

function ReturnNote({ note }: { note: NonNullable<ReturnType<typeof findReturnNote>> }) {
  const t = useT()
  if ('message' in note) return t(note.message)
  return <T id="Can be returned until {time}" values={{ time: <LocalTime>{note.until}</LocalTime> }} />
}

type Described = { label: string; msg?: string; href?: string; act?: (from: HTMLElement) => void }

function describe(
  action: LineAction,
  order: Order,
  line: OrderLine,
  callbacks: LineCallbacks,
  t: Translate,
): Described {
  switch (action) {
    case 'writeReview':
      return { label: t('WRITE A REVIEW'), href: writeReviewLink(order, line) }
    case 'viewReview': {
      const words = msg('View Review-1')
      return { label: t(words), msg: words, href: viewReviewLink(order, line) }
    }
    case 'applyForReturn':
      return { label: t('Apply for Return'), href: requestReturnLink(order.id, line.id) }
    case 'viewReturn':
      return { label: t('View Return'), href: returnFromOrderLink(line.after_sale_id ?? '') }
    case 'repurchase':
      return { label: t('Repurchase'), act: (from) => callbacks.onRepurchase(line, from) }
    case 'viewLogistics':
      return { label: t('View logistics'), act: () => callbacks.onLogistics(line.order_packages?.id ?? '') }
  }
}
