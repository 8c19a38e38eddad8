import * as z from 'zod/mini'
import { defineStaffCall, defineStaffList, ListInput, StaffTime } from '#contract/calls/staff-call.ts'
import { parseColor } from './widget-style.rules.ts'

const Color = z.string().check(
  z.trim(),
  z.maxLength(30),
  z.refine((text) => parseColor(text) !== null, 'A color such as #0F3640'),
)
/** A text size that is readable and fits on a phone. */
const TextSize = z.nullable(z.int().check(z.gte(11), z.lte(40)))
const TextStyle = z.object({
  size: z._default(TextSize, null),
  color: z._default(z.nullable(Color), null),
  bold: z._default(z.boolean(), false),
})
const plain = { size: null, color: null, bold: false }
const side = z.int().check(z.gte(1), z.lte(4000))

/** Null values use the shop's default style. Colors unreadable on their background are replaced. */
const Style = z.object({
  button: z._default(z.extend(TextStyle, { background: z._default(z.nullable(Color), null) }), {
    ...plain,
    bold: true,
    background: null,
  }),
  discount: z._default(TextStyle, plain),
  condition: z._default(TextStyle, plain),
  card_background: z._default(z.nullable(Color), null),
  image: z._default(
    z.nullable(z.object({ path: z.string().check(z.maxLength(300)), width: side, height: side })),
    null,
  ),
})
export type WidgetStyle = z.output<typeof Style>

const fields = {
  title: z.string().check(z.trim(), z.maxLength(100)),
  /** The shoppers who may claim. `known` means shoppers who have paid for an order. */
  group: z.enum(['everybody', 'new', 'known']),
  /** The link for shoppers outside of the group. */
  group_link: z.string().check(z.trim(), z.maxLength(300)),
  /** The step that a guest takes before claiming. */
  register: z.enum(['subscribe', 'sign_in']),
  /** True if one button claims all coupons. */
  is_bundle: z.boolean(),
  per_row: z.int().check(z.gte(1), z.lte(6)),
  rows: z.int().check(z.gte(1), z.lte(10)),
  has_popup: z.boolean(),
  background_color: z.nullable(Color),
  style: Style,
  /** The codes of the coupons, in display order. */
  coupons: z.array(z.string().check(z.maxLength(50))).check(z.maxLength(30)),
  starts_at: StaffTime,
  ends_at: z.nullable(StaffTime),
}

export const StaffWidget = z.object({
  ...fields,
  id: z.int(),
  status: z.enum(['paused', 'scheduled', 'live', 'ended']),
  possible: z.array(z.enum(['publish', 'pause'])),
})
export type StaffWidget = z.output<typeof StaffWidget>

const WidgetId = z.object({ id: z.string().check(z.regex(/^\d{1,9}$/), z.maxLength(9)) })

export const listStaffWidgets = defineStaffList({
  path: '/widgets',
  about:
    'Lists coupon widgets, latest first. `coupon` accepts an id or code and selects the widgets that offer this coupon.',
  scope: 'marketing:read',
  alsoAnswers: [404],
  input: z.object({ ...ListInput, coupon: z.optional(z.string().check(z.maxLength(50))) }),
  output: StaffWidget,
})

export const getStaffWidget = defineStaffCall({
  method: 'GET',
  path: '/widgets/:id',
  about: 'Returns a coupon widget with its style and coupons.',
  scope: 'marketing:read',
  input: WidgetId,
  output: StaffWidget,
})

export const createWidget = defineStaffCall({
  method: 'POST',
  path: '/widgets',
  about:
    'Creates a coupon widget in the paused state. The widget is shown once it is published and an advert refers to it.',
  scope: 'marketing:write',
  input: z.object({
    ...fields,
    group: z._default(fields.group, 'everybody'),
    group_link: z._default(fields.group_link, ''),
    is_bundle: z._default(fields.is_bundle, false),
    per_row: z._default(fields.per_row, 1),
    rows: z._default(fields.rows, 1),
    has_popup: z._default(fields.has_popup, false),
    background_color: z._default(fields.background_color, null),
    style: z.optional(Style),
    coupons: z._default(fields.coupons, []),
    starts_at: z.optional(fields.starts_at),
    ends_at: z._default(fields.ends_at, null),
  }),
  output: StaffWidget,
})

export const editWidget = defineStaffCall({
  method: 'PATCH',
  path: '/widgets/:id',
  about:
    'Changes the given fields of a widget. `style` and `coupons` are replaced as a whole. Claims of removed coupons stay valid.',
  scope: 'marketing:write',
  input: z.extend(z.partial(z.object(fields)), WidgetId.shape),
  output: StaffWidget,
})

export const publishWidget = defineStaffCall({
  method: 'POST',
  path: '/widgets/:id/publish',
  about:
    'Publishes a coupon widget. Between its start and end, the widget is shown at the positions of the adverts that refer to it.',
  scope: 'marketing:write',
  input: WidgetId,
  output: StaffWidget,
})

export const pauseWidget = defineStaffCall({
  method: 'POST',
  path: '/widgets/:id/pause',
  about:
    'Pauses a coupon widget. The widget is hidden and its coupons cannot be claimed from it until it is published again.',
  scope: 'marketing:write',
  input: WidgetId,
  output: StaffWidget,
})
