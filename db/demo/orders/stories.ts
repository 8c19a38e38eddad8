import type { DemoAddress } from '../demo.ts'

/** A SKU as `handle/Color/Size`, or `leaving:` and a name for a SKU that leaves the catalog at the end of the load. */
export type DemoItem = string

export type DemoStage =
  | 'unpaid'
  | 'expired'
  | 'cancelled'
  | 'paid'
  | 'onHold'
  | 'refunded'
  | 'preparing'
  | 'packed'
  | 'shipped'
  | 'received'
  | 'complete'

export type DemoStory = {
  /** The name by which other loaders find the order. */
  name: string
  /** The time of the order, in hours before the load. */
  hoursAgo: number
  stage: DemoStage
  items: DemoItem[]
  gifts?: DemoItem[]
  currency?: string
  shippingMethod?: string
  carrier?: keyof typeof carriers
  /** Days from shipping to delivery. */
  travelDays?: number
  /** True if each line has a separate parcel. If the order is shipped, the first parcel has already arrived. */
  isSplit?: true
  address?: DemoAddress
  method?: string
  /** The code of a coupon that the shopper holds. */
  coupon?: string
}

export const carriers = {
  DHL: (no: string) => `https://www.dhl.com/en/express/tracking.html?AWB=${no}`,
  UPS: (no: string) => `https://www.ups.com/track?tracknum=${no}`,
  USPS: (no: string) => `https://tools.usps.com/go/TrackConfirmAction?tLabels=${no}`,
  PostNord: (no: string) => `https://www.postnord.se/en/our-tools/track-and-trace?shipmentId=${no}`,
}

const elsa: DemoAddress = {
  firstname: 'Elsa',
  lastname: 'Lindqvist',
  telephone: '+46 31 555 01 90',
  address1: 'Linnégatan',
  address2: '',
  houseNum: '27B',
  city: 'Göteborg',
  state: '',
  country: 'Sweden',
  postcode: '413 04',
}

const day = 24

/** Maren's orders of a year. The newest order comes first. */
export const demoStories: DemoStory[] = [
  {
    name: 'unpaid',
    hoursAgo: 3,
    stage: 'unpaid',
    items: [
      'ebb-wrap-midi-dress/Clay/M',
      'mooring-saddle-bag/Cognac',
      'breakwater-check-scarf/Rust',
      'breakwater-check-scarf/Rust',
    ],
    coupon: 'HELLO15',
  },
  { name: 'unpaid-late', hoursAgo: 21, stage: 'unpaid', items: ['jetty-leather-sneaker/Blush/38'] },
  {
    name: 'paid',
    hoursAgo: 1.2 * day,
    stage: 'paid',
    items: ['quay-belted-wool-coat/Camel/M', 'fisher-cable-jumper/Oat/M'],
    method: 'Visa •••• 4242',
  },
  { name: 'expired', hoursAgo: 2 * day, stage: 'expired', items: ['neap-tea-dress/Lilac/S'] },
  { name: 'preparing', hoursAgo: 2.3 * day, stage: 'preparing', items: ['dock-pleat-trousers/Charcoal/M'] },
  {
    name: 'on-hold',
    hoursAgo: 2.8 * day,
    stage: 'onHold',
    items: ['northpier-long-coat/Chocolate/M', 'pontoon-satin-skirt/Ink/M'],
  },
  {
    name: 'packed',
    hoursAgo: 3.4 * day,
    stage: 'packed',
    items: ['leeward-silk-blouse/Blush/S', 'squall-wool-scarf/Blue'],
    gifts: ['founders-canvas-pouch/Ivory'],
  },
  {
    name: 'shipped',
    hoursAgo: 6 * day,
    stage: 'shipped',
    items: ['regatta-court-sneaker/White/39'],
    carrier: 'USPS',
    travelDays: 4.85,
  },
  {
    name: 'shipped-split',
    hoursAgo: 8 * day,
    stage: 'shipped',
    items: ['foghorn-trench-coat/Sand/M', 'skipper-cable-jumper/Ink/L', 'rigger-court-sneaker/White/43'],
    carrier: 'UPS',
    travelDays: 9,
    isSplit: true,
  },
  {
    name: 'shipped-abroad',
    hoursAgo: 9.5 * day,
    stage: 'shipped',
    items: ['gansey-crew-jumper/Navy/M'],
    currency: 'SEK',
    shippingMethod: 'express',
    carrier: 'PostNord',
    travelDays: 11,
    address: elsa,
  },
  {
    name: 'received-today',
    hoursAgo: 7.5 * day,
    stage: 'received',
    items: ['estuary-shirt-dress/Olive/M', 'estuary-shirt-dress/Olive/M', 'halyard-linen-dress/Marigold/M'],
    carrier: 'UPS',
    travelDays: 5,
  },
  {
    name: 'received-mixed',
    hoursAgo: 9 * day,
    stage: 'received',
    items: [
      'cove-tie-shoulder-swimsuit/Coral/M',
      'sailcloth-stripe-shirt/Blue Stripe/M',
      'tideline-wide-leg-trousers/Stone/M',
      'moonrise-silk-slip/Blush/M',
      'marina-day-dress/Sky/M',
      'pocket-crossbody/Blush',
    ],
    carrier: 'DHL',
    travelDays: 5.5,
  },
  {
    name: 'complete-fresh',
    hoursAgo: 13 * day,
    stage: 'complete',
    items: ['lantern-bow-kitten-heel/Plum/38', 'harbour-light-cardigan-knit/Marigold/M', 'sample-sale-blouse/Lilac/M'],
    carrier: 'USPS',
    travelDays: 4,
  },
  {
    name: 'complete-open',
    hoursAgo: 16 * day,
    stage: 'complete',
    items: ['spinnaker-occasion-dress/Teal/M', 'beacon-evening-heel/Ink/39', 'pennant-linen-shirt/Sage/M'],
    carrier: 'DHL',
    travelDays: 5,
  },
  {
    name: 'return-fresh',
    hoursAgo: 19 * day,
    stage: 'complete',
    items: ['sound-chunky-jumper/Forest/M', 'sound-chunky-jumper/Forest/M', 'inlet-pleated-skirt/Petrol/M'],
    carrier: 'UPS',
    travelDays: 5,
  },
  {
    name: 'leaving',
    hoursAgo: 22 * day,
    stage: 'complete',
    items: ['leaving:soldOut', 'leaving:expired', 'leaving:removed'],
    carrier: 'USPS',
    travelDays: 6,
  },
  {
    name: 'return-expiring',
    hoursAgo: 24 * day,
    stage: 'complete',
    items: ['capstan-oversized-shirt/Olive/M', 'wharf-midi-skirt/Camel/M'],
    carrier: 'DHL',
    travelDays: 5,
  },
  {
    name: 'return-parcel',
    hoursAgo: 28 * day,
    stage: 'complete',
    items: ['pilot-pea-coat/Navy/M', 'ropewalk-carrot-trousers/Black/M', 'anchorage-poplin-shirt/Ivory/M'],
    carrier: 'UPS',
    travelDays: 4,
  },
  { name: 'cancelled', hoursAgo: 31 * day, stage: 'cancelled', items: ['purser-top-handle-bag/Black'] },
  {
    name: 'return-refunding',
    hoursAgo: 36 * day,
    stage: 'complete',
    items: ['buoy-linen-skirt/Clay/M', 'skerry-roll-edge-jumper/Charcoal/M', 'shoreline-linen-trousers/Sky/M'],
    carrier: 'USPS',
    travelDays: 5,
    method: 'Visa •••• 4242',
  },
  {
    name: 'refunded',
    hoursAgo: 41 * day,
    stage: 'refunded',
    items: ['drizzle-rain-coat/Petrol/M'],
    method: 'Visa •••• 4242',
  },
  {
    name: 'return-closed',
    hoursAgo: 48 * day,
    stage: 'complete',
    items: ['bollard-work-trousers/Ink/M', 'slipway-slingback/Black/38'],
    carrier: 'DHL',
    travelDays: 5,
  },
  {
    name: 'closes',
    hoursAgo: 60 * day,
    stage: 'complete',
    items: ['stevedore-trainer/Navy/43'],
    carrier: 'UPS',
    travelDays: 5,
  },
  {
    name: 'return-failed',
    hoursAgo: 75 * day,
    stage: 'complete',
    items: ['watch-duffle-coat/Navy/M', 'deckhand-crew-jumper/Olive/M'],
    carrier: 'UPS',
    travelDays: 5,
  },
  {
    name: 'swim',
    hoursAgo: 98 * day,
    stage: 'complete',
    items: ['lagoon-ruched-swimsuit/Plum/M', 'atoll-swimsuit/Sky/M', 'zephyr-silk-scarf/Sky'],
    carrier: 'USPS',
    travelDays: 6,
    coupon: 'TENDER10',
  },
  {
    name: 'pounds',
    hoursAgo: 130 * day,
    stage: 'complete',
    items: ['ebb-wrap-midi-dress/Ink/M', 'breakwater-check-scarf/Blue'],
    currency: 'GBP',
    shippingMethod: 'express',
    carrier: 'DHL',
    travelDays: 4,
  },
  {
    name: 'wool',
    hoursAgo: 165 * day,
    stage: 'complete',
    items: ['gale-blanket-scarf/Charcoal', 'fisher-cable-jumper/Sea Glass/M', 'mate-flannel-shirt/Forest/L'],
    carrier: 'USPS',
    travelDays: 7,
  },
  {
    name: 'first',
    hoursAgo: 190 * day,
    stage: 'complete',
    items: ['regatta-court-sneaker/Navy/39', 'bosun-oxford-shirt/Sky/L', 'drift-lace-camisole/Ivory/M'],
    carrier: 'UPS',
    travelDays: 5,
  },
]
