import { msg, withFigure } from '#contract/text/translate.ts'

/** Limits that apply on the screen and on the server. */
// The messages contain both limits, because each language writes a range differently.
const passwordMinLength = 6
export const passwordMaxLength = 30

export function findNewPasswordProblem(password: string): string | null {
  return checkNewPassword(password).every(({ met }) => met)
    ? null
    : msg('6-30 characters, including at least 1 digit and 1 letter')
}

/**
 * Returns the conditions of a new password, each with whether it is met. The screen updates the marks while the user
 * types.
 */
export function checkNewPassword(password: string): { text: string; met: boolean }[] {
  return [
    {
      text: msg('6-30 characters'),
      met: password.length >= passwordMinLength && password.length <= passwordMaxLength,
    },
    { text: msg('At least 1 digit'), met: /\d/.test(password) },
    { text: msg('At least 1 letter'), met: /[A-Za-z]/.test(password) },
    // Dots, slashes and underscores can be typed, but this condition rejects them.
    { text: msg('Letters and digits only'), met: /^[A-Za-z0-9]+$/.test(password) },
  ]
}

/** Removes characters while a new password is typed. Word characters, dots and slashes stay. */
export function stripNewPassword(typed: string): string {
  return typed.replace(/[^\w./]/g, '').slice(0, passwordMaxLength)
}

export const charactersRemoved = msg('Some characters were left out. Passwords have 6-30 letters and digits.')

/** Returns whether `stripNewPassword` would remove characters. */
export const hasForbiddenCharacters = (typed: string): boolean => stripNewPassword(typed) !== typed

/** Returns a note if a password typed at sign-in contains characters that no stored password contains. */
export function findSymbolNote(password: string): string | null {
  return hasForbiddenCharacters(password)
    ? msg('Passwords have only letters and digits. Other characters were left out when yours was set.')
    : null
}

/** Message of the server after a password change. The screen shows this message. */
export const passwordChanged = msg('Your password is changed. Please log in.')

/** Lifetime of a session, and of the links in mails. */
export const sessionDays = 30
export const resetMinutes = 60
/** Message after a request for a new password, whether or not the address has an account. */
export const resetSent = withFigure(
  msg('If this address has an account, a mail with a link is on its way. The link works for {figure} minutes.'),
  resetMinutes,
)
export const confirmDays = 7
/** Days for which a browser is remembered after a sign-in. */
export const deviceDays = 365
