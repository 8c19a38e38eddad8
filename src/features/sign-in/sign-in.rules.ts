/** These limits are the same on the screen and on the server. */
export const passwordMaxLength = 30

const newPasswordPattern = /^(?=.*[A-Za-z])(?=.*\d)[A-Za-z0-9]{6,30}$/

export function findNewPasswordProblem(password: string): string | null {
  return newPasswordPattern.test(password) ? null : '6-30 characters, including at least 1 digit and 1 letter'
}

/** What a new password still lacks, for marks that answer while it is typed. */
export function checkNewPassword(password: string): { hasLength: boolean; hasDigit: boolean; hasLetter: boolean } {
  return {
    hasLength: /^[A-Za-z0-9]{6,30}$/.test(password),
    hasDigit: /\d/.test(password),
    hasLetter: /[A-Za-z]/.test(password),
  }
}

/** While a new password is typed, whatever is neither word character, dot nor slash never gets in. */
export function stripNewPassword(typed: string): string {
  return typed.replace(/[^\w./]/g, '').slice(0, passwordMaxLength)
}

/** How long a session lasts, and the links in mails. */
export const sessionDays = 30
export const resetMinutes = 60
export const confirmDays = 7
/** How long a browser is remembered as one where somebody signed in. */
export const deviceDays = 365
