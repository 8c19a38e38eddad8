import decodeQR from 'qr/decode.js'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { drawQrCode } from './qr-code.ts'

const uri =
  'otpauth://totp/Lindenstoff%20%26%20S%C3%B6hne:marit%40lindenstoff.example?issuer=Lindenstoff%20%26%20S%C3%B6hne&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&algorithm=SHA1&digits=6&period=30'

test('decodes the drawn picture to the original text', async () => {
  const picture = sharp(Buffer.from(drawQrCode(uri))).resize(600, 600, { kernel: 'nearest' })
  const { data, info } = await picture.ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  expect(decodeQR({ width: info.width, height: info.height, data: new Uint8ClampedArray(data) })).toBe(uri)
})

test('contains nothing that a strict content security policy blocks', () => {
  expect(drawQrCode(uri)).not.toMatch(/<style|<script|\sstyle=|\son\w+=|href/)
})
