import type { Problem } from '#contract/calls/staff-call.ts'

/** Page of the sign-in, an invitation or a second step: a plain form that works without a script. */
export type StaffFormPage =
  | { name: 'no-owner'; next: string; hasSso: boolean }
  | { name: 'sign-in'; next: string; hasSso: boolean; email?: string }
  | { name: 'code'; next: string; isRecovery: boolean }
  | { name: 'forgot'; email?: string }
  | { name: 'mail-sent' }
  | { name: 'reset'; token: string }
  | { name: 'reset-done' }
  | { name: 'link-used'; isSetup: boolean }
  /** `invited` is null for the link of the first start. */
  | { name: 'join'; action: string; token: string; role: string; invited: string | null; typed: JoinFields }
  | { name: 'second-step'; ways: string[]; isMissing: boolean; codesLeft: number }
  /** `picture` is an SVG of the QR code of the key's address. */
  | { name: 'app-key'; secret: string; uri: string; picture: string }
  | { name: 'second-step-done'; codes: string[]; home: string }
  | { name: 'signed-in'; isLink: boolean; next: string }
  | { name: 'company-account'; provider: string; isLinked: boolean }
  | { name: 'sso-refused'; isUnlinking: boolean; message: string }
  | { name: 'failed'; way: { href: string; label: string } }

export type JoinFields = { name: string; email: string }

/** Values that a page is rendered from. */
export type StaffFormPageView = {
  page: StaffFormPage
  problem: Problem | null
  shopName: string
  nonce: string
  /** Style sheets of the console. They are cached by the time the member has signed in. */
  styles: string[]
}

/** Field to mark for a refusal that does not name any fields. */
const refusedFields: Record<string, string> = { wrong_sign_in: 'password', wrong_code: 'code' }

/** Returns the names of the form's fields that a refusal is about. */
export function findWrongFields(problem: Problem | null, names: string[]): string[] {
  if (!problem) return []
  const refused = problem.errors?.map(({ field }) => field) ?? [refusedFields[problem.code]]
  return names.filter((name) => refused.includes(name))
}

/** Returns the sentences of a refusal, each once, to show above the form. */
export function listSentences({ title, detail, errors = [] }: Problem): string[] {
  const sentences = errors.map((error) =>
    error.field === 'email' ? 'Type your email as name@example.com.' : error.detail,
  )
  return sentences.length > 0 ? [...new Set(sentences)] : [detail ?? title]
}
