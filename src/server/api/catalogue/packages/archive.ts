import { configure, type Entry, type FileEntry, ZipReader } from '@zip.js/zip.js/lib/zip-core-custom.js'
import type { PackageRefusal } from '#api/package-refusals.ts'
import { CountedSink } from './counted-sink.ts'
import { GuardedReader } from './guarded-reader.ts'
import type { RangeSource } from './range-source.ts'
import { findArchiveSizeRefusal, type PackageEntry, packageLimits } from './rules.ts'

// A chunk may inflate a thousandfold before its bytes are counted, and an isolate has 128 MB of memory. The library's
// worker pool is shared by all requests of an isolate, and a request must not await another one's promise: hence the
// pool has no practical limit.
configure({ useWebWorkers: false, chunkSize: 32 * 1024, maxWorkers: 10_000 })

/** An opened zip archive. */
export interface Archive {
  /** In the order of their offsets, so that unpacking reads the archive once from front to back. */
  readonly entries: readonly PackageEntry[]
  /**
   * Unpacks one file into the sink; returns a refusal, after which the sink is aborted, or null. Never writes more
   * bytes than the entry declares. Errors of the source or the sink are thrown, because they do not concern the
   * package.
   */
  unpack(entry: PackageEntry, sink: WritableStream<Uint8Array>): Promise<PackageRefusal | null>
  /** Reads a small file into memory. */
  read(entry: PackageEntry): Promise<Uint8Array | PackageRefusal>
}

/**
 * Opens an archive and reads its central directory; returns a refusal when it is no zip, too large or contradictory.
 * Rejects with the error of the source when that cannot be read. The entries are not trustworthy until
 * `findEntriesRefusal` has checked them.
 */
export async function openArchive(source: RangeSource): Promise<Archive | PackageRefusal> {
  const tooLarge = findArchiveSizeRefusal(source.size)
  if (tooLarge) return tooLarge
  const reader = new GuardedReader(source)
  const zipEntries = new Map<PackageEntry, Entry>()
  const refusal = await reader.guard(async () => {
    for (const entry of await listEntries(reader)) zipEntries.set(toPackageEntry(entry), entry)
  })
  if (refusal) return refusal
  reader.trust()
  return toArchive(reader, zipEntries)
}

async function listEntries(reader: GuardedReader): Promise<Entry[]> {
  const entries: Entry[] = []
  const zip = new ZipReader(reader, {
    filenameValidation: 'tolerant',
    checkCrc32: true,
    checkOverlappingEntry: true,
  })
  for await (const entry of zip.getEntriesGenerator()) {
    entries.push(entry)
    if (entries.length > packageLimits.entries) break
  }
  return entries
}

function toArchive(reader: GuardedReader, zipEntries: ReadonlyMap<PackageEntry, Entry>): Archive {
  const unpack: Archive['unpack'] = async (entry, sink) => {
    const file = zipEntries.get(entry)
    if (!file || file.directory) throw new Error(`Not a file of this archive: ${entry.path}`)
    return unpackFile(reader, file, sink)
  }
  return {
    entries: [...zipEntries.keys()].toSorted((a, b) => a.offset - b.offset),
    unpack,
    read: async (entry) => {
      const bytes = new Uint8Array(entry.size)
      let written = 0
      const write = (chunk: Uint8Array) => {
        bytes.set(chunk, written)
        written += chunk.length
      }
      return (await unpack(entry, new WritableStream({ write }))) ?? bytes
    },
  }
}

async function unpackFile(reader: GuardedReader, file: FileEntry, target: WritableStream<Uint8Array>) {
  const sink = new CountedSink(target, file.uncompressedSize)
  try {
    const refusal = await reader.guard(() => file.getData(sink.writable, { preventClose: true }))
    sink.throwIfFailed()
    if (!refusal) await sink.close()
    else await sink.abort(refusal)
    return refusal
  } catch (failure) {
    await sink.abort(failure)
    throw failure
  }
}

const UNIX_KIND_MASK = 0o170000
const UNIX_ORDINARY_KINDS = [0, 0o040000, 0o100000]
const WINDOWS_REPARSE_POINT = 0x400

function toPackageEntry(entry: Entry): PackageEntry {
  const unixKind = (entry.externalFileAttributes >>> 16) & UNIX_KIND_MASK
  const isReparsePoint = entry.msDosCompatible && (entry.externalFileAttributes & WINDOWS_REPARSE_POINT) !== 0
  return {
    path: entry.filename,
    size: entry.uncompressedSize,
    compressedSize: entry.compressedSize,
    offset: entry.offset,
    method: entry.compressionMethod,
    isDirectory: entry.directory,
    isLink: entry.symlink || isReparsePoint || !UNIX_ORDINARY_KINDS.includes(unixKind),
    isEncrypted: entry.encrypted,
  }
}
