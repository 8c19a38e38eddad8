import { registerType, userGroup } from './coupon-widget.rules.ts'
import type { WidgetSettings } from './coupons.contract.ts'
import type { WidgetStyle } from './widgets.staff.contract.ts'

/** The staff API's names for numbers in the shop's wire format. */
export const groupIds = {
  everybody: userGroup.everybody,
  new: userGroup.newUsers,
  known: userGroup.knownUsers,
} as const
export const registerIds = { subscribe: registerType.subscribe, sign_in: registerType.signIn } as const

/** Converts a style of the staff API to the shop's wire format, which contains the misspelled names. */
export function toShopStyle(style: WidgetStyle): WidgetSettings['style'] {
  const { button, discount, condition, card_background, image } = style
  const text = ({ size, color, bold }: WidgetStyle['discount']) => ({ font_size: size, color, bold })
  return {
    button_text: { ...text(button), backgroud_color: button.background },
    discount_text: text(discount),
    condition_text: text(condition),
    backgroud_color: card_background,
    m_backgroud_image: image?.path ?? null,
    m_image_width: image?.width ?? null,
    m_image_height: image?.height ?? null,
  }
}
