import * as z from 'zod/mini'
import { filledText, queryNumber, RowId } from '#contract/calls/fields.ts'
import { defineStaffCall, defineStaffList, ListInput, StaffTime } from '#contract/calls/staff-call.ts'
import { defineStaffResource, StaffId } from '#contract/calls/staff-resources.ts'
import { AdPosition } from './adverts.contract.ts'

const Link = z.nullable(z.string().check(z.trim(), z.maxLength(500)))
const side = z.int().check(z.gte(1), z.lte(10_000))

const fields = {
  position: AdPosition,
  /** The kind `widget` shows coupons, `app` links to the app stores, and `link` links to any page. */
  kind: z.enum(['widget', 'app', 'link']),
  widget_id: z.nullable(RowId),
  /** The picture as returned by `POST /pictures`. */
  picture: z.nullable(z.object({ path: z.string().check(z.maxLength(300)), width: side, height: side })),
  /** The text alternative of the picture. */
  alt: z.string().check(z.trim(), z.maxLength(200)),
  link: Link,
  ios_url: Link,
  google_url: Link,
  device: z.enum(['all', 'ios', 'android']),
  starts_at: StaffTime,
  ends_at: z.nullable(StaffTime),
  /** The order among adverts of one position. The first running advert is shown. */
  sort: z.int().check(z.gte(0), z.lte(1_000_000)),
  is_active: z.boolean(),
}

export const StaffAdvert = z.object({
  ...fields,
  id: z.int(),
  status: z.enum(['off', 'scheduled', 'running', 'ended']),
})
export type StaffAdvert = z.output<typeof StaffAdvert>

const AdvertId = z.object({ id: z.string().check(z.regex(/^\d{1,9}$/), z.maxLength(9)) })

export const listStaffAdverts = defineStaffList({
  path: '/adverts',
  about: 'Lists adverts by position, in their order of priority. The first running advert of a position is shown.',
  scope: 'marketing:read',
  input: z.object({ ...ListInput, position: z.optional(AdPosition) }),
  output: StaffAdvert,
})

export const getStaffAdvert = defineStaffCall({
  method: 'GET',
  path: '/adverts/:id',
  about: 'Returns an advert with its position, dates, picture and link.',
  scope: 'marketing:read',
  input: AdvertId,
  output: StaffAdvert,
})

export const createAdvert = defineStaffCall({
  method: 'POST',
  path: '/adverts',
  about: 'Creates an advert at a position, with a start and an optional end.',
  scope: 'marketing:write',
  input: z.object({
    ...fields,
    widget_id: z._default(fields.widget_id, null),
    picture: z._default(fields.picture, null),
    alt: z._default(fields.alt, ''),
    link: z._default(Link, null),
    ios_url: z._default(Link, null),
    google_url: z._default(Link, null),
    device: z._default(fields.device, 'all'),
    starts_at: z.optional(fields.starts_at),
    ends_at: z._default(fields.ends_at, null),
    sort: z._default(fields.sort, 0),
    is_active: z._default(fields.is_active, true),
  }),
  output: StaffAdvert,
})

export const editAdvert = defineStaffCall({
  method: 'PATCH',
  path: '/adverts/:id',
  about: 'Changes the given fields of an advert. Other fields stay unchanged.',
  scope: 'marketing:write',
  input: z.extend(z.partial(z.object(fields)), AdvertId.shape),
  output: StaffAdvert,
})

export const deleteAdvert = defineStaffCall({
  method: 'DELETE',
  path: '/adverts/:id',
  about: 'Deletes an advert without clicks. An advert with clicks is switched off instead and keeps its statistics.',
  scope: 'marketing:write',
  input: AdvertId,
  output: z.object({ outcome: z.enum(['deleted', 'ended']) }),
})

export const getAdvertFigures = defineStaffCall({
  method: 'GET',
  path: '/adverts/:id/figures',
  about:
    'Returns the views, the clicks, and the number of signed-in shoppers who clicked, per day (UTC). At most one click per person and hour is counted.',
  scope: 'marketing:read',
  input: z.extend(AdvertId, { days: z._default(queryNumber(1, 366), 30) }),
  output: z.object({
    shown: z.int(),
    clicks: z.int(),
    by_day: z.array(z.object({ day: z.string(), shown: z.int(), clicks: z.int(), shoppers: z.int() })),
  }),
})

export const AdvertTotals = z.object({
  id: z.int(),
  shown: z.int(),
  clicks: z.int(),
  /** Clicks per day (UTC) from the first day to today. Days without clicks are zero. */
  clicks_by_day: z.array(z.int()),
})
export type AdvertTotals = z.output<typeof AdvertTotals>

export const listAdvertFigures = defineStaffCall({
  method: 'GET',
  path: '/advert-figures',
  about:
    'Returns the views and clicks of each advert in the most recent days (UTC). Adverts without views and clicks are omitted.',
  scope: 'marketing:read',
  input: z.object({ days: z._default(queryNumber(1, 90), 14) }),
  output: z.object({ adverts: z.array(AdvertTotals) }),
})

export const addPicture = defineStaffCall({
  method: 'POST',
  path: '/pictures',
  about:
    'Uploads a PNG or JPEG picture for adverts, widgets, categories and pages. The picture is re-encoded. A picture that already exists is not stored again.',
  scope: 'marketing:write',
  sentAs: 'multipart',
  asksOthers: true,
  input: z.object({ file: z.file().check(z.minSize(1)) }),
  output: z.object({ path: z.string(), width: z.int(), height: z.int() }),
})

/** The position `register` is below 'Sign In / Register' on the account page. */
const TextFields = z.object({
  position: z.enum(['register']),
  text: filledText(200),
  starts_at: StaffTime,
  ends_at: z.nullable(StaffTime),
})
export const AdvertText = z.extend(TextFields, { id: z.int() })
export type AdvertText = z.output<typeof AdvertText>

export const {
  list: listAdvertTexts,
  get: getAdvertText,
  create: createAdvertText,
  edit: editAdvertText,
  remove: removeAdvertText,
} = defineStaffResource({
  reads: 'marketing:read',
  writes: 'marketing:write',
  path: '/advert-texts',
  key: 'id',
  keyType: StaffId,
  one: 'an advert text',
  many: 'advert texts',
  fields: TextFields,
  create: z.extend(TextFields, {
    starts_at: z.optional(TextFields.shape.starts_at),
    ends_at: z._default(TextFields.shape.ends_at, null),
  }),
  output: AdvertText,
  example: {
    key: 1,
    create: { position: 'register', text: '15% off your first order', ends_at: '2027-01-31T00:00:00Z' },
    edit: { text: '20% off your first order' },
  },
})
