/** Limits that apply to every password of staff. */
export const minStaffPasswordLength = 12
export const maxStaffPasswordLength = 200

/**
 * Parts of the most common passwords: words, keyboard rows and sequences of digits. A list of whole passwords contains
 * `password1234` but not `password1235`. Parts find both.
 */
const commonParts = [
  ...['password', 'passwort', 'passcode', 'pass', 'secret', 'admin', 'administrator', 'root', 'user', 'login', 'guest'],
  ...['welcome', 'letmein', 'changeme', 'default', 'temp', 'test', 'master', 'access', 'hello', 'monkey', 'dragon'],
  ...['football', 'baseball', 'soccer', 'superman', 'batman', 'pokemon', 'starwars', 'shadow', 'princess', 'sunshine'],
  ...[
    'iloveyou',
    'love',
    'lovely',
    'forever',
    'flower',
    'summer',
    'winter',
    'spring',
    'autumn',
    'liverpool',
    'chelsea',
  ],
  ...[
    'january',
    'february',
    'march',
    'april',
    'june',
    'july',
    'august',
    'september',
    'october',
    'november',
    'december',
  ],
  ...['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday', 'charlie', 'michael', 'jordan'],
  ...['daniel', 'ashley', 'jessica', 'nicole', 'google', 'facebook', 'computer', 'internet', 'samsung', 'company'],
  ...[
    'qwertzuiop',
    'qwertyuiop',
    'qwertz',
    'qwerty',
    'azerty',
    'asdfghjkl',
    'asdfgh',
    'asdf',
    'zxcvbnm',
    'zxcv',
    'yxcvbnm',
  ],
  ...[
    '1q2w3e4r5t',
    '1q2w3e4r',
    '1qaz2wsx',
    'qazwsx',
    'q1w2e3r4',
    'abcdefgh',
    'abcdef',
    'abcd',
    'abc',
    'trustno',
    'whatever',
  ],
]
/** Letters that people replace by digits and signs. */
const letterSubstitutes: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
}

/**
 * Number of characters that must remain without the common parts. Otherwise, guessing the common parts would be enough.
 */
const minOwnLength = 5

export type PasswordOwner = { email: string; name?: string; shopName?: string }

/** Returns the problem of a new password of a staff member, or null. */
export function findStaffPasswordProblem(password: string, owner: PasswordOwner): string | null {
  if (password.length < minStaffPasswordLength)
    return `Use at least ${minStaffPasswordLength} characters. A few words make a good password.`
  if (password.length > maxStaffPasswordLength) return `Use at most ${maxStaffPasswordLength} characters.`
  if (countUnguessable(password, owner) < minOwnLength)
    return 'This password is easy to guess. Please choose another one.'
  return null
}

function countUnguessable(password: string, { email, name = '', shopName = '' }: PasswordOwner): number {
  const ownerWords = [...email.split(/[@.+_-]/), ...name.split(/\s+/), ...shopName.split(/\s+/)]
    .map((word) => word.toLowerCase())
    .filter((word) => word.length >= 3)
  const parts = [...ownerWords, ...commonParts].sort((a, b) => b.length - a.length)
  const plain = password.toLowerCase()
  const withLetters = [...plain].map((character) => letterSubstitutes[character] ?? character).join('')
  return Math.min(...[plain, withLetters].map((text) => countRemaining(text, parts)))
}

function countRemaining(text: string, parts: string[]): number {
  let left = text
  for (const part of parts) left = left.replaceAll(part, ' ')
  // Guessers try digits and signs around words first, so only letters count here. Repeated letters count once.
  const letters = left.replace(/[^\p{L}]/gu, '')
  return new Set(letters).size
}
