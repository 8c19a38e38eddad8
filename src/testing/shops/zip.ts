import { crc32 } from 'node:zlib'

/** Creates a zip of uncompressed files: local headers, then the central directory. */
export function makeZip(files: [name: string, bytes: Buffer][]): Buffer {
  const parts: Buffer[] = []
  const contents: Buffer[] = []
  let at = 0
  for (const [name, bytes] of files) {
    const sizes = [crc32(bytes), bytes.length, bytes.length]
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(20, 4)
    for (const [place, value] of sizes.entries()) local.writeUInt32LE(value, 14 + place * 4)
    local.writeUInt16LE(name.length, 26)
    const central = Buffer.alloc(46)
    central.writeUInt32LE(0x02014b50, 0)
    central.writeUInt16LE(20, 6)
    for (const [place, value] of sizes.entries()) central.writeUInt32LE(value, 16 + place * 4)
    central.writeUInt16LE(name.length, 28)
    central.writeUInt32LE(at, 42)
    const named = Buffer.from(name)
    parts.push(local, named, bytes)
    contents.push(central, named)
    at += local.length + named.length + bytes.length
  }
  const listed = Buffer.concat(contents)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(files.length, 8)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...parts, listed, end])
}
