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
  if (kind === 'widget' && !couponWidgetId) return { field: 'widget_id', detail: 'Choose a widget.' }
  if (kind === 'link' && couponWidgetId)
    return { field: 'widget_id', detail: 'An ad that opens a link cannot have a widget.' }
  if (kind !== 'widget' && !imagePath) return { field: 'picture', detail: 'An ad without a widget needs a picture.' }
  if (kind === 'link' && !linkPath) return { field: 'link', detail: 'Enter a link.' }
  if (kind === 'app' && !iosUrl) return { field: 'ios_url', detail: 'Enter the App Store link.' }
  if (kind === 'app' && !googleUrl) return { field: 'google_url', detail: 'Enter the Google Play link.' }
  return endsAt && endsAt <= startsAt ? { field: 'ends_at', detail: 'The end must be after the start.' } : null
}
