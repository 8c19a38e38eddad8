import { and, desc, eq, isNotNull, isNull, lt, lte, type SQL, sql } from 'drizzle-orm'
import { dayMs, minuteMs } from '#contract/times/times.ts'
import { advertClicks, advertDays } from '#features/adverts/server/adverts.tables.ts'
import { analyticsEvents, analyticsTotals } from '#features/analytics/server/analytics.tables.ts'
import { carts } from '#features/cart/server/cart.tables.ts'
import { couponStatus } from '#features/coupons/coupons.rules.ts'
import { claimLinks, couponClaims, coupons, subscribers } from '#features/coupons/server/coupons.tables.ts'
import { customerNotes } from '#features/customers/server/customer-notes.tables.ts'
import { imports } from '#features/imports/server/imports.tables.ts'
import { orderLinks } from '#features/orders/server/orders.tables.ts'
import {
  emailConfirmationTokens,
  knownDevices,
  passwordResetTokens,
  sessions,
} from '#features/sign-in/server/sign-in.tables.ts'
import { auditRows, staffSessions } from '#features/staff/server/staff.tables.ts'
import {
  staffChallenges,
  staffDevices,
  staffInvitations,
  staffResets,
} from '#features/staff/server/staff-access.tables.ts'
import { staffJobs } from '#features/staff/server/work/staff-jobs.tables.ts'
import { staffRequests } from '#features/staff/server/work/staff-requests.tables.ts'
import { chatConversations, chatMessages } from '#features/support/server/chat/chat.tables.ts'
import { tickets } from '#features/support/server/contact/contact.tables.ts'
import { webhookDeliveries, webhookEndpoints, webhookEvents } from '#features/webhooks/server/webhooks.tables.ts'
import type { Database } from '#server/database/database.ts'
import { idempotencyKeys } from '#server/http/idempotency.tables.ts'
import type { Bounds } from '#server/http/limits/bounds.ts'
import { rateLimits } from '#server/http/limits/limits.tables.ts'
import { jobFailures } from '#server/jobs/job-failures.tables.ts'
import type { Timer } from '#server/jobs/jobs.ts'
import { type Removal, removeRows } from '#server/jobs/process-in-batches.ts'
import type { Shop } from '#server/shop.ts'

type Retention = {
  timer: string
  cron: string
  /** Returns the rows to remove, in the order of removal. Foreign keys remove the dependent rows. */
  findDue: (bounds: Bounds, before: (days: number) => Date, db: Database) => Removal[] | Promise<Removal[]>
}

/** 7 days: sessions and links stay after their end, so that support can explain a sign-out or a broken link. */
const endedDays = 7

/** Rules for the removal of rows that are no longer needed, one per timer. */
export const retention: readonly Retention[] = [
  {
    timer: 'removeAbandonedCarts',
    cron: '37 4 * * *',
    findDue: (_, before) => [
      { table: carts, id: carts.id, due: and(isNull(carts.customerId), lt(carts.updatedAt, before(30))) },
    ],
  },
  {
    timer: 'removeOldChats',
    cron: '17 3 * * *',
    findDue: async (bounds, before, db) => [
      {
        table: chatConversations,
        id: chatConversations.id,
        due: and(
          isNull(chatConversations.customerId),
          lt(chatConversations.lastMessageAt, before(bounds.guestChatDays)),
        ),
        // 10: a conversation has up to 2,000 messages.
        maxRows: 10,
      },
      ...(await findLongConversations(db, bounds, before(2))).map(({ id, oldestKept }) => ({
        table: chatMessages,
        id: sql`${chatMessages.id}::text`,
        due: and(eq(chatMessages.conversationId, id), lt(chatMessages.id, oldestKept)),
      })),
    ],
  },
  {
    timer: 'removeOldClaims',
    cron: '32 3 * * *',
    findDue: (bounds, before) => [
      { table: couponClaims, id: couponClaims.id, due: isUselessClaim(bounds, before) },
      {
        table: subscribers,
        id: subscribers.email,
        due: lt(subscribers.unsubscribedAt, before(bounds.unsubscribedDays)),
      },
    ],
  },
  {
    timer: 'removeOldClaimLinks',
    cron: '57 3 * * *',
    findDue: (_, before) => [
      { table: claimLinks, id: claimLinks.tokenHash, due: lte(claimLinks.expiresAt, before(0)) },
    ],
  },
  {
    timer: 'removeOldClicks',
    cron: '7 3 * * *',
    findDue: (bounds, before) => [
      {
        table: advertClicks,
        id: sql`${advertClicks.id}::text`,
        due: lt(advertClicks.at, before(bounds.eventDays)),
      },
      {
        table: advertDays,
        id: sql`concat_ws(' ', ${advertDays.day}, ${advertDays.advertId})`,
        due: lt(advertDays.day, formatDay(before(bounds.eventTotalDays))),
      },
    ],
  },
  {
    timer: 'removeOldEvents',
    cron: '57 * * * *',
    findDue: async (bounds, before, db) => {
      const id = sql`${analyticsEvents.id}::text`
      const [newestExcess] = await db
        .select({ id: analyticsEvents.id })
        .from(analyticsEvents)
        .orderBy(desc(analyticsEvents.id))
        .offset(bounds.eventsKept)
        .limit(1)
      return [
        { table: analyticsEvents, id, due: lt(analyticsEvents.at, before(bounds.eventDays)) },
        ...(newestExcess ? [{ table: analyticsEvents, id, due: lte(analyticsEvents.id, newestExcess.id) }] : []),
        {
          table: analyticsTotals,
          id: sql`concat_ws(' ', ${analyticsTotals.day}, ${analyticsTotals.name})`,
          due: lt(analyticsTotals.day, formatDay(before(bounds.eventTotalDays))),
        },
      ]
    },
  },
  {
    timer: 'removeOldImports',
    cron: '12 4 * * *',
    findDue: (bounds, before) => {
      const isExpired = and(lt(imports.createdAt, before(bounds.importDays)), sql`status not in ('running', 'undoing')`)
      const isStuck = and(sql`status = 'reading'`, lt(imports.createdAt, before(1)))
      // 1: an import has up to 500,000 rows.
      return [{ table: imports, id: imports.id, due: sql`((${isExpired}) or (${isStuck}))`, maxRows: 1 }]
    },
  },
  {
    timer: 'removeOldJobs',
    cron: '52 3 * * *',
    findDue: (_, before) => [{ table: staffJobs, id: staffJobs.id, due: lt(staffJobs.createdAt, before(30)) }],
  },
  {
    timer: 'removeOldNotes',
    cron: '27 4 * * *',
    findDue: (_, before) => [
      { table: customerNotes, id: customerNotes.id, due: lt(customerNotes.removedAt, before(1)) },
    ],
  },
  {
    timer: 'removeOldOrderLinks',
    cron: '7 4 * * *',
    findDue: (_, before) => [
      { table: orderLinks, id: orderLinks.tokenHash, due: lte(orderLinks.expiresAt, before(0)) },
    ],
  },
  {
    timer: 'removeOldSessions',
    cron: '27 3 * * *',
    findDue: (_, before) =>
      (
        [
          [sessions, sessions.id],
          [passwordResetTokens, passwordResetTokens.tokenHash],
          [emailConfirmationTokens, emailConfirmationTokens.tokenHash],
          [knownDevices, knownDevices.tokenHash],
        ] as const
      ).map(([table, id]) => ({ table, id, due: lte(table.expiresAt, before(endedDays)) })),
  },
  {
    timer: 'removeOldStaffTraces',
    cron: '52 3 * * *',
    findDue: (bounds, before) => [
      ...(
        [
          [staffSessions, staffSessions.id],
          [staffInvitations, staffInvitations.id],
          [staffResets, staffResets.tokenHash],
          [staffChallenges, staffChallenges.tokenHash],
          [staffDevices, staffDevices.tokenHash],
          [staffRequests, staffRequests.id],
        ] as const
      ).map(([table, id]) => ({ table, id, due: lte(table.expiresAt, before(endedDays)) })),
      { table: auditRows, id: sql`${auditRows.id}::text`, due: lte(auditRows.at, before(bounds.auditDays)) },
    ],
  },
  {
    timer: 'removeOldTickets',
    cron: '22 3 * * *',
    findDue: (bounds, before) => [
      {
        table: tickets,
        id: tickets.id,
        due: and(eq(tickets.status, 'closed'), lt(tickets.createdAt, before(bounds.ticketDays))),
      },
    ],
  },
  {
    timer: 'removeOldTraces',
    cron: '17 * * * *',
    findDue: (bounds, before) => {
      const { caller, call, key } = idempotencyKeys
      return [
        { table: rateLimits, id: rateLimits.key, due: lte(rateLimits.resetAt, before(0)) },
        {
          table: idempotencyKeys,
          id: sql`concat_ws(' ', ${caller}, ${call}, ${key})`,
          due: lte(idempotencyKeys.expiresAt, before(0)),
        },
        {
          table: jobFailures,
          id: sql`concat_ws(' ', ${jobFailures.timer}, ${jobFailures.rowId})`,
          due: lte(jobFailures.nextTryAt, before((2 * bounds.setbackMinutes * minuteMs) / dayMs)),
        },
      ]
    },
  },
  {
    timer: 'removeOldWebhooks',
    cron: '2 * * * *',
    findDue: (bounds, before) => {
      const isRemoved = isNotNull(webhookEndpoints.removedAt)
      const ended = sql`select ${webhookEndpoints.id} from ${webhookEndpoints} where ${isRemoved}`
      const deliveries = sql`select from ${webhookDeliveries} where ${webhookDeliveries.endpointId} = ${webhookEndpoints.id}`
      return [
        { table: webhookEvents, id: webhookEvents.id, due: lte(webhookEvents.at, before(bounds.webhookKeptDays)) },
        {
          table: webhookDeliveries,
          id: sql`${webhookDeliveries.id}::text`,
          due: sql`${webhookDeliveries.endpointId} in (${ended})`,
        },
        {
          table: webhookEndpoints,
          id: webhookEndpoints.id,
          due: and(isRemoved, sql`not exists (${deliveries})`),
        },
      ]
    },
  },
]

/** Removes the due rows of one timer's tables. Returns the number of removed rows. */
export async function removeDue(shop: Shop, timer: string): Promise<number> {
  const rule = retention.find((one) => one.timer === timer)
  if (!rule) throw new Error(`No retention rule has the timer ${timer}`)
  const now = shop.clock.now().getTime()
  let removed = 0
  for (const removal of await rule.findDue(shop.bounds, (days) => new Date(now - days * dayMs), shop.db)) {
    removed += await removeRows(shop, timer, removal)
  }
  return removed
}

export function listRetentionTimers(shop: Shop): Timer[] {
  return retention.map(({ timer, cron }) => ({ name: timer, cron, run: () => removeDue(shop, timer) }))
}

const formatDay = (date: Date) => date.toISOString().slice(0, 10)

/**
 * Returns the conversations with too many messages that were active since the given time, each with the oldest message
 * to keep.
 */
async function findLongConversations(db: Database, { chatMessagesKept }: Bounds, since: Date) {
  const { rows } = await db.execute<{ id: string; oldestKept: string }>(sql`
    select long.id, (select m.id from ${chatMessages} m where m.conversation_id = long.id
      order by m.id desc offset ${chatMessagesKept - 1} limit 1)::text as "oldestKept"
    from (select c.id from ${chatConversations} c join ${chatMessages} m on m.conversation_id = c.id
      where c.last_message_at > ${since} group by c.id having count(*) > ${chatMessagesKept}) long`)
  return rows.map(({ id, oldestKept }) => ({ id, oldestKept: Number(oldestKept) }))
}

/**
 * Matches unused claims that have expired. The claim of an account stays until its coupon ends, because the account could claim the
 * coupon again without it.
 */
function isUselessClaim({ unusedClaimDays, eventDays }: Bounds, before: (days: number) => Date): SQL {
  const isUnused = sql`status = ${couponStatus.unused} and order_id is null`.inlineParams()
  const isExpired = sql`expires_at < ${before(unusedClaimDays)}`
  const ofGuests = sql`customer_id is null and (${isExpired} or expires_at is null and claimed_at < ${before(eventDays)})`
  const endedCoupons = sql`select id from ${coupons} where ends_at < ${before(unusedClaimDays)}`
  return sql`${isUnused} and (${ofGuests} or ${isExpired} and coupon_id in (${endedCoupons}))`
}
