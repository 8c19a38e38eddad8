import { failedSignIn } from '#features/staff/audit.rules.ts'
import type { FormatSentence } from './audit-orders.rules.ts'
import { isGroup, it, listGroups, nameListItem, type SentencePart } from './audit-parts.rules.ts'

const bold = (value: unknown): SentencePart => ({ value: String(value ?? '') })
const many = (amount: number, one: string, more: string) => bold(amount === 1 ? `1 ${one}` : `${amount} ${more}`)

/** Returns the five audit sentences of a short list. All short lists use the same sentences. */
function resourceSentences(path: string, what: string): Record<string, string> {
  return {
    [`POST ${path.split('/:')[0]}`]: `added ${what} {it}`,
    [`PATCH ${path}`]: `changed ${what} {it}`,
    [`DELETE ${path}`]: `removed ${what} {it}`,
  }
}

const translations = (path: string, what: string): Record<string, FormatSentence> => ({
  [`PUT ${path}/:id/texts/:language`]: ({ after, before }) => {
    const language = after.language ?? before.language
    return [`translated ${what} `, it, ...(language ? [' into ', bold(language)] : [])]
  },
  [`DELETE ${path}/:id/texts/:language`]: ({ before }) => [
    'removed the translation ',
    ...(before.language ? ['into ', bold(before.language), ' '] : []),
    `of ${what} `,
    it,
  ],
})

const stocked: FormatSentence = ({ after }) => {
  const moves = listGroups(after.moves)
  const [first] = moves
  if (!first || moves.length > 1) return ['updated the stock of ', many(moves.length, 'variant', 'variants')]
  const by = Number(first.by)
  const sign = by > 0 ? '+' : by < 0 ? '−' : '±'
  return ['changed the stock of ', bold(first.sku), ` by ${sign}${Math.abs(by)} to `, bold(first.stock)]
}

const priced: FormatSentence = ({ before, after }) => {
  const rows = listGroups(after.prices)
  const [first] = rows
  if (!first || rows.length > 1) return ['changed the prices of ', many(rows.length, 'variant', 'variants')]
  return ['changed the price of ', bold(listGroups(before.prices)[0]?.name ?? nameListItem(first))]
}

const signInFailed: FormatSentence = ({ after }) => {
  const tries = Number(after.tries)
  const timesText = tries > 2 ? ` ${tries} times` : tries === 2 ? ' twice' : ''
  return [`failed to sign in${timesText}${after.locked ? ', and had to wait' : ''}`]
}

/** Sentences about the shop, its settings and its staff, by call. */
export const shopSentences: Record<string, string | FormatSentence> = {
  ...resourceSentences('/adverts/:id', 'the ad'),
  ...resourceSentences('/advert-texts/:id', 'the line'),
  ...resourceSentences('/categories/:code', 'the category'),
  ...resourceSentences('/currencies/:code', 'the currency'),
  ...resourceSentences('/languages/:code', 'the language'),
  ...resourceSentences('/markets/:id', 'the market'),
  ...resourceSentences('/navigation/:id', 'the navigation entry'),
  ...resourceSentences('/pages/:id', 'the page'),
  ...resourceSentences('/posts/:id', 'the post'),
  ...resourceSentences('/product-tests/:id', 'the product test'),
  ...resourceSentences('/products/:handle', 'the product'),
  ...resourceSentences('/question-types/:id', 'the type of question'),
  ...resourceSentences('/return-reasons/:id', 'the return reason'),
  ...resourceSentences('/review-labels/:id', 'the review label'),
  ...resourceSentences('/shipping-methods/:id', 'the shipping method'),
  ...resourceSentences('/tax-categories/:code', 'the tax category'),
  ...resourceSentences('/tax-rates/:id', 'the tax rate'),
  ...resourceSentences('/tax-registrations/:id', 'the tax registration'),
  ...resourceSentences('/templates/:id', 'the template'),
  ...resourceSentences('/roles/:id', 'the role'),
  ...resourceSentences('/webhooks/:id', 'the webhook'),
  ...translations('/pages', 'the page'),
  ...translations('/posts', 'the post'),
  'POST /coupons': 'added the coupon {it}',
  'PATCH /coupons/:id': 'changed the coupon {it}',
  'POST /coupons/:id/end': 'ended the coupon {it}',
  'POST /coupons/:id/give': 'gave away the coupon {it}',
  'POST /coupons/:id/pause': 'paused the coupon {it}',
  'POST /coupons/:id/resume': 'resumed the coupon {it}',
  'POST /currencies/fetch-rates': 'fetched exchange rates',
  fetchRates: 'fetched exchange rates',
  'POST /imports': 'uploaded the file {it}',
  'POST /imports/:id/leave-out': 'changed which rows of {it} are imported',
  'POST /imports/:id/pictures': 'added pictures to the import {it}',
  'POST /imports/:id/run': 'started the import {it}',
  'POST /imports/:id/stop': 'stopped the import {it}',
  'POST /imports/:id/undo': 'undid the import {it}',
  'POST /letters/:kind/test': ({ after }) => ['sent a test of the email “', String(after.subject ?? ''), '”'],
  'POST /pictures': 'uploaded a picture',
  'POST /prices': priced,
  'POST /prices/:id/end': ({ after }) => ['ended a price of ', bold(after.sku)],
  'POST /products/:handle/pictures': 'added a picture to {it}',
  'PATCH /products/:handle/pictures': 'rearranged the pictures of {it}',
  'POST /products/:handle/preview': 'created a preview link for {it}',
  'PUT /products/:handle/skus': 'changed the variants of {it}',
  'PATCH /settings': 'changed the settings',
  'PUT /second-step-rule': 'changed who needs a second step',
  'PUT /setup/tax': 'changed the tax registration',
  'PUT /shoe-sizes/:category': 'changed the shoe sizes of {it}',
  'DELETE /shoe-sizes/:category': 'removed the shoe sizes of {it}',
  'POST /stock': stocked,
  'POST /views': 'saved the view {it}',
  'DELETE /views/:id': 'removed a saved view',
  'POST /webhook-deliveries/:id/retry': ({ after }) => ['sent the event ', bold(after.type), ' again'],
  'POST /webhooks/:id/retry-failed': ({ after }) => [
    'sent ',
    many(Number(after.retried), 'failed event', 'failed events'),
    ' again to ',
    it,
  ],
  'POST /webhooks/:id/rotate-secret': 'created a new secret for the webhook {it}',
  'POST /webhooks/:id/test': 'sent a test to the webhook {it}',
  deliverWebhooks: 'switched off the webhook {it}, which failed for a week',
  'POST /widgets': 'added the coupon widget {it}',
  'PATCH /widgets/:id': 'changed the coupon widget {it}',
  'POST /widgets/:id/pause': 'paused the coupon widget {it}',
  'POST /widgets/:id/publish': 'published the coupon widget {it}',
  'POST /audit/:id/undo': 'undid a change',
  'POST /invitations': 'invited {it}',
  'POST /invitations/:id/end': 'withdrew the invitation of {it}',
  'POST /invitations/accept': 'joined the shop',
  'POST /keys': 'created the API key {it}',
  'POST /keys/:id/end': 'revoked the API key {it}',
  'POST /members': 'added {it} to the staff',
  'PATCH /members/:id': ({ after }) => {
    const role = isGroup(after.role) ? after.role.name : null
    return role ? ['gave ', it, ' the role ', bold(role)] : ['changed the staff member ', it]
  },
  'POST /members/:id/disable': 'disabled {it}',
  'POST /members/:id/enable': 'enabled {it} again',
  'POST /members/:id/sign-out': 'signed {it} out everywhere',
  'PATCH /me': 'changed their own profile',
  'POST /me/code': 'began to set up an authenticator app',
  'POST /me/code/confirm': 'set up an authenticator app',
  'DELETE /me/code': 'removed their authenticator app',
  'POST /me/confirm': 'confirmed their second step',
  'POST /me/confirm/options': 'began to confirm their second step',
  'POST /me/passkeys': 'added a passkey',
  'POST /me/passkeys/options': 'began to add a passkey',
  'DELETE /me/passkeys/:id': 'removed a passkey',
  'POST /me/password': 'changed their own password',
  'POST /me/recovery-codes': 'created new recovery codes',
  'DELETE /me/sessions': 'signed out everywhere else',
  'DELETE /me/sessions/:id': 'signed out in one browser',
  'POST /sign-in': 'signed in',
  'POST /sign-in/code': 'signed in with a code',
  'POST /sign-in/passkey': 'signed in with a passkey',
  'POST /sign-in/passkey/options': 'began to sign in with a passkey',
  'POST /sign-out': 'signed out',
  'POST /forgot': 'asked for a link to set a new password',
  'POST /reset': 'set a new password',
  [failedSignIn]: signInFailed,
}
