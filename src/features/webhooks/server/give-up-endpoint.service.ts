import { and, arrayContains, eq, isNull, or } from 'drizzle-orm'
import { queueStaffMail } from '#features/staff/server/people/staff-mails.ts'
import { staffMembers, staffRoles } from '#features/staff/server/staff.tables.ts'
import { auditTimer } from '#features/staff/server/work/audit.service.ts'
import { keysSettingsLink } from '#features/staff/staff-links.ts'
import type { Shop } from '#server/shop.ts'
import { parkOpenDeliveries } from './park-deliveries.service.ts'
import { webhookEndpoints } from './webhooks.tables.ts'

/** 50: above the number of people who manage webhooks. */
const maxMails = 50

/** Switches an endpoint off after a week of failures, and mails staff who can switch it on again. */
export async function giveUpEndpoint(
  shop: Shop,
  { id, url, failingSince }: typeof webhookEndpoints.$inferSelect,
): Promise<void> {
  const { db, clock, bounds, publicUrl } = shop
  const now = clock.now()
  const given = await db
    .update(webhookEndpoints)
    .set({ isOn: false, offSince: now, isGivenUp: true })
    .where(and(eq(webhookEndpoints.id, id), webhookEndpoints.isOn))
  // Another instance has already switched the endpoint off.
  if (!given.rowCount) return
  await parkOpenDeliveries(db, id)
  await auditTimer(db, now, {
    timer: 'deliverWebhooks',
    about: `webhooks/${id}`,
    before: { is_on: true },
    after: { is_on: false },
  })
  const people = await db
    .select({ email: staffMembers.email })
    .from(staffMembers)
    .innerJoin(staffRoles, eq(staffRoles.id, staffMembers.roleId))
    .where(
      and(isNull(staffMembers.disabledAt), or(staffRoles.isOwner, arrayContains(staffRoles.scopes, ['keys:write']))),
    )
    .limit(maxMails)
  for (const { email } of people) {
    await queueStaffMail(shop, db, {
      to: email,
      subject: `A webhook was switched off: ${new URL(url).host}`,
      paragraphs: [
        `${url} has not accepted any messages for ${bounds.webhookOffDays} days, so the webhook was switched off.`,
        'Undelivered messages are kept. Once the receiver works again, switch the webhook on and send them again.',
      ],
      facts: [['Failing since', `${failingSince?.toISOString().slice(0, 16).replace('T', ' ')} UTC`]],
      button: { label: 'Open API keys and webhooks', href: `${publicUrl}${keysSettingsLink}` },
    })
  }
}
