import type { MailTemplate, MailText } from '#features/settings/server/mail-template.ts'
import type { MailWords } from '#features/settings/server/mail-words.service.ts'
import { changePasswordLink, confirmEmailLink, resetPasswordLink } from '#links/sign-in.links.ts'
import { confirmDays, resetMinutes } from '../sign-in.rules.ts'

export function formatWelcomeMail({ t, siteName }: MailWords, publicUrl: string, token: string): MailText {
  return {
    subject: t('Welcome to {site_name}', { site_name: siteName }),
    paragraphs: [
      t('Your account is ready. Please confirm that this address is yours.'),
      t(
        'We then show you the guest orders and coupons of this address. You decide whether to add them to your account.',
      ),
      t('The link works for {days} days. If you did not create this account, you can ignore this mail.', {
        days: confirmDays,
      }),
    ],
    button: { label: t('Confirm my address'), href: `${publicUrl}${confirmEmailLink(token)}` },
  }
}

export function formatResetMail({ t, siteName }: MailWords, publicUrl: string, token: string): MailText {
  return {
    subject: t('Set a new password'),
    paragraphs: [
      t('We received a request to set a new password for your {site_name} account.', { site_name: siteName }),
      t(
        'The link works once, for {minutes} minutes. If this was not you, you can ignore this mail: your password stays as it is.',
        {
          minutes: resetMinutes,
        },
      ),
    ],
    button: { label: t('Set a new password'), href: `${publicUrl}${resetPasswordLink(token)}` },
  }
}

export function formatPasswordChangedMail({ t, siteName }: MailWords, publicUrl: string): MailText {
  return {
    subject: t('Your password was changed'),
    paragraphs: [
      t('The password of your {site_name} account was changed just now, and every device was signed out.', {
        site_name: siteName,
      }),
      t(
        'If this was not you, set a new password now and secure your mailbox: anyone with access to your mailbox can change your password.',
      ),
    ],
    button: { label: t('Go to your account'), href: `${publicUrl}${changePasswordLink}` },
  }
}

export const signInMails: MailTemplate[] = [
  {
    kind: 'register',
    name: 'Welcome',
    when: 'A shopper creates an account.',
    write: (words, { publicUrl }) => formatWelcomeMail(words, publicUrl, 'example'),
  },
  {
    kind: 'reset',
    name: 'Set a new password',
    when: 'A shopper has forgotten the password.',
    write: (words, { publicUrl }) => formatResetMail(words, publicUrl, 'example'),
  },
  {
    kind: 'password',
    name: 'Your password was changed',
    when: 'A password was changed.',
    write: (words, { publicUrl }) => formatPasswordChangedMail(words, publicUrl),
  },
]
