import { and, isNull, sql } from 'drizzle-orm'
import { type StaffOutput, type StaffParsed, toStaffTime } from '#contract/calls/staff-call.ts'
import { dayMs } from '#contract/times/times.ts'
import { saveSetting } from '#features/settings/server/save-settings.service.ts'
import { readSettings } from '#features/settings/server/settings.service.ts'
import type { changeSecondStepRule, getSecondStepRule } from '#features/staff/members.staff.contract.ts'
import type { Database } from '#server/database/database.ts'
import { refuse } from '#server/http/refuse.ts'
import type { StaffActor } from '#server/http/staff/staff-actor.ts'
import type { Shop } from '#server/shop.ts'
import { staffMembers } from '../staff.tables.ts'
import { staffCodes, staffPasskeys } from '../staff-access.tables.ts'
import { queueStaffMail } from './staff-mails.ts'

type Rule = StaffOutput<typeof getSecondStepRule>

/** Returns whether the shop requires a second step, and from when. A time in the past or null means now. */
async function readRule(db: Database): Promise<{ isRequired: boolean; from: Date | null }> {
  const all = await readSettings(db)
  const from = all.staff_second_step_from
  return { isRequired: all.staff_second_step === 'on', from: from === '' ? null : new Date(from) }
}

/** Returns whether members without a second step are limited to their own account at this moment. */
export async function isSecondStepDue(db: Database, now: Date): Promise<boolean> {
  const { isRequired, from } = await readRule(db)
  return isRequired && (from === null || from <= now)
}

/** Returns the end of the grace period, or null if there is none or it has passed. */
export async function readGraceEnd(db: Database, now: Date): Promise<Date | null> {
  const { isRequired, from } = await readRule(db)
  return isRequired && from !== null && from > now ? from : null
}

const lacksStep = and(
  isNull(staffMembers.disabledAt),
  sql`not exists (select from ${staffPasskeys} where ${staffPasskeys.memberId} = ${staffMembers.id})`,
  sql`not exists (select from ${staffCodes} where ${staffCodes.memberId} = ${staffMembers.id} and ${staffCodes.confirmedAt} is not null)`,
)

export async function readSecondStepRule({ db, clock }: Pick<Shop, 'db' | 'clock'>): Promise<Rule> {
  const { isRequired } = await readRule(db)
  const end = await readGraceEnd(db, clock.now())
  return {
    is_required: isRequired,
    required_from: end && toStaffTime(end),
    members_without: await db.$count(staffMembers, lacksStep),
  }
}

/**
 * Requires a second step from all members after a grace period, or no longer. Members without a second step get a mail
 * with the day. Only owners may change the rule.
 */
export async function saveSecondStepRule(
  shop: Shop,
  actor: StaffActor,
  { is_required: isRequired, grace_days: graceDays }: StaffParsed<typeof changeSecondStepRule>,
): Promise<Rule> {
  const { db, clock } = shop
  if (!actor.isOwner) throw refuse('not_allowed', { message: 'Only owners change who needs a second step.' })
  const before = await readRule(db)
  if (before.isRequired === isRequired) return readSecondStepRule(shop)
  await saveSetting(db, 'staff_second_step', isRequired ? 'on' : 'off')
  const from = new Date(clock.now().getTime() + graceDays * dayMs)
  await saveSetting(db, 'staff_second_step_from', isRequired && graceDays > 0 ? from.toISOString() : '')
  if (isRequired) await mailMembers(shop, graceDays > 0 ? from : null)
  return readSecondStepRule(shop)
}

async function mailMembers(shop: Shop, from: Date | null): Promise<void> {
  const { time_zone: timeZone, site_name: name } = await readSettings(shop.db)
  const day = from && new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone }).format(from)
  const members = await shop.db.select({ to: staffMembers.email }).from(staffMembers).where(lacksStep)
  for (const { to } of members) {
    await queueStaffMail(shop, shop.db, {
      to,
      subject: `Set up your second step for ${name}`,
      paragraphs: [
        `${day ? `From ${day}, ${name}` : name} asks all staff for a second step at sign-in: a code of an authenticator app, or a passkey.`,
        'Sign in and open your profile to set it up. Without a second step you can open only your own account from then on.',
      ],
    })
  }
}
