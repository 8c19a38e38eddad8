type Rgb = readonly [red: number, green: number, blue: number]
type TextStyle = { font_size: number | null; color: string | null; bold: boolean }

/** The settings that determine the style of a widget. The misspelled names are part of the wire format. */
export type StyleSettings = {
  backgroud_color: string | null
  style: {
    button_text: TextStyle & { backgroud_color: string | null }
    discount_text: TextStyle
    condition_text: TextStyle
    backgroud_color: string | null
  }
}

const ink = '#12252C'
const white = '#FFFFFF'
const black = '#000000'
/** The minimum contrast of text required by WCAG AA. */
const minContrast = 4.5

export function parseColor(text: string | null): Rgb | null {
  const value = text?.trim() ?? ''
  const short = /^#([\da-f])([\da-f])([\da-f])$/i.exec(value)
  if (short) return readRgb(short.slice(1).map((digit) => Number.parseInt(digit + digit, 16)))
  const long = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(value)
  if (long) return readRgb(long.slice(1).map((digits) => Number.parseInt(digits, 16)))
  const rgb = /^rgb\((\d{1,3}), ?(\d{1,3}), ?(\d{1,3})\)$/.exec(value)
  return rgb ? readRgb(rgb.slice(1).map(Number)) : null
}

function readRgb([red = 0, green = 0, blue = 0]: number[]): Rgb | null {
  return Math.max(red, green, blue) > 255 ? null : [red, green, blue]
}

/** Returns the contrast of two colors as defined by WCAG 2.2, from 1 to 21. */
export function contrastOf(one: Rgb, other: Rgb): number {
  const [first, second] = [luminanceOf(one), luminanceOf(other)]
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05)
}

function luminanceOf([red, green, blue]: Rgb): number {
  return 0.2126 * toLinear(red) + 0.7152 * toLinear(green) + 0.0722 * toLinear(blue)
}

function toLinear(value: number): number {
  const part = value / 255
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
}

/**
 * Returns the text color if it is readable on the background. Otherwise returns ink or white, using the more readable
 * color.
 */
export function pickReadableColor(text: string, background: string): string {
  const [front, back] = [parseColor(text), parseColor(background)]
  if (!back) return text
  if (front && contrastOf(front, back) >= minContrast) return text
  const [onInk, onWhite] = [contrastOf([0x12, 0x25, 0x2c], back), contrastOf([255, 255, 255], back)]
  // On a medium tone neither ink nor white is readable, but black is always readable.
  if (Math.max(onInk, onWhite) < minContrast) return black
  return onInk >= onWhite ? ink : white
}

export type ResolvedWidgetStyle = {
  background: string
  title: string
  card: string
  discount: string
  condition: string
  button: string
  buttonText: string
  discountSize: number
  conditionSize: number
  buttonSize: number
  discountWeight: 400 | 600
  conditionWeight: 400 | 600
  buttonWeight: 400 | 600
}

export const defaultColors = {
  background: '#0F3640',
  card: white,
  discount: '#0F3640',
  condition: '#42555D',
  button: '#C2401F',
  buttonText: white,
} as const

/** Returns every style field of the widget, with defaults for missing or unreadable values. */
export function findWidgetStyle({ backgroud_color, style }: StyleSettings): ResolvedWidgetStyle {
  const background = colorOr(backgroud_color, defaultColors.background)
  const card = colorOr(style.backgroud_color, defaultColors.card)
  const button = colorOr(style.button_text.backgroud_color, defaultColors.button)
  return {
    background,
    title: pickReadableColor(white, background),
    card,
    discount: pickReadableColor(colorOr(style.discount_text.color, defaultColors.discount), card),
    condition: pickReadableColor(colorOr(style.condition_text.color, defaultColors.condition), card),
    button,
    buttonText: pickReadableColor(colorOr(style.button_text.color, defaultColors.buttonText), button),
    discountSize: clampSize(style.discount_text.font_size, 22),
    conditionSize: clampSize(style.condition_text.font_size, 12),
    buttonSize: clampSize(style.button_text.font_size, 13),
    discountWeight: style.discount_text.bold ? 600 : 400,
    conditionWeight: style.condition_text.bold ? 600 : 400,
    buttonWeight: style.button_text.bold ? 600 : 400,
  }
}

function colorOr(color: string | null, fallback: string): string {
  return color && parseColor(color) ? color.trim() : fallback
}

/** Limits a text size to the range that is readable and fits on a phone. */
function clampSize(size: number | null, fallback: number): number {
  return size === null || size <= 0 ? fallback : Math.min(40, Math.max(11, size))
}
