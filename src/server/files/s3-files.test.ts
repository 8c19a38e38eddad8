import { expect, test } from 'vitest'
import { s3Store } from '#testing/outside/s3-store.ts'
import { CannotStart } from '../cannot-start.ts'
import { systemClock } from '../clock.ts'
import { FilesUnavailable } from './files.ts'
import { createS3Files } from './s3-files.ts'
import { signRequest } from './s3-signature.ts'

// The examples of Amazon's documentation, and two that were computed with an independent implementation.
const example = {
  region: 'us-east-1',
  keyId: 'AKIAIOSFODNN7EXAMPLE',
  secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
}
const own = { region: 'eu-central-1', keyId: 'harbor', secret: 's3cr3t/with+signs' }
const then = new Date('2013-05-24T00:00:00Z')
const now = new Date('2026-11-15T05:00:00.123Z')
test.each([
  [
    {
      method: 'GET',
      url: new URL('https://examplebucket.s3.amazonaws.com/test.txt'),
      headers: { Range: 'bytes=0-9' },
      at: then,
    },
    example,
    'host;range;x-amz-content-sha256;x-amz-date',
    'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  ],
  [
    {
      method: 'PUT',
      url: new URL('https://examplebucket.s3.amazonaws.com/test%24file.text'),
      headers: { Date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
      body: Buffer.from('Welcome to Amazon S3.'),
      at: then,
    },
    example,
    'date;host;x-amz-content-sha256;x-amz-date;x-amz-storage-class',
    '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  ],
  [
    {
      method: 'PUT',
      url: new URL('http://store.test:9000/pictures/images/ab/abc.jpg'),
      body: Buffer.from('picture'),
      at: now,
    },
    own,
    'host;x-amz-content-sha256;x-amz-date',
    '3918261261a17d7b8b20a1a36283f6730eb41980580ee1685b482c6764179c2c',
  ],
  [
    { method: 'HEAD', url: new URL('https://store.test:443/pictures'), at: now },
    own,
    'host;x-amz-content-sha256;x-amz-date',
    '3ae8cae7ac21d7fca27daddbcd37a5a85adb405f6ece3dd88b19468682d780a2',
  ],
])('signs a request like the reference implementation: $method $url', (request, key, names, signature) => {
  const { authorization = '' } = signRequest(request, key)
  expect(authorization).toMatch(
    new RegExp(`^AWS4-HMAC-SHA256 Credential=${key.keyId}/\\d{8}/${key.region}/s3/aws4_request, `),
  )
  expect(authorization).toContain(`SignedHeaders=${names}, Signature=${signature}`)
})

const store = s3Store()

function open({ at = store.url, key = store.key, timeoutMs = 5_000 } = {}) {
  return createS3Files({ url: at, ...key }, systemClock, { timeoutMs, waitsMs: [1, 1] })
}

test('reads a file back until it is removed', async () => {
  const files = open()
  const bytes = Buffer.from([0, 255, 10, 13, 200])
  await files.write('images/ab/abc.png', bytes)
  expect(Buffer.from((await files.read('images/ab/abc.png')) ?? [])).toEqual(bytes)
  expect([...store.bucket.keys()]).toContain('/pictures/images/ab/abc.png')
  await files.remove('images/ab/abc.png')
  expect(await files.read('images/ab/abc.png')).toBeNull()
  await files.remove('images/ab/abc.png')
})

test.each([[503], [429], ['hang up'], ['silent']] as const)(
  'succeeds at the third try after two failures of the store (%s)',
  async (problem) => {
    const files = open({ timeoutMs: problem === 'silent' ? 500 : 5_000 })
    store.trouble.push(problem, problem)
    await files.write('images/again.png', Buffer.from('again'))
    expect(store.requests).toEqual(Array(3).fill('PUT /pictures/images/again.png'))
    expect(String(store.bucket.get('/pictures/images/again.png'))).toBe('again')
  },
)

test('names the store in the error when the store keeps failing, and does not treat the file as missing', async () => {
  store.trouble.push(503, 503, 503)
  await expect(open().read('images/again.png')).rejects.toThrow(
    'The picture store responded with 503 SlowDown to GET images/again.png',
  )
  store.trouble.push('hang up', 'hang up', 'hang up')
  await expect(open().read('images/again.png')).rejects.toThrow(FilesUnavailable)
})

test('fails at once for a wrong secret', async () => {
  const files = open({ key: { ...store.key, secret: 'another' } })
  await expect(files.write('images/a.png', Buffer.from('a'))).rejects.toThrow('403 SignatureDoesNotMatch')
  expect(store.requests).toHaveLength(1)
})

test.each(['../secret', '/etc/passwd', 'a//b', 'a/../b', 'a?b', ''])(
  'throws for a key that would leave the bucket: %s',
  async (key) => {
    await expect(open().read(key)).rejects.toThrow('Not a storage key')
    expect(store.requests).toEqual([])
  },
)

test('accepts a good bucket, and reports startup problems in one sentence without the secret', async () => {
  await open().check()
  const checks = [
    [
      open({ at: store.url.replace('/pictures', '/none') }),
      /^There is no bucket at http:\/\/127\.0\.0\.1:\d+\/none\. Create the bucket/,
    ],
    [
      open({ key: { ...store.key, secret: 'hunter22' } }),
      /^The picture store rejects the key for .*\. Check S3_KEY_ID, S3_SECRET/,
    ],
    [
      open({ at: 'http://127.0.0.1:1/pictures' }),
      /^The picture store does not respond: .+\. Check S3_URL, which is http:\/\/127\.0\.0\.1:1\/pictures\.$/,
    ],
  ] as const
  for (const [files, sentence] of checks) {
    const error: unknown = await files.check().catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(CannotStart)
    expect((error as Error).message).toMatch(sentence)
    expect((error as Error).message).not.toContain('hunter22')
  }
})
