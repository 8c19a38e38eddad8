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

/** `Chrome on Linux`, as far as a browser tells; what is none of them keeps its own words. */
export function nameBrowser(userAgent: string): string {
  const find = (known: [RegExp, string][]) => known.find(([pattern]) => pattern.test(userAgent))?.[1]
  const browser = find(browsers)
  const system = find(systems)
  if (browser && system) return `${browser} on ${system}`
  return browser ?? (userAgent.slice(0, 40) || 'Unknown')
}

/** In fours, so that it can be typed. */
export const groupSecret = (secret: string) => secret.replace(/(.{4})(?=.)/g, '$1 ')

/** Browsers keep passkeys for names, and for no address that is numbers. */
export const hasPasskeys = (hostname: string) => !/^[\d.]+$|^\[/.test(hostname)
