/** As people write them, offered where a carrier is typed; any other may be typed too. */
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

/** Carriers we hand parcels to. Their sites are the only ones a tracking link may lead to. */
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

/** Asked when a link is saved and again when it is shown. */
export function isTrackingUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, username, port } = new URL(text)
  return protocol === 'https:' && username === '' && port === '' && carrierHosts.includes(hostname)
}
