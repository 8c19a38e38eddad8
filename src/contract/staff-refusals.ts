/** What the staff API says no with, beside the shop's own refusals: code → HTTP status and what people read. English: so is the console. */
export const staffRefusals = {
  staff_not_signed_in: [401, 'Sign in, or send a key'],
  staff_header_missing: [403, 'A browser that writes sends the header X-Staff: 1'],
  not_allowed: [403, 'Your role does not allow this'],
  owners_only: [403, 'Only an owner can do this'],
  confirm_needed: [403, 'Confirm that it is you'],
  changed_meanwhile: [412, 'Somebody else has changed this meanwhile'],
  if_match_needed: [428, 'Say which version you are changing, in If-Match'],
  wrong_sign_in: [401, 'Address and password do not go together'],
  wrong_code: [401, 'This code is not right, or was used before'],
  wrong_passkey: [401, 'This passkey opens nothing here'],
  sign_in_over: [401, 'This took too long: sign in again'],
  second_step_needed: [403, 'Set up your second step first'],
  second_step_kept: [409, 'This shop asks for a second step: keep at least one'],
  more_than_yours: [403, 'Nobody gives more than they have'],
  last_owner: [409, 'A shop keeps at least one owner'],
  role_fixed: [409, 'This role cannot be changed that way'],
  link_over: [410, 'This link was used or is too old'],
  too_many_there: [409, 'There are too many of these already'],
  exists_already: [409, 'This exists already'],
  review_hidden: [409, 'This review is hidden'],
  still_used: [409, 'This is still in use'],
  shop_needs_one: [409, 'The shop cannot be without one of these'],
  shop_needs_this: [409, 'The shop itself relies on this one'],
  too_many_rows: [409, 'The shop has as many of these as it can hold'],
} as const satisfies Record<string, readonly [status: number, title: string]>

export type StaffRefusalCode = keyof typeof staffRefusals
