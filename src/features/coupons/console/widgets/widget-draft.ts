import type { WidgetStyle } from '#features/coupons/widgets.staff.contract.ts'
import type { WidgetDraft } from './widget-preview.rules.ts'

const plain = { size: null, color: null, bold: false }
/** The default style of the shop. */
export const defaultStyle: WidgetStyle = {
  button: { ...plain, bold: true, background: null },
  discount: plain,
  condition: plain,
  card_background: null,
  image: null,
}

export const createEmptyDraft = (starts_at: string): WidgetDraft => ({
  title: '',
  group: 'everybody',
  group_link: '',
  register: 'subscribe',
  is_bundle: false,
  per_row: 1,
  rows: 1,
  has_popup: false,
  background_color: null,
  style: defaultStyle,
  coupons: [],
  starts_at,
  ends_at: null,
})

/** Returns the editable fields of a widget. */
export function draftOf<W extends WidgetDraft & { id: number; status: unknown; possible: unknown }>(
  widget: W,
): WidgetDraft {
  const { id: _, status: __, possible: ___, ...draft } = widget
  return draft
}

/** Names of the fields in lists of changes. */
export const fieldNames: Record<keyof WidgetDraft, string> = {
  title: 'Title',
  group: 'Shoppers',
  group_link: 'Link for other shoppers',
  register: 'Required before claiming',
  is_bundle: 'Claiming',
  per_row: 'Columns',
  rows: 'Rows',
  has_popup: 'Pop-up',
  background_color: 'Background',
  style: 'Design',
  coupons: 'Coupons',
  starts_at: 'First day',
  ends_at: 'Last day',
}
