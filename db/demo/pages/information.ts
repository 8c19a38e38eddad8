type Page = { id: number; title: string; description: string; body: string }

/** The information pages. A blank line separates paragraphs, `## ` starts a heading, and `- ` starts a list item. */
export const demoInformation: Page[] = [
  {
    id: 1,
    title: 'Our Story',
    description: 'Who we are, where our clothes come from and how we pack them.',
    body: `Harbor began in 2014 with one coat and a borrowed storeroom above a chandler’s shop on Commercial Street in Portland, Maine. The coat was meant for the ferry line: warm, plain, and cut so that you could still carry a bag. People asked where it came from, so we made forty more.

Today we are twenty-six people. We make clothes for ordinary days near water: dresses and shirts in linen, knitwear in wool, shoes that can be resoled, and coats that take weather seriously.

## How we work

- We make small runs and repeat what people keep.
- We work with fourteen workshops, most of them for more than five years, and name each of them on the label.
- We repair what we sell. Write to us with a photo and we tell you what it costs before you send anything.

## Where things come from

Our linen is grown and woven in Belgium and Lithuania. Our wool comes from farms in Sweden and Scotland. Our leather is vegetable-tanned in Tuscany. We ship from a small warehouse in Newark, New Jersey; repairs and returns are opened on our own dock in Portland.`,
  },
  {
    id: 2,
    title: 'Terms',
    description: 'What you and we agree to when you order.',
    body: `These terms apply when you order from Harbor. They are written to be read; if anything is unclear, ask us before you order.

## Ordering

Your order is an offer to buy. It becomes a contract when we confirm your payment by email. Until then we keep the pieces for you for 24 hours; an order that is not paid by then is canceled and nothing is charged.

## Prices and payment

Prices include sales tax where it applies. They are shown in the currency you choose; an order stays in the currency it was made in. We charge you when you pay, not before.

## Delivery

We hand your parcel to the carrier within two business days. The times we give are estimates; if a parcel takes longer than fourteen days, write to us and we find it or send it again.

## Returns

You can return most pieces within 15 days of delivery. How it works, and which pieces are excepted, is described in our return policy.

## Coupons

A coupon can be used once, by the account that holds it, within its dates. One coupon applies to one order. A coupon cannot be paid out.

## If something is wrong

If a piece is faulty, your rights under the law of your state or country apply in full and for as long as that law says, whatever else is written here.

## Law

The law of the State of Maine, United States, applies, without taking from you the protection of the law where you live.`,
  },
  {
    id: 3,
    title: 'Privacy Notice',
    description: 'Which data we keep, why, for how long, and what you can ask of us.',
    body: `We keep what we need to send you what you ordered, and no more.

## What we keep

- Your email address and, if you give it, your name: for your account and for letters about your orders.
- Your addresses: to deliver, and to prefill the next order.
- Your orders, returns and reviews: because the law asks us to, and so that you can look them up.
- Pictures you send with a return: seen by you and by the people who decide about it. We remove where and when they were taken before we store them.

## What we do not do

We do not sell data. We do not build profiles across other sites. We do not keep your card number; the payment provider does.

## How long

Orders stay for seven years, because we need them for our tax records. Pictures that were never used go after a day. Your account stays until you ask us to delete it.

## Your rights

You can ask for a copy of your data, correct it, have it deleted where the law lets us, or take it elsewhere. Write to us through the contact page; we answer within 24 hours and act within 30 days.`,
  },
  {
    id: 4,
    title: 'Cookie Notice',
    description: 'The few cookies we set and what each is for.',
    body: `We set cookies that the shop needs to work, and none for advertising.

- token, token_expires, user_info, member_id: they keep you signed in, for 30 days.
- subscribe_email: remembers the address you gave for a coupon, so that you need not type it again.
- claims: holds the coupons you claimed without signing in.
- device: remembers that you signed in here, so that strangers who guess your password cannot keep you out.
- currency, language: what you chose in the settings, for 30 days.
- cart: what you put into your bag before signing in.

Signing out removes the first group. Your browser can remove all of them at any time.`,
  },
  {
    id: 5,
    title: 'Return Policy',
    description: '15 days to change your mind, and what happens after you send something back.',
    body: `You have 15 days from delivery to ask for a return. Swimwear, bags and accessories, lingerie and final-sale pieces cannot be returned, unless they are faulty.

## How to return

- Open the order in your account and choose ‘Apply for Return’ beside the piece.
- Tell us the reason. A photo helps if something is damaged.
- We answer within 48 hours by email.
- When we have agreed, send the piece within 14 days and enter the delivery company and the tracking number in your account.

## Your money

We refund what you really paid for the piece, after its share of any discount, to the way you paid. The refund starts when the parcel has reached us; most banks show it within five business days.

## Faulty or wrong

If we sent the wrong piece or it is faulty, we pay the postage both ways. Write to us first, and do not send anything on your own account.`,
  },
  {
    id: 6,
    title: 'Shipping',
    description: 'Ways to deliver, times and costs.',
    body: `We ship from Newark, New Jersey, on business days.

## Ways and times

- Standard: 4 to 7 days, $4.95, free for orders from $150.
- Express: 1 to 2 days, $14.95.
- Pick-up point: 4 to 8 days, $2.95, free for orders from $100.

## Following your parcel

You get an email with the tracking number as soon as the carrier has your parcel. ‘View logistics’ in your order shows every step; without an account, use ‘Tracking order’ with your email and order number.

## Customs

Within the United States there is nothing to pay on delivery. Elsewhere your customs office may ask for duties and taxes, which are not part of our price.

## When nobody is home

Carriers try twice, then keep the parcel at the nearest depot for seven days. After that it comes back to us and we refund the order, less the postage.`,
  },
  {
    id: 7,
    title: 'Size Guide',
    description: 'How our sizes measure, and how to measure yourself.',
    body: `Measure over light clothing, with the tape level and not tight.

## Clothing

- XS: bust 31½ in, waist 24½ in, hip 34½ in
- S: bust 34 in, waist 27 in, hip 37 in
- M: bust 36 in, waist 29 in, hip 39½ in
- L: bust 39 in, waist 32 in, hip 42 in
- XL: bust 42 in, waist 35 in, hip 45½ in

## Shoes

Our shoes are made in European sizes; we show the US size beside them. Between two sizes, take the larger one for sneakers and the smaller one for heels.

## In doubt

Every product page says what other shoppers found: runs small, true to size, or runs large. If you are still unsure, ask us in the chat and tell us what you usually wear.`,
  },
  {
    id: 8,
    title: 'Care and Repair',
    description: 'Make it last, and what we do when it does not.',
    body: `Most of what wears clothes out happens in the machine.

- Linen: wash cold, shake, hang. It softens by itself.
- Wool: air it overnight instead of washing; by hand and flat when you must.
- Leather: keep it dry, feed it once a year, and let it rest on a hanger or a shoe tree.
- Swimwear: rinse in fresh water at once; salt and chlorine are what ages it.

## Repairs

We mend seams, buttons, zippers and soles of everything we made, at cost. Send a photo through the contact page and choose ‘Product’; we answer with a price.`,
  },
]
