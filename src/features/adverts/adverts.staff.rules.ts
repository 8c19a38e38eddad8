type AdvertParts = {
  kind: 'widget' | 'app' | 'link'
  couponWidgetId?: number | null
  imagePath?: string | null
  linkPath?: string | null
  iosUrl?: string | null
  googleUrl?: string | null
  startsAt: Date
  endsAt?: Date | null
}

/** Returns the first missing field without which an advert cannot be shown, or null. */
export function findAdvertProblem(advert: AdvertParts): { field: string; detail: string } | null {
  const { kind, couponWidgetId, imagePath, linkPath, iosUrl, googleUrl, startsAt, endsAt } = advert
  if (kind === 'widget' && !couponWidgetId) return { field: 'widget_id', detail: 'Say which widget it shows.' }
  if (kind === 'link' && couponWidgetId) return { field: 'widget_id', detail: 'A link shows no widget.' }
  if (kind !== 'widget' && !imagePath) return { field: 'picture', detail: 'A banner needs a picture.' }
  if (kind === 'link' && !linkPath) return { field: 'link', detail: 'Say where it leads.' }
  if (kind === 'app' && !iosUrl) return { field: 'ios_url', detail: 'Say where the app is for iPhones.' }
  if (kind === 'app' && !googleUrl) return { field: 'google_url', detail: 'Say where the app is for Android.' }
  return endsAt && endsAt <= startsAt ? { field: 'ends_at', detail: 'The end must be after the start.' } : null
}
