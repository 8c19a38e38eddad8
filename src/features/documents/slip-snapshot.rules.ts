import type { DocumentSnapshot } from './document-snapshot.rules.ts'

type SlipHead = Pick<DocumentSnapshot, 'brand' | 'seller'> & {
  /** Day of printing. */
  printed_at: string
}

type SlipItem = {
  sku: string
  name: string
  options: string[]
  quantity: number
  /** JPEG, or null for an item without a picture. */
  picture: Uint8Array | null
}

/** The sheet that lies in a parcel. The warehouse picks and packs with this sheet. */
export type PackingSlip = SlipHead & {
  order: { number: string; placed_at: string }
  /** Name, address and telephone of the recipient. */
  recipient: string[]
  /** Number of this parcel among the parcels of the order. */
  parcel: { number: number; of: number }
  carrier: string
  tracking_number: string
  weight_grams: number | null
  currency: DocumentSnapshot['currency']
  items: (SlipItem & {
    /** Place in the warehouse, or empty. */
    bin: string
    /** Amount paid for all units of the row. */
    paid: number
  })[]
  /** A present shows a message and no price anywhere. */
  gift: { message: string; from: string } | null
  returns: {
    /** Address of the page where a return starts, as a QR code. */
    link: string
    short_link: string
    until: string | null
    needs_account: boolean
  }
}

/** The sheet that a shopper lays into the parcel of a return. */
export type ReturnSlip = SlipHead & {
  number: string
  order_number: string
  /** Lines of the address to which the parcel goes. */
  send_to: string[]
  send_by: string | null
  from: string
  items: (SlipItem & { reason: string })[]
}
