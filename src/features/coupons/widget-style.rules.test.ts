import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contrastOf, findWidgetStyle, parseColor, pickReadableColor, type StyleSettings } from './widget-style.rules.ts'

const unstyled = { font_size: null, color: null, bold: false }
const settings = (
  changes: Partial<StyleSettings['style']> = {},
  backgroud_color: string | null = null,
): StyleSettings => ({
  backgroud_color,
  style: {
    button_text: { ...unstyled, backgroud_color: null },
    discount_text: unstyled,
    condition_text: unstyled,
    backgroud_color: null,
    ...changes,
  },
})

test.each([
  ['#fff', [255, 255, 255]],
  ['#0F3640', [15, 54, 64]],
  ['rgb(1, 2, 3)', [1, 2, 3]],
  ['rgb(1, 2, 300)', null],
  ['red', null],
  ['', null],
  [null, null],
  ['url(x)', null],
  ['#12345', null],
])('parses the color %s as %o', (text, color) => {
  expect(parseColor(text)).toEqual(color)
})

test.each([
  ['#000000', '#FFFFFF', 21],
  ['#FFFFFF', '#FFFFFF', 1],
  ['#777777', '#FFFFFF', 4.48],
  ['#FFFFFF', '#C2401F', 5.19],
])('computes the contrast of %s on %s as %f', (one, other, expected) => {
  const [front, back] = [parseColor(one), parseColor(other)]
  expect(front && back && contrastOf(front, back)).toBeCloseTo(expected, 2)
})

test.each([
  ['a readable color stays unchanged', '#8E2A14', '#FFF7F3', '#8E2A14'],
  ['a light color on white becomes ink', '#EEEEEE', '#FFFFFF', '#12252C'],
  ['a dark color on a dark background becomes white', '#111111', '#0F3640', '#FFFFFF'],
  ['a color on a medium background becomes black', '#888888', '#7F7F7F', '#000000'],
  ['an invalid color becomes ink', 'nonsense', '#FFFFFF', '#12252C'],
])('picks a readable color: %s', (_, text, background, expected) => {
  expect(pickReadableColor(text, background)).toBe(expected)
})

const anyText = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 6, maxLength: 6 }).map((hex) => `#${hex}`),
  fc.constantFrom(null, '', 'red', '#12', 'javascript:1'),
)

test('always returns valid and readable colors, for any settings', () => {
  fc.assert(
    fc.property(anyText, anyText, anyText, anyText, anyText, anyText, (a, b, c, d, e, f) => {
      const widgetStyle = findWidgetStyle(
        settings(
          {
            button_text: { ...unstyled, color: a, backgroud_color: b },
            discount_text: { ...unstyled, color: c },
            condition_text: { ...unstyled, color: d },
            backgroud_color: e,
          },
          f,
        ),
      )
      const pairs = [
        [widgetStyle.buttonText, widgetStyle.button],
        [widgetStyle.discount, widgetStyle.card],
        [widgetStyle.condition, widgetStyle.card],
        [widgetStyle.title, widgetStyle.background],
      ] as const
      for (const [text, background] of pairs) {
        const [front, back] = [parseColor(text), parseColor(background)]
        expect(front && back && contrastOf(front, back)).toBeGreaterThanOrEqual(4.5)
      }
    }),
  )
})

test('applies sizes and weights within the limits of a phone', () => {
  const widgetStyle = findWidgetStyle(
    settings({
      discount_text: { font_size: 28, color: null, bold: true },
      condition_text: { font_size: 2, color: null, bold: false },
      button_text: { font_size: 400, color: null, bold: true, backgroud_color: null },
    }),
  )
  expect(widgetStyle).toMatchObject({
    discountSize: 28,
    conditionSize: 11,
    buttonSize: 40,
    discountWeight: 600,
    conditionWeight: 400,
  })
})
