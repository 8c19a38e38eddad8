import { and, asc, eq, gt, isNull } from 'drizzle-orm'
import { readCookie } from '#contract/calls/cookies.ts'
import { dayMs } from '#contract/times/times.ts'
import { normalizeOrderNo } from '#features/orders/orders.rules.ts'
import { example, type MailTemplate, type MailText } from '#features/settings/server/mail-template.ts'
import { type MailWords, readMailWords } from '#features/settings/server/mail-words.service.ts'
import { hashToken } from '#features/sign-in/server/session.service.ts'
import { guestOrderLink, orderLink } from '#links/orders.links.ts'
import type { Database } from '#server/database/database.ts'
import { newToken } from '#server/database/ids.ts'
import { waitAtLeast } from '#server/http/limits/stable-time.ts'
import { refuse } from '#server/http/refuse.ts'
import type { VisitorRequest } from '#server/http/visitor-request.ts'
import { queueMail, writeMail } from '#server/mail/mail.ts'
import type { Shop } from '#server/shop.ts'
import { orderLinks, orders } from '../orders.tables.ts'

/** 15 days: covers the return window and the time to send the items. Each mail about a return contains a new link. */
export const orderLinkDays = 15
/** Limit for each order, above the number of mails of one return. The oldest links end first. */
const maxLinks = 20
/** 300 ms: longer than any lookup takes, so that the time does not reveal whether an order was found. */
const minResponseMs = 300

const cookieName = 'order_link'

type OrderRow = typeof orders.$inferSelect
/** Guest order that is open in this browser. */
export type LinkedOrder = { order: OrderRow; expiresAt: Date }

/** Writes an access link for a guest order. The caller mails the token to the address of the order and to nobody else. */
export async function createOrderLink(tx: Database, { clock }: Pick<Shop, 'clock'>, orderId: string): Promise<string> {
  const token = newToken()
  const now = clock.now()
  const existing = await tx
    .select({ tokenHash: orderLinks.tokenHash })
    .from(orderLinks)
    .where(eq(orderLinks.orderId, orderId))
    .orderBy(asc(orderLinks.createdAt))
  for (const { tokenHash } of existing.slice(0, Math.max(0, existing.length + 1 - maxLinks))) {
    await tx.delete(orderLinks).where(eq(orderLinks.tokenHash, tokenHash))
  }
  const expiresAt = new Date(now.getTime() + orderLinkDays * dayMs)
  await tx.insert(orderLinks).values({ tokenHash: hashToken(token), orderId, createdAt: now, expiresAt })
  return token
}

type LinkRequest = { email: string; order_no: string }

/**
 * Mails the access link of a guest order to the email address of the order. The response and its time do not reveal
 * whether number and address match. If the order belongs to an account, the mail links to the order page, which
 * requires a sign-in.
 */
export async function sendOrderLink(shop: Shop, input: LinkRequest): Promise<void> {
  await waitAtLeast(minResponseMs, queueOrderLinkMail(shop, input))
}

async function queueOrderLinkMail(shop: Shop, { email, order_no }: LinkRequest): Promise<void> {
  await shop.db.transaction(async (tx) => {
    const [order] = await tx
      .select()
      .from(orders)
      .where(and(eq(orders.orderNo, normalizeOrderNo(order_no)), eq(orders.email, email.trim().toLowerCase())))
    if (!order) return
    const { t, ...mailOptions } = await readMailWords(tx, order.languageId)
    const path = order.customerId
      ? orderLink(order.id)
      : guestOrderLink({ token: await createOrderLink(tx, shop, order.id) })
    const words = formatOrderLinkMail(t, {
      orderNo: order.orderNo,
      isOfAccount: order.customerId !== null,
      href: shop.publicUrl + path,
    })
    const mail = writeMail({ ...mailOptions, ...words, to: order.email })
    await queueMail(tx, shop.clock, { ...mail, kind: 'order-link', customerId: order.customerId })
  })
}

type OrderLinkMail = { orderNo: string; isOfAccount: boolean; href: string }

function formatOrderLinkMail(t: MailWords['t'], { orderNo, isOfAccount, href }: OrderLinkMail): MailText {
  const facts: [string, string][] = [[t('Order No.'), orderNo]]
  const ignore = t('If you did not ask for this, you can ignore this mail.')
  if (isOfAccount) {
    return {
      subject: t('Your order {no}', { no: orderNo }),
      paragraphs: [t('This order belongs to your account. Sign in to return items or to follow a return.'), ignore],
      facts,
      button: { label: t('See the order'), href },
    }
  }
  return {
    subject: t('Your link to order {no}', { no: orderNo }),
    paragraphs: [
      t('This link opens your order without an account. You can return items and follow a return there.'),
      ignore,
    ],
    facts,
    button: { label: t('Open the order'), href },
  }
}

export const orderLinkMails: MailTemplate[] = [
  {
    kind: 'order-link',
    name: 'Your link to an order',
    when: 'A guest asks for access to an order at the order lookup.',
    write: ({ t }, { publicUrl }) =>
      formatOrderLinkMail(t, {
        orderNo: example.orderNo,
        isOfAccount: false,
        href: publicUrl + guestOrderLink({ token: 'example' }),
      }),
  },
]

/** Opens the order of a mailed link in this browser. The browser keeps the token in a cookie that scripts cannot read. */
export async function openOrderLink(shop: Shop, request: VisitorRequest, token: string): Promise<LinkedOrder> {
  const linked = await findLinkedOrder(shop, token)
  if (!linked) throw refuse('order_link_ended')
  request.setCookie(cookieName, token, linked.expiresAt, { httpOnly: true })
  return linked
}

/** Returns the guest order that is open in this browser. Throws if there is none or its link has ended. */
export async function readLinkedOrder(shop: Shop, request: Pick<VisitorRequest, 'header'>): Promise<LinkedOrder> {
  const linked = await findLinkedOrder(shop, readLinkToken(request.header('cookie')))
  if (!linked) throw refuse('order_link_ended')
  return linked
}

export function readLinkToken(cookies: string | undefined): string | null {
  return readCookie(cookies ?? '', cookieName)
}

/**
 * Finds the order of a token. A link ends when its order joins an account, because the order then requires a sign-in.
 */
export async function findLinkedOrder(
  { db, clock }: Pick<Shop, 'db' | 'clock'>,
  token: string | null,
): Promise<LinkedOrder | null> {
  if (!token) return null
  const [linked] = await db
    .select({ order: orders, expiresAt: orderLinks.expiresAt })
    .from(orderLinks)
    .innerJoin(orders, eq(orders.id, orderLinks.orderId))
    .where(
      and(eq(orderLinks.tokenHash, hashToken(token)), gt(orderLinks.expiresAt, clock.now()), isNull(orders.customerId)),
    )
  return linked ?? null
}
