type Post = {
  id: number
  handle: string
  title: string
  summary: string
  picture: string
  author: string
  daysAgo: number
  body: string
}

export const demoPosts: Post[] = [
  {
    id: 1,
    handle: 'how-linen-is-washed',
    title: 'How linen gets soft before it reaches you',
    summary: 'A morning at the laundry that washes every dress of ours before it is sewn.',
    picture: 'banner-linen',
    author: 'Ingrid Solheim',
    daysAgo: 12,
    body: `Linen starts out stiff. The fiber is long and straight, and cloth from the loom stands up by itself. You can wait three summers for it to soften, or you can do what the laundry in Kortrijk does: wash it once, properly, before anybody cuts it.

The drums are the size of a small car. In go two hundred yards of cloth, water at a hundred degrees, and pumice ground as fine as flour. Ninety minutes later the cloth comes out seven percent shorter and ten years older.

## Why before sewing

Because the seven percent would otherwise happen at your home. A dress that is washed after sewing pulls at its seams; cloth that is washed before lies flat for good.

## What it means for you

Wash it cold, shake it, hang it. Iron it while damp if you like it smooth. It will not shrink again; we have taken that from it already.`,
  },
  {
    id: 2,
    handle: 'a-coat-for-the-ferry',
    title: 'A coat for the ferry line',
    summary: 'The Quay coat in its eleventh year: what we changed, and what we left alone.',
    picture: 'quay-belted-wool-coat-camel',
    author: 'Jonas Ek',
    daysAgo: 34,
    body: `The first Quay coat had a mistake in it. The pockets sat an inch too high, and everybody who tried it on put their hands beside them. We moved the pockets and left everything else alone, for ten years.

This year we changed the belt. The old buckle was brass and heavy, and after some years it wore the wool. The new one is horn, lighter, and can be replaced with two stitches.

The wool is the same: double-faced, from the same mill, nineteen ounces a yard. It is too warm for a train and exactly right for a pier.`,
  },
  {
    id: 3,
    handle: 'what-happens-to-a-return',
    title: 'What happens to a return',
    summary: 'We followed one pair of trousers from a doorstep in Maine back to the shelf.',
    picture: 'tideline-wide-leg-trousers-stone',
    author: 'Petra Lund',
    daysAgo: 58,
    body: `On a Monday somebody in Maine asked to send back a pair of trousers: smaller than expected. By Tuesday we had said yes, by Friday the parcel was with us.

A return is opened by hand. We look for wear, for scent and for the small things, such as a belt that stayed at home. Nine of ten pieces go back to the shelf the same day. Those that cannot are mended and sold as samples, or taken apart for repairs.

The refund starts while the parcel is still on the table. What comes back is what was really paid, with the discount counted in: not a cent more, and not a cent less.`,
  },
  {
    id: 4,
    handle: 'five-ways-to-tie-a-scarf',
    title: 'Three knots and two that are not',
    summary: 'How to wear six feet of wool without looking like a parcel.',
    picture: 'breakwater-check-scarf-rust',
    author: 'Ingrid Solheim',
    daysAgo: 90,
    body: `Fold it once, put the fold behind your neck, pull both ends through. That is the knot everybody knows, and it is a good one.

For wind, wrap it twice and tuck the ends under instead of knotting them. For rooms that are too warm, let it hang and forget about it. For bicycles, cross it flat on the chest and close your coat over it.

The fifth way is to lend it to somebody.`,
  },
]

type Test = {
  id: number
  title: string
  handle: string
  picture: string
  isOpen: boolean
  startedDaysAgo: number
  endsInDays: number
  body: string
}

export const demoTests: Test[] = [
  {
    id: 1,
    title: 'Wear the Northpier coat before anybody else',
    handle: 'northpier-long-coat',
    picture: 'northpier-long-coat-chocolate',
    isOpen: true,
    startedDaysAgo: 10,
    endsInDays: 50,
    body: `We are looking for thirty people who stand outside a lot. You get the coat for two months and tell us what it does well and what it does not.

- Wear it at least three times a week.
- Answer five short questions every second Sunday.
- Keep the coat afterwards, for a third of its price, or send it back at our cost.

Write to us through the contact page, choose ‘Product’, and tell us your size and what your weather is like.`,
  },
  {
    id: 2,
    title: 'Help us find the right swimsuit back',
    handle: 'sandbar-one-piece',
    picture: 'sandbar-one-piece-black',
    isOpen: false,
    startedDaysAgo: 120,
    endsInDays: -60,
    body: `Two cuts, twenty swimmers, six weeks of lengths. The lower back won, by eighteen to two. Thank you to everybody who swam; it is in the shop now.`,
  },
]
