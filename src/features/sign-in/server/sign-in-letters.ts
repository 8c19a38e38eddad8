import type { Letter, LetterWords } from '#features/settings/server/letter.ts'
import type { MailWords } from '#features/settings/server/mail-words.service.ts'
import { changePasswordLink, confirmEmailLink, resetPasswordLink } from '#links/sign-in.links.ts'
import { confirmDays, resetMinutes } from '../sign-in.rules.ts'

export function sayWelcome({ t, siteName }: MailWords, publicUrl: string, token: string): LetterWords {
  return {
    subject: t('Welcome to {site_name}', { site_name: siteName }),
    paragraphs: [
      t('Your account is ready. Please confirm that this address is yours.'),
      t(
        'We then show you what was ordered and claimed with this address as a guest, and you decide whether it joins your account.',
      ),
      t('The link works for {days} days. If you did not open this account, you need not do anything.', {
        days: confirmDays,
      }),
    ],
    button: { label: t('Confirm my address'), href: `${publicUrl}${confirmEmailLink(token)}` },
  }
}

export function sayReset({ t, siteName }: MailWords, publicUrl: string, token: string): LetterWords {
  return {
    subject: t('Set a new password'),
    paragraphs: [
      t('Somebody, hopefully you, asked to set a new password for your {site_name} account.', { site_name: siteName }),
      t('The link works once, for {minutes} minutes. If it was not you, your password stays as it is.', {
        minutes: resetMinutes,
      }),
    ],
    button: { label: t('Set a new password'), href: `${publicUrl}${resetPasswordLink(token)}` },
  }
}

export function sayChanged({ t, siteName }: MailWords, publicUrl: string): LetterWords {
  return {
    subject: t('Your password was changed'),
    paragraphs: [
      t('The password of your {site_name} account was changed just now, and every device was signed out.', {
        site_name: siteName,
      }),
      t('If it was not you, set a new password now, and look after your mailbox: whoever reads it can do the same.'),
    ],
    button: { label: t('Go to your account'), href: `${publicUrl}${changePasswordLink}` },
  }
}

export const signInLetters: Letter[] = [
  {
    kind: 'register',
    name: 'Welcome',
    when: 'Somebody opens an account.',
    write: (words, { publicUrl }) => sayWelcome(words, publicUrl, 'example'),
  },
  {
    kind: 'reset',
    name: 'Set a new password',
    when: 'A shopper has forgotten the password.',
    write: (words, { publicUrl }) => sayReset(words, publicUrl, 'example'),
  },
  {
    kind: 'password',
    name: 'Your password was changed',
    when: 'A password was changed.',
    write: (words, { publicUrl }) => sayChanged(words, publicUrl),
  },
]
