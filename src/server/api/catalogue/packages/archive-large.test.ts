import { crc32 } from 'node:zlib'
import { expect, test } from 'vitest'
import { forgeZip } from '#story/forged-zips.ts'
import { openArchive } from './archive.ts'
import { isRefusal } from './inspect.ts'
import type { RangeSource } from './range-source.ts'
import { findEntriesRefusal, packageLimits } from './rules.ts'

const MiB = 1024 * 1024
const fileBytes = Math.floor((497 * MiB) / packageLimits.entries)
const fileName = (place: number) => `bilder/${String(place).padStart(6, '0')}.bin`

const content = new Uint8Array(fileBytes).fill(7)
/** An entry's header, name and content; all entries are equally long. */
const headers = () => {
  const sample = forgeZip([{ path: fileName(0), content, method: 0 }])
  const record = 30 + fileName(0).length + fileBytes
  return { local: sample.slice(0, 30), record, directory: sample.slice(record, -22), end: sample.slice(-22) }
}

/** A zip of the highest size and number of files. It is not stored: its bytes are generated when they are read. */
function largestZip(): RangeSource & { read: RangeSource['read'] } {
  const { local, record, directory, end } = headers()
  const files = packageLimits.entries
  const bodyEnd = files * record
  const name = (place: number) => new TextEncoder().encode(fileName(place))
  const tail = new Uint8Array(files * directory.length + end.length)
  const view = new DataView(tail.buffer)
  for (let place = 0; place < files; place++) {
    const at = place * directory.length
    tail.set(directory, at)
    tail.set(name(place), at + 46)
    view.setUint32(at + 42, place * record, true)
  }
  const endAt = files * directory.length
  tail.set(end, endAt)
  view.setUint16(endAt + 8, files, true)
  view.setUint16(endAt + 10, files, true)
  view.setUint32(endAt + 12, endAt, true)
  view.setUint32(endAt + 16, bodyEnd, true)
  return {
    size: bodyEnd + tail.length,
    async read(offset, length) {
      const bytes = new Uint8Array(length).fill(7)
      for (let place = Math.floor(offset / record); place * record < Math.min(offset + length, bodyEnd); place++) {
        const head = new Uint8Array([...local, ...name(place)])
        for (const [index, byte] of head.entries()) {
          const at = place * record + index - offset
          if (at >= 0 && at < length) bytes[at] = byte
        }
      }
      if (offset + length > bodyEnd)
        bytes.set(
          tail.subarray(Math.max(0, offset - bodyEnd), offset + length - bodyEnd),
          Math.max(0, bodyEnd - offset),
        )
      return bytes
    },
  }
}

test('the largest allowed package is unpacked with at most 16 MB in memory', async () => {
  const zip = largestZip()
  let read = 0
  let largestRead = 0
  let written = 0
  let inHand = 0
  const archive = await openArchive({
    size: zip.size,
    async read(offset, length) {
      read += length
      largestRead = Math.max(largestRead, length)
      return zip.read(offset, length)
    },
  })
  if (isRefusal(archive)) throw new Error(archive)
  expect(archive.entries).toHaveLength(packageLimits.entries)
  expect(findEntriesRefusal(archive.entries)).toBeNull()

  const directoryBytes = read
  read = 0
  for (const entry of archive.entries) {
    let crc = 0
    const sink = new WritableStream<Uint8Array>({
      write(chunk) {
        written += chunk.length
        crc = crc32(chunk, crc)
        inHand = Math.max(inHand, read - written)
      },
    })
    expect(await archive.unpack(entry, sink)).toBeNull()
    expect(crc).toBe(crc32(content))
  }
  expect(written).toBe(packageLimits.entries * fileBytes)
  // The archive is read once from front to back. Little is read twice where two windows meet, and no read is large.
  expect(read).toBeLessThan(zip.size * 1.05)
  expect(largestRead).toBeLessThanOrEqual(4 * MiB)
  expect(directoryBytes + inHand).toBeLessThan(16 * MiB)
}, 120_000)
