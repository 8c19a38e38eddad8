/** What the staff API says no with, beside the shop's own refusals: code → HTTP status and what people read. English: so is the console. */
export const staffRefusals = {
  staff_not_signed_in: [401, 'Sign in, or send a key'],
  staff_header_missing: [403, 'A browser that writes sends the header X-Staff: 1'],
  not_allowed: [403, 'Your role does not allow this'],
  owners_only: [403, 'Only an owner can do this'],
  confirm_needed: [403, 'Confirm that it is you'],
  changed_meanwhile: [412, 'Somebody else has changed this meanwhile'],
  if_match_needed: [428, 'Say which version you are changing, in If-Match'],
  exists_already: [409, 'This exists already'],
  still_used: [409, 'This is still in use'],
} as const satisfies Record<string, readonly [status: number, title: string]>

export type StaffRefusalCode = keyof typeof staffRefusals
