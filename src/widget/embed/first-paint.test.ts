import { expect, test } from 'vitest'
import { createTranslate } from '#contract/text/translate.ts'
import type { Advert } from '#features/adverts/adverts.contract.ts'
import { renderCoupons } from './first-paint.ts'

const hostile = '"><img src=x onerror=alert(1)></script><script>alert(2)</script>'
const t = createTranslate({ language: 'en', catalogue: { 'USE-1': 'USE' } })

const text = { font_size: 12, color: hostile, bold: true }
const advert: Advert = {
  id: 3,
  link_type: 'coupon_module',
  title: hostile,
  image_path: null,
  image_width: null,
  image_height: null,
  link_path: null,
  link_detail: {
    id: 1,
    date_start: null,
    date_end: null,
    settings: {
      title: hostile,
      backgroud_color: hostile,
      user_group: { id: 1, path: '' },
      register_type: 1,
      has_popup: false,
      style: {
        button_text: { ...text, backgroud_color: hostile },
        discount_text: text,
        condition_text: text,
        backgroud_color: hostile,
        m_backgroud_image: null,
        m_image_width: null,
        m_image_height: null,
      },
      coupon: {
        bundle_receive: 0,
        num_per_row: 1,
        row_num: 1,
        codes: [
          {
            link_id: 1,
            is_available: true,
            is_received: false,
            block_reason: null,
            link_detail: {
              id: 1,
              code: hostile,
              discount: hostile,
              coupon_type: 'F',
              amount: hostile,
              use_condition_txt: hostile,
              jump_url: '/',
            },
          },
        ],
      },
    },
  },
}

test("escapes a merchant's texts in the markup and the state of the first paint", () => {
  const html = renderCoupons(advert, t)
  expect(html).toContain('onerror')
  expect(html).not.toMatch(/<img|<script>|"><img/)
  // The only script contains the widget's state and is closed correctly.
  expect(html.match(/<\/script>/g)).toHaveLength(1)
  const state = /<script type="application\/json">(.*)<\/script>/s.exec(html)?.[1] ?? ''
  expect(JSON.parse(state)).toEqual(advert)
})
