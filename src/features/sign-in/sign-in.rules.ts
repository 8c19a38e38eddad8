import { msg, withFigure } from '#contract/text/translate.ts'

/** These limits are the same on the screen and on the server. */
// Their messages name both, as each language writes a range.
const passwordMinLength = 6
export const passwordMaxLength = 30

export function findNewPasswordProblem(password: string): string | null {
  return checkNewPassword(password).every(({ met }) => met)
    ? null
    : msg('6-30 characters, including at least 1 digit and 1 letter')
}

/** What a new password needs, and whether it has it, for marks that answer while it is typed. */
export function checkNewPassword(password: string): { text: string; met: boolean }[] {
  return [
    {
      text: msg('6-30 characters'),
      met: password.length >= passwordMinLength && password.length <= passwordMaxLength,
    },
    { text: msg('At least 1 digit'), met: /\d/.test(password) },
    { text: msg('At least 1 letter'), met: /[A-Za-z]/.test(password) },
    // Dots, slashes and underscores can be typed and are refused: the marks say so.
    { text: msg('Letters and digits only'), met: /^[A-Za-z0-9]+$/.test(password) },
  ]
}

/** While a new password is typed, whatever is neither word character, dot nor slash never gets in. */
export function stripNewPassword(typed: string): string {
  return typed.replace(/[^\w./]/g, '').slice(0, passwordMaxLength)
}

export const charactersLeftOut = msg('Some characters were left out. Passwords have 6-30 letters and digits.')

/** Returns whether `stripNewPassword` would take something away. */
export const losesCharacters = (typed: string): boolean => stripNewPassword(typed) !== typed

/** Returns what to say about a password that is typed to sign in: none has ever been stored with such a character. */
export function findSymbolNote(password: string): string | null {
  return losesCharacters(password)
    ? msg('Passwords have only letters and digits. Other characters were left out when yours was set.')
    : null
}

/** What the server says to a changed password, and the screen repeats. */
export const passwordChanged = msg('Your password is changed. Please log in.')

/** How long a session lasts, and the links in mails. */
export const sessionDays = 30
export const resetMinutes = 60
/** What whoever forgot a password is told, whether or not the address has an account. */
export const resetSent = withFigure(
  msg('If this address has an account, a mail with a link is on its way. The link works for {figure} minutes.'),
  resetMinutes,
)
export const confirmDays = 7
/** How long a browser is remembered as one where somebody signed in. */
export const deviceDays = 365
