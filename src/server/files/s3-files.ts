import { setTimeout as sleep } from 'node:timers/promises'
import { CannotStart } from '../cannot-start.ts'
import type { Clock } from '../clock.ts'
import { checkKey, type Files, FilesUnavailable } from './files.ts'
import { type S3Key, signRequest } from './s3-signature.ts'

/**
 * S3 settings. `url` contains the bucket in its path, which every S3-compatible store supports:
 * `https://s3.example/pictures`.
 */
export type S3Settings = S3Key & { url: string }
type Patience = { timeoutMs?: number; waitsMs?: number[] }
type Answer = { status: number; headers: Headers; bytes: Uint8Array }

/** Creates a store in a bucket of S3 or a compatible service. All instances share it. */
export function createS3Files(settings: S3Settings, clock: Clock, patience: Patience = {}): Files {
  const { timeoutMs = 10_000, waitsMs = [200, 1_000] } = patience

  async function askOnce(method: string, url: URL, body?: Uint8Array): Promise<Answer> {
    const response = await fetch(url, {
      method,
      headers: signRequest({ method, url, at: clock.now(), ...(body && { body }) }, settings),
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
      ...(body && { body: new Uint8Array(body) }),
    })
    const { status, headers } = response
    return { status, headers, bytes: new Uint8Array(await response.arrayBuffer()) }
  }

  /** Sends a request and repeats it after a failure. All requests to the store are repeatable. */
  async function ask(method: string, path = '', body?: Uint8Array): Promise<Answer> {
    const url = new URL(`${settings.url}${path}`)
    for (const waitMs of waitsMs) {
      const answer = await askOnce(method, url, body).catch(() => null)
      if (answer && answer.status < 500 && answer.status !== 429) return answer
      await sleep(waitMs)
    }
    return askOnce(method, url, body).catch((error: unknown) => {
      throw new FilesUnavailable(`The picture store does not respond: ${findReason(error)}`, { cause: error })
    })
  }

  const toPath = (key: string) => `/${checkKey(key)}`

  return {
    write: async (key, bytes) => {
      const answer = await ask('PUT', toPath(key), bytes)
      if (answer.status !== 200) throw explainAnswer('PUT', key, answer)
    },
    read: async (key) => {
      const answer = await ask('GET', toPath(key))
      if (answer.status === 404) return null
      if (answer.status !== 200) throw explainAnswer('GET', key, answer)
      return answer.bytes
    },
    remove: async (key) => {
      const answer = await ask('DELETE', toPath(key))
      if (![200, 204, 404].includes(answer.status)) throw explainAnswer('DELETE', key, answer)
    },
    check: async () => {
      const answer = await ask('HEAD').catch((error: Error) => {
        throw new CannotStart(`${error.message}. Check S3_URL, which is ${settings.url}.`)
      })
      if (answer.status !== 200) throw new CannotStart(explainBucket(settings, answer))
    },
  }
}

/** Returns the reason behind the error "fetch failed". */
function findReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? error.cause.message || error.message : error.message
}

function explainAnswer(method: string, key: string, { status, bytes }: Answer): Error {
  const code = /<Code>(\w+)<\/Code>/.exec(new TextDecoder().decode(bytes))?.[1] ?? ''
  const sentence = `The picture store responded with ${[status, code].join(' ').trim()} to ${method} ${key}`
  return status >= 500 || status === 429 ? new FilesUnavailable(sentence) : new Error(sentence)
}

function explainBucket({ url, region }: S3Settings, { status, headers }: Answer): string {
  const bucketRegion = headers.get('x-amz-bucket-region')
  if (bucketRegion && bucketRegion !== region) {
    return `The bucket ${url} is in the region ${bucketRegion}. Set S3_REGION to this region.`
  }
  switch (status) {
    case 404:
      return `There is no bucket at ${url}. Create the bucket, or correct S3_URL.`
    case 400:
    case 401:
    case 403:
      return `The picture store rejects the key for ${url}. Check S3_KEY_ID, S3_SECRET, S3_REGION and the clock of this machine. The key must be allowed to list, read, write and delete there.`
  }
  return `The picture store at ${url} responds with status ${status}. Check S3_URL and the state of the store.`
}
