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

/** Hosts of the carriers that the shop uses. A tracking link may only lead to these hosts. */
const carrierHosts = [
  'www.dhl.com',
  'www.ups.com',
  'www.fedex.com',
  'tools.usps.com',
  'www.dpd.com',
  'gls-group.com',
  'www.postnord.se',
  'www.royalmail.com',
  'www.canadapost-postescanada.ca',
  'auspost.com.au',
  'track.harbor.test',
]

/** Returns whether a tracking link leads to a known carrier. Checked when the link is saved and again when it is shown. */
export function isTrackingUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, username, port } = new URL(text)
  return protocol === 'https:' && username === '' && port === '' && carrierHosts.includes(hostname)
}
