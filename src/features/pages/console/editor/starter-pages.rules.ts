import { legalTitles } from '#contract/text/legal-titles.ts'
import { keysOf } from '#contract/values.ts'

/** A template of a page. Text in ‹angle quotes› is a placeholder for the shop's own data. */
export type StarterPage = { title: string; description: string; body: string }

/** The two pages that sign-in and registration link to, worded for small shops. */
export const starterPages: Record<keyof typeof legalTitles, StarterPage> = {
  terms: {
    title: legalTitles.terms,
    description: 'What you and we agree to when you order.',
    body: `These terms apply to orders in this shop. The seller is ‹legal name›, ‹address›, ‹register and number›.

## Ordering

Your order is an offer to buy. The contract is made when we confirm it by email. An order that is not paid within 24 hours is canceled, and nothing is charged.

## Prices and payment

Prices ‹include / do not include› tax. Shipping costs are shown before you pay. You can pay by ‹payment methods›.

## Delivery

We ship to ‹countries› within ‹number› business days.

## Returns

You can return items within ‹number› days of delivery. ‹Excluded items, and who pays for return shipping.›

## If something is wrong

If an item is faulty, you have the rights that the law gives you. Write to ‹email address›.

## Law

The law of ‹country or state› applies. You keep the protection that the law of your country gives you.`,
  },
  privacy: {
    title: legalTitles.privacy,
    description: 'The data we keep, the reasons, how long we keep it, and your rights.',
    body: `‹Legal name›, ‹address›, ‹email address›, is responsible for your data in this shop.

## What we keep, and why

- Your email address, and your name if you give it: for your account and for emails about your orders.
- Your addresses: to deliver what you order.
- Your orders, returns, reviews and questions: to fulfill them, and because ‹tax law› requires us to keep them.
- Cookies that the shop needs to work. ‹Others, if you use any.›

## Who else gets them

- ‹Payment provider›: to take your payment. We do not see your card number.
- ‹Carriers›: to deliver your parcels.
- ‹Hosting company›: our servers are in ‹country›.

## How long

We keep orders for ‹number› years. Your account stays until you ask us to delete it.

## Your rights

You can ask for a copy of your data, have it corrected or deleted, and object to its use. Write to ‹email address›. You can also complain to ‹supervisory authority›.`,
  },
}

const placeholderPattern = /‹[^›]+›/g

/** Returns the placeholders of a text, such as `‹legal name›`. */
export function findPlaceholders(body: string): string[] {
  return body.match(placeholderPattern) ?? []
}

/** Returns the starter pages that a shop lacks. Titles are compared without regard to case, as in links. */
export function findMissingStarters(titles: readonly string[]): (keyof typeof starterPages)[] {
  const there = new Set(titles.map((title) => title.toLowerCase()))
  const all = keysOf(starterPages)
  return all.filter((name) => !there.has(starterPages[name].title.toLowerCase()))
}
