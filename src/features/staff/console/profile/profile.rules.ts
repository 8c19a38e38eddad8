const browsers: [RegExp, string][] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrom(?:e|ium)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const systems: [RegExp, string][] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
]

/** Formats a user agent as `Chrome on Linux`. An unknown user agent is returned unchanged. */
export function formatBrowser(userAgent: string): string {
  const find = (known: [RegExp, string][]) => known.find(([pattern]) => pattern.test(userAgent))?.[1]
  const browser = find(browsers)
  const system = find(systems)
  if (browser && system) return `${browser} on ${system}`
  return browser ?? (userAgent.slice(0, 40) || 'Unknown')
}

/** Groups a secret by four characters, so that it is easier to type. */
export const groupSecret = (secret: string) => secret.replace(/(.{4})(?=.)/g, '$1 ')

/** Returns whether passkeys work on this host. Browsers store passkeys for host names, not for IP addresses. */
export const hasPasskeys = (hostname: string) => !/^[\d.]+$|^\[/.test(hostname)
