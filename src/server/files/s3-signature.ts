import { createHash, createHmac } from 'node:crypto'

export type S3Key = { region: string; keyId: string; secret: string }
type Unsigned = { method: string; url: URL; headers?: Record<string, string>; body?: Uint8Array; at: Date }

/** Returns the headers that authenticate a request to S3: AWS Signature Version 4, for requests without a query. */
export function signRequest({ method, url, headers = {}, body, at }: Unsigned, key: S3Key): Record<string, string> {
  const time = at.toISOString().replace(/[:-]|\.\d{3}/g, '')
  const bodyHash = hash(body ?? '')
  const all: Record<string, string> = { ...headers, 'x-amz-content-sha256': bodyHash, 'x-amz-date': time }
  // `host` is part of the signature, but fetch sets the header itself.
  const signed = Object.entries({ ...all, host: url.host })
    .map(([name, value]) => [name.toLowerCase(), value.trim()] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  const signedNames = signed.map(([name]) => name).join(';')
  const request = [
    method,
    url.pathname,
    '',
    ...signed.map(([name, value]) => `${name}:${value}`),
    '',
    signedNames,
    bodyHash,
  ].join('\n')
  const scope = `${time.slice(0, 8)}/${key.region}/s3/aws4_request`
  const toSign = ['AWS4-HMAC-SHA256', time, scope, hash(request)].join('\n')
  const signature = hmac(deriveKey(key, time.slice(0, 8)), toSign).toString('hex')
  return {
    ...all,
    authorization: `AWS4-HMAC-SHA256 Credential=${key.keyId}/${scope}, SignedHeaders=${signedNames}, Signature=${signature}`,
  }
}

/** Derives a key for one day, one region and S3 alone. */
function deriveKey({ secret, region }: S3Key, day: string): Buffer {
  return ['s3', 'aws4_request'].reduce(hmac, hmac(hmac(`AWS4${secret}`, day), region))
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

function hash(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex')
}
