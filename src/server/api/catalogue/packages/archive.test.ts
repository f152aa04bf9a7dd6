import { describe, expect, test } from 'vitest'
import { type ForgedEntry, forgeZip } from '#story/forged-zips.ts'
import { type Archive, openArchive } from './archive.ts'
import { createBytesSource, type RangeSource } from './range-source.ts'

const MiB = 1024 * 1024

async function opened(source: RangeSource): Promise<Archive> {
  const archive = await openArchive(source)
  if (typeof archive === 'string') throw new Error(archive)
  return archive
}

/** Unpacks the last file of the zip, and returns what reached the sink. */
async function unpacked(entries: ForgedEntry[]) {
  const archive = await opened(createBytesSource(forgeZip(entries)))
  const last = archive.entries.find(({ path }) => path === entries.at(-1)?.path)
  if (!last) throw new Error('not listed')
  const sink = recordingSink()
  return { refusal: await archive.unpack(last, sink.writable), ...sink.seen }
}

function recordingSink() {
  const seen = { bytes: 0, isClosed: false, isAborted: false }
  const writable = new WritableStream<Uint8Array>({
    write(chunk) {
      seen.bytes += chunk.length
    },
    close() {
      seen.isClosed = true
    },
    abort() {
      seen.isAborted = true
    },
  })
  return { seen, writable }
}

const noise = (length: number) => {
  let seed = 7
  return Uint8Array.from({ length }, () => {
    seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff
    return seed >> 16
  })
}

test('a file is extracted unchanged, stored or deflated', async () => {
  const content = noise(300_000)
  for (const method of [0, 8]) {
    const archive = await opened(createBytesSource(forgeZip([{ path: 'å/film.mp4', content, method }])))
    const [entry] = archive.entries
    if (!entry) throw new Error('not listed')
    expect(entry).toMatchObject({
      path: 'å/film.mp4',
      size: 300_000,
      isDirectory: false,
      isLink: false,
      isEncrypted: false,
    })
    expect(Buffer.compare(Buffer.from((await archive.read(entry)) as Uint8Array), Buffer.from(content))).toBe(0)
  }
})

test('an empty file is extracted', async () => {
  expect(await unpacked([{ path: 'tom.txt', method: 0 }])).toEqual({
    refusal: null,
    bytes: 0,
    isClosed: true,
    isAborted: false,
  })
  expect(await unpacked([{ path: 'tom.txt' }])).toMatchObject({ refusal: null, bytes: 0, isClosed: true })
})

describe('a file that differs from its headers', { timeout: 30_000 }, () => {
  const content = noise(200_000)
  test.each<[string, Partial<ForgedEntry>, string[]]>([
    ['is larger', { size: 1_000 }, ['package_size_mismatch']],
    ['is larger, stored', { method: 0, size: 1_000 }, ['package_size_mismatch']],
    ['is smaller', { size: 900_000 }, ['package_size_mismatch', 'package_checksum_mismatch']],
    ['has another checksum', { crc: 1 }, ['package_checksum_mismatch']],
    ['has another checksum, stored', { method: 0, crc: 1 }, ['package_checksum_mismatch']],
    ['ends in the middle', { compressedSize: 100_000 }, ['package_damaged', 'package_checksum_mismatch']],
    ['is no deflated data', { body: noise(500) }, ['package_damaged', 'package_checksum_mismatch']],
  ])('%s: refused, and the sink is aborted', async (_, lie, refusals) => {
    const last = { path: 'film.mp4', content, ...lie }
    const outcome = await unpacked([{ path: 'a.txt', content: 'a' }, last])
    expect(refusals).toContain(outcome.refusal)
    expect(outcome).toMatchObject({ isClosed: false, isAborted: true })
    expect(outcome.bytes).toBeLessThanOrEqual(lie.size ?? content.length)
  })

  test('a zip bomb with a small declared size is stopped at that size', async () => {
    const outcome = await unpacked([{ path: 'bomb', content: new Uint8Array(64 * MiB), size: 10_000 }])
    expect(outcome).toMatchObject({ refusal: 'package_size_mismatch', isAborted: true })
    expect(outcome.bytes).toBeLessThanOrEqual(10_000)
  })
})

describe('a file that is not an archive', () => {
  const zip = forgeZip([{ path: 'a.txt', content: 'a' }])
  test.each([
    ['nothing', new Uint8Array(0), 'package_not_a_zip'],
    ['a picture', noise(100_000), 'package_not_a_zip'],
    ['an archive without its end', zip.subarray(0, zip.length - 30), 'package_not_a_zip'],
    ['an archive without its beginning', zip.subarray(20), 'package_damaged'],
  ])('%s', async (_, bytes, refusal) => {
    const archive = await openArchive(createBytesSource(bytes))
    if (typeof archive === 'string') return expect(archive).toBe(refusal)
    const [entry] = archive.entries
    expect(entry && (await archive.read(entry))).toBe(refusal)
  })

  test('an archive of more than 500 MB is not read', async () => {
    const read = () => Promise.reject(new Error('read'))
    expect(await openArchive({ size: 500 * MiB + 1, read })).toBe('package_too_large')
  })

  test('a central directory as large as the archive is not held in memory', async () => {
    const forged = new Uint8Array(40 * MiB)
    forged.set([0x50, 0x4b, 0x01, 0x02])
    const end = new DataView(forged.buffer, forged.length - 22)
    end.setUint32(0, 0x06054b50, true)
    end.setUint16(8, 3, true)
    end.setUint16(10, 3, true)
    end.setUint32(12, forged.length - 22, true)
    let most = 0
    const read: RangeSource['read'] = async (offset, length) => {
      most = Math.max(most, length)
      return forged.subarray(offset, offset + length)
    }
    expect(await openArchive({ size: forged.length, read })).toBe('package_too_many_files')
    expect(most).toBeLessThanOrEqual(16 * MiB)
  })
})

describe('a source and a sink that fail', { timeout: 30_000 }, () => {
  const content = noise(200_000)
  const zip = forgeZip([{ path: 'a.bin', content }])

  test('throw their own error and do not refuse the package', async () => {
    const broken = { size: zip.length, read: () => Promise.reject(new Error('storage is away')) }
    await expect(openArchive(broken)).rejects.toThrow('storage is away')
  })

  test('in the middle of a file too, and the sink is closed', async () => {
    let isAway = false
    const big = forgeZip([{ path: 'a.bin', content: noise(9 * MiB), method: 0 }])
    const archive = await opened({
      size: big.length,
      read: async (offset, length) => {
        if (isAway && offset > 5 * MiB) throw new Error('storage is away')
        return big.subarray(offset, offset + length)
      },
    })
    isAway = true
    const [entry] = archive.entries
    const sink = recordingSink()
    await expect(entry && archive.unpack(entry, sink.writable)).rejects.toThrow('storage is away')
    expect(sink.seen).toMatchObject({ isClosed: false, isAborted: true })
  })

  test('the error of a full sink is thrown and does not refuse the package', async () => {
    const archive = await opened(createBytesSource(zip))
    const [entry] = archive.entries
    const full = new WritableStream<Uint8Array>({ write: () => Promise.reject(new Error('disk full')) })
    await expect(entry && archive.unpack(entry, full)).rejects.toThrow('disk full')
  })
})

test('ten thousand small files are read with few requests, none of them large', { timeout: 60_000 }, async () => {
  const zip = forgeZip(
    Array.from({ length: 10_000 }, (_, n) => ({ path: `${n}.txt`, content: `fil ${n}`.repeat(50), method: 0 })),
  )
  const lengths: number[] = []
  const archive = await opened({
    size: zip.length,
    read: async (offset, length) => {
      lengths.push(length)
      return zip.subarray(offset, offset + length)
    },
  })
  for (const entry of archive.entries.slice(0, 2_000)) expect(await archive.read(entry)).toHaveLength(entry.size)
  expect(lengths.length).toBeLessThan(10)
  expect(Math.max(...lengths)).toBeLessThanOrEqual(4 * MiB)
})

test('an entry of another archive is refused', async () => {
  const zip = forgeZip([{ path: 'a.txt', content: 'a' }])
  const [mine, theirs] = [await opened(createBytesSource(zip)), await opened(createBytesSource(zip))]
  const [entry] = theirs.entries
  await expect(entry && mine.unpack(entry, new WritableStream())).rejects.toThrow('Not a file of this archive')
})
