import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import { CannotFetch, guardAddresses, isPublicAddress, type OutsideOptions, userAgent } from './fetch-outside.ts'

type Message = {
  headers: Record<string, string>
  body: string
  maxMs: number
  /** The largest number of bytes that are read of the response. */
  maxBytes: number
}
/** The response of the external server. Redirects are not followed. */
type Answered = { status: number; answer: string }

/** Posts to an external address. Addresses of the internal network are refused. */
export type SendOutside = {
  /** Throws for an address that can never be reached. A host name is checked when it is resolved. */
  check: (address: string) => void
  post: (address: string, message: Message) => Promise<Answered>
}

const isOwnMachine = (ip: string) => ip === '::1' || (isIP(ip) === 4 && ip.startsWith('127.'))

/** Returns whether an address names this machine, with or without https. */
export function isLoopback(address: string): boolean {
  const host = URL.parse(address)?.hostname.replace(/^\[|\]$/g, '') ?? ''
  return host === 'localhost' || isOwnMachine(host)
}

/** Options for developers and tests: their own machine is allowed, also without https. */
export const allowLoopback: OutsideOptions = {
  isAllowed: (ip) => isPublicAddress(ip) || isOwnMachine(ip),
  allowsHttp: true,
}

export function createSendOutside(options: OutsideOptions = {}): SendOutside {
  const { checkAddress, lookup } = guardAddresses(options)

  function check(address: string): URL {
    if (options.isAllowed === undefined && isLoopback(address))
      throw new CannotFetch('points to the server of the shop')
    const url = checkAddress(address)
    if (url.protocol === 'http:' && !isLoopback(address)) {
      throw new CannotFetch('is not an https URL')
    }
    return url
  }

  function ask(url: URL, { headers, body, maxBytes }: Message, signal: AbortSignal): Promise<Answered> {
    return new Promise((done, failed) => {
      const request = url.protocol === 'https:' ? requestHttps : requestHttp
      const sent = { ...headers, 'user-agent': userAgent, 'content-length': String(Buffer.byteLength(body)) }
      const clientRequest = request(url, { method: 'POST', lookup, signal, headers: sent, agent: false }, (answer) => {
        const chunks: Buffer[] = []
        let size = 0
        const finish = () => {
          const text = Buffer.concat(chunks).subarray(0, maxBytes).toString()
          done({ status: answer.statusCode ?? 0, answer: text })
          answer.destroy()
        }
        answer.on('data', (chunk: Buffer) => {
          chunks.push(chunk)
          size += chunk.length
          if (size >= maxBytes) finish()
        })
        answer.on('end', finish)
        answer.on('error', failed)
      })
      clientRequest.on('error', failed)
      clientRequest.end(body)
    })
  }

  return {
    check: (address) => void check(address),
    post: async (address, message) => {
      const signal = AbortSignal.timeout(message.maxMs)
      try {
        return await ask(check(address), message, signal)
      } catch (error) {
        if (error instanceof CannotFetch) throw error
        if (signal.aborted) throw new CannotFetch('timeout', { cause: error })
        throw new CannotFetch('does not respond', { cause: error })
      }
    },
  }
}
