const formats = new Map<string, Intl.DateTimeFormat>()

/** Making a format takes longer than using it a hundred times, and a list has many moments. */
export function formatOf(parts: Intl.DateTimeFormatOptions, locale = 'en-GB'): Intl.DateTimeFormat {
  const key = locale + JSON.stringify(parts)
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, parts)
  formats.set(key, format)
  return format
}
