import * as z from 'zod/mini'
import { defineCall } from '#contract/calls/call.ts'
import { codeZero, nothing } from '#contract/calls/envelopes.ts'
import { TypedRowId } from '#contract/calls/fields.ts'
import { CouponWidget, LinkIds } from '#features/coupons/coupons.contract.ts'

export const adPositions = ['account', 'home', 'order_list', 'order_detail', 'coupon'] as const
export const AdPosition = z.enum(adPositions)
export type AdPosition = z.output<typeof AdPosition>

/**
 * An advert at a position of a page. The `link_type` 'coupon_module' marks a coupon widget, and any other value a
 * banner.
 */
export const Advert = z.object({
  id: z.int(),
  link_type: z.string(),
  title: z.string(),
  image_path: z.nullable(z.string()),
  image_width: z.nullable(z.int()),
  image_height: z.nullable(z.int()),
  link_path: z.nullable(z.string()),
  link_detail: z.nullable(
    z.union([CouponWidget, z.object({ ios_url: z.nullable(z.string()), google_url: z.nullable(z.string()) })]),
  ),
})
export type Advert = z.output<typeof Advert>

export const getAdvert = defineCall({
  method: 'GET',
  path: '/ajax-web/ads',
  about: 'Returns the advert that is currently shown at a position, or null if there is none.',
  access: 'anyone',
  knowsGuests: true,
  envelope: codeZero,
  input: z.object({ pos: AdPosition }),
  output: z.nullable(Advert),
})

export const recordAdvertClick = defineCall({
  method: 'POST',
  path: '/ajax-web/ads/:advertId/click',
  about: 'Records a click on an advert.',
  access: 'anyone',
  envelope: nothing,
  sentAs: 'beacon',
  input: z.object({ advertId: TypedRowId }),
  output: z.void(),
})

export const listWidgets = defineCall({
  method: 'GET',
  path: '/ajax-web/coupon/widgets',
  about:
    'Lists the coupon widgets of the given adverts, with the state of each coupon for this visitor. One request covers all widgets of a page.',
  access: 'anyone',
  knowsGuests: true,
  envelope: codeZero,
  input: z.object({ ids: LinkIds }),
  output: z.array(Advert),
})
