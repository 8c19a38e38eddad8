import { and, eq, gt } from 'drizzle-orm'
import { dayMs } from '#contract/times/times.ts'
import type { MailTemplate, MailText } from '#features/settings/server/mail-template.ts'
import { type MailWords, readMailWords } from '#features/settings/server/mail-words.service.ts'
import { hashToken } from '#features/sign-in/server/session.service.ts'
import { claimedCouponsLink } from '#links/coupons.links.ts'
import { newToken } from '#server/database/ids.ts'
import { refuse } from '#server/http/refuse.ts'
import { queueMail, writeMail } from '#server/mail/mail.ts'
import type { Shop } from '#server/shop.ts'
import { claimLinkDays } from '../coupons.rules.ts'
import { claimLinks } from './coupons.tables.ts'

type Claimed = { email: string; network: string; languageId: number | null }

/**
 * Mails a link that opens a guest's claims in another browser. Each email address gets one mail a day, and each network
 * a limited number. Claims beyond these limits succeed without a mail.
 */
export async function sendClaimLink(shop: Shop, { email, network, languageId }: Claimed): Promise<void> {
  const { db, clock, limits, publicUrl } = shop
  const now = clock.now()
  const [recent] = await db
    .select({ at: claimLinks.createdAt })
    .from(claimLinks)
    .where(and(eq(claimLinks.email, email), gt(claimLinks.createdAt, new Date(now.getTime() - dayMs))))
    .limit(1)
  if (recent || !(await limits.allows('claimMailsByNetwork', network))) return
  await db.transaction(async (tx) => {
    const token = newToken()
    const expiresAt = new Date(now.getTime() + claimLinkDays * dayMs)
    await tx.insert(claimLinks).values({ tokenHash: hashToken(token), email, createdAt: now, expiresAt })
    const { t, ...how } = await readMailWords(tx, languageId)
    const mail = { ...how, ...writeClaimMail({ t, ...how }, publicUrl, token), to: email }
    // Two concurrent claims send one mail.
    const dedupeKey = `claim:${email}:${Math.floor(now.getTime() / dayMs)}`
    await queueMail(tx, clock, { ...writeMail(mail), kind: 'claim', dedupeKey })
  })
}

function writeClaimMail({ t, siteName }: MailWords, publicUrl: string, token: string): MailText {
  return {
    subject: t('Your coupons at {site_name}', { site_name: siteName }),
    paragraphs: [
      t(
        'Coupons were claimed with this address. They are ready in the browser that claimed them. To use them in another browser, press the button there.',
      ),
      t('If this was not you, you can ignore this mail. Only this mail contains the link.'),
    ],
    button: { label: t('Use my coupons'), href: `${publicUrl}${claimedCouponsLink(token)}` },
  }
}

export const couponMails: MailTemplate[] = [
  {
    kind: 'claim',
    name: 'Your coupons',
    when: 'A guest claims coupons. At most one mail a day is sent.',
    write: (words, { publicUrl }) => writeClaimMail(words, publicUrl, 'example'),
  },
]

/** Returns the email address that the link was sent to. */
export async function openClaimLink({ db, clock }: Shop, token: string): Promise<{ email: string }> {
  const [link] = await db
    .select({ email: claimLinks.email })
    .from(claimLinks)
    .where(and(eq(claimLinks.tokenHash, hashToken(token)), gt(claimLinks.expiresAt, clock.now())))
  if (!link) throw refuse('reset_expired')
  return link
}
