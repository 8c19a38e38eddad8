import { lookup as resolveName } from 'node:dns'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** An error that tells staff why a fetch failed. */
export class CannotFetch extends Error {
  override name = 'CannotFetch'
}

type FetchLimits = { maxBytes: number; maxMs: number; accept?: string }
/** Fetches an external address. Addresses of the internal network are refused. */
export type FetchOutside = (address: string, limits: FetchLimits) => Promise<Uint8Array>

const closed = new BlockList()
for (const range of [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]) {
  const [net = '', prefixLength] = range.split('/')
  closed.addSubnet(net, Number(prefixLength), 'ipv4')
}
// IPv6 ranges that stand for other addresses: Teredo, documentation, 6to4.
for (const [net, prefixLength] of [
  ['2001::', 32],
  ['2001:db8::', 32],
  ['2002::', 16],
] as const) {
  closed.addSubnet(net, prefixLength, 'ipv6')
}
const internet = new BlockList()
internet.addSubnet('2000::', 3, 'ipv6')

/** Returns whether an address is public: not private, link-local, loopback or reserved. */
export function isPublicAddress(ip: string): boolean {
  const kind = isIP(ip)
  if (kind === 4) return !closed.check(ip, 'ipv4')
  return kind === 6 && internet.check(ip, 'ipv6') && !closed.check(ip, 'ipv6')
}

type Resolve = (
  host: string,
  found: (error: Error | null, addresses: { address: string; family: number }[]) => void,
) => void
export type OutsideOptions = {
  /** Allows further addresses, because tests and developers only have their own machine. */
  isAllowed?: (ip: string) => boolean
  /** Allows plain http. */
  allowsHttp?: boolean
  resolve?: Resolve
}

const resolveAll: Resolve = (host, found) =>
  resolveName(host, { all: true, verbatim: true }, (error, addresses) => found(error, addresses))

type Guard = { checkAddress: (address: string) => URL; lookup: LookupFunction }

/** Returns functions that keep requests out of the internal network: one checks URLs, the other resolves names. */
export function guardAddresses(options: OutsideOptions): Guard {
  const { isAllowed = isPublicAddress, allowsHttp = false, resolve = resolveAll } = options
  return {
    checkAddress: (address) => {
      const url = URL.parse(address)
      if (!url || (url.protocol !== 'https:' && !(allowsHttp && url.protocol === 'http:'))) {
        throw new CannotFetch('is not an https URL')
      }
      if (url.username || url.password) throw new CannotFetch('contains a user name or password')
      const host = url.hostname.replace(/^\[|\]$/g, '')
      // Host names are checked after they are resolved. An IP address is never resolved, so it is checked here.
      if (isIP(host) && !isAllowed(host)) throw new CannotFetch('is in a private network')
      return url
    },
    // The connection uses the address that was checked, so that a second resolution cannot lead to another address.
    lookup: (host, { all }, callback) => {
      resolve(host, (error, addresses) => {
        if (error) return callback(error, [])
        if (addresses.length === 0 || !addresses.every(({ address }) => isAllowed(address))) {
          return callback(new CannotFetch('is in a private network'), [])
        }
        const [first] = addresses
        if (all) callback(null, addresses)
        else callback(null, first?.address ?? '', first?.family)
      })
    },
  }
}

export const userAgent = 'Harbor'
const maxRedirects = 3

export function createFetchOutside(options: OutsideOptions = {}): FetchOutside {
  const { checkAddress, lookup } = guardAddresses(options)

  function ask(url: URL, limits: FetchLimits, signal: AbortSignal): Promise<{ moved: string } | { bytes: Uint8Array }> {
    return new Promise((done, failed) => {
      const request = url.protocol === 'https:' ? requestHttps : requestHttp
      const headers = { accept: limits.accept ?? '*/*', 'user-agent': userAgent }
      const clientRequest = request(url, { lookup, signal, headers, agent: false }, (answer) => {
        const { statusCode = 0, headers } = answer
        if (statusCode >= 300 && statusCode < 400 && headers.location) {
          answer.destroy()
          return done({ moved: headers.location })
        }
        if (statusCode !== 200) {
          answer.destroy()
          return failed(new CannotFetch(`responded with status ${statusCode}`))
        }
        const chunks: Buffer[] = []
        let size = 0
        answer.on('data', (chunk: Buffer) => {
          size += chunk.length
          if (size > limits.maxBytes) {
            failed(new CannotFetch(`is larger than ${limits.maxBytes} bytes`))
            answer.destroy()
          } else chunks.push(chunk)
        })
        answer.on('end', () => done({ bytes: Buffer.concat(chunks) }))
        answer.on('error', failed)
      })
      clientRequest.on('error', failed)
      clientRequest.end()
    })
  }

  return async (address, limits) => {
    const signal = AbortSignal.timeout(limits.maxMs)
    let url = checkAddress(address)
    try {
      for (let redirects = 0; redirects <= maxRedirects; redirects++) {
        const answer = await ask(url, limits, signal)
        if ('bytes' in answer) return answer.bytes
        url = checkAddress(URL.parse(answer.moved, url)?.href ?? '')
      }
    } catch (error) {
      if (error instanceof CannotFetch) throw error
      if (signal.aborted) throw new CannotFetch(`took longer than ${limits.maxMs / 1000} seconds`)
      throw new CannotFetch('does not respond', { cause: error })
    }
    throw new CannotFetch(`redirects more than ${maxRedirects} times`)
  }
}
