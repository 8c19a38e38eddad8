import { expect, test } from 'vitest'
import type { CouponWidget, WidgetCode } from '#features/coupons/coupons.contract.ts'
import { viewCoupons } from './coupon-view.ts'
import type { CreateElement, ViewProps } from './view.ts'

/** Renders the widget and collects its buttons. */
function drawButtons(stock: boolean[], bundle_receive = 0) {
  const look = { font_size: 12, color: '#000', bold: 0, backgroud_color: '#fff' }
  const style = { button_text: look, discount_text: look, condition_text: look, backgroud_color: '#fff' }
  const codes = stock.map((is_available, index) => ({
    link_id: index + 1,
    is_available,
    is_received: false,
    block_reason: null,
    link_detail: { id: index, code: `C${index}`, coupon_type: 'F', amount: '$5', use_condition_txt: '' },
  })) as unknown as WidgetCode[]
  const settings = { title: 'Coupons', style, backgroud_color: '#fff', coupon: { bundle_receive, row_num: 1 } }
  const buttons: ViewProps[] = []
  const tapped: unknown[] = []
  const make: CreateElement<string> = (tag, props) => {
    if (tag === 'button') buttons.push(props)
    return tag
  }
  viewCoupons(make, {
    widget: { settings } as unknown as CouponWidget,
    codes,
    busy: null,
    ends: null,
    t: (id) => id,
    onTap: (linkId) => tapped.push(linkId),
  })
  return { buttons, tapped }
}

test('disables the button of a sold-out coupon among available coupons, and ignores its taps', () => {
  const { buttons, tapped } = drawButtons([true, false])
  expect(buttons.map((button) => button['aria-disabled'])).toEqual([undefined, true])
  for (const button of buttons) button.onClick?.()
  expect(tapped).toEqual([1])
})

test('keeps the buttons enabled when all coupons are gone, to show a message', () => {
  const apart = drawButtons([false, false])
  apart.buttons[1]?.onClick?.()
  expect(apart.tapped).toEqual([2])
  const together = drawButtons([false, false], 1)
  expect(together.buttons.map((button) => button['aria-disabled'])).toEqual([undefined])
  together.buttons[0]?.onClick?.()
  expect(together.tapped).toEqual(['all'])
})
