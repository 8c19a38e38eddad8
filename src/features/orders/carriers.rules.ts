/** Carrier names in their usual spelling. The form suggests these names and accepts any other name. */
export const carrierNames = [
  'Australia Post',
  'Canada Post',
  'DHL',
  'DPD',
  'FedEx',
  'GLS',
  'PostNord',
  'Royal Mail',
  'UPS',
  'USPS',
]

/** 500: longer than the tracking links of all known carriers. */
export const maxTrackingUrlLength = 500

/**
 * Returns whether a text is an https link to a public site, such as the tracking page of a carrier. Checked when the link
 * is saved and again when it is shown. User names and ports are refused, because they hide the site that opens.
 */
export function isTrackingUrl(text: string): boolean {
  if (text.length > maxTrackingUrlLength || !URL.canParse(text)) return false
  const { protocol, hostname, username, password, port } = new URL(text)
  return (
    protocol === 'https:' && username === '' && password === '' && port === '' && /\.[a-z][a-z\d-]+$/.test(hostname)
  )
}
