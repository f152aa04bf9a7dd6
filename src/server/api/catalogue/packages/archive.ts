import { configure, type Entry, type FileEntry, ZipReader } from '@zip.js/zip.js/lib/zip-core-custom.js'
import type { PackageRefusal } from '#api/package-refusals.ts'
import { CountedSink } from './counted-sink.ts'
import { GuardedReader } from './guarded-reader.ts'
import type { RangeSource } from './range-source.ts'
import { limits, type PackageEntry, refuseArchiveSize } from './rules.ts'

// A chunk may inflate a thousandfold before anyone can count it, and an isolate has 128 MB. The library's pool is
// shared by all requests of an isolate, and none may wait for another's promise: hence no limit on its size.
configure({ useWebWorkers: false, chunkSize: 32 * 1024, maxWorkers: 10_000 })

export interface Archive {
  /** In the order of their bytes, so that unpacking reads the archive once from front to back. */
  readonly entries: readonly PackageEntry[]
  /**
   * Writes one file's bytes and closes the sink; a refused file aborts it. Never writes more than the entry
   * promised. Failures of the source or the sink are thrown: they say nothing of the package.
   */
  unpack(entry: PackageEntry, sink: WritableStream<Uint8Array>): Promise<PackageRefusal | null>
  /** A small file as a whole. */
  read(entry: PackageEntry): Promise<Uint8Array | PackageRefusal>
}

/** Reads the table of contents. Nothing in it is to be believed before `refuseEntries` has looked at it. */
export async function openArchive(source: RangeSource): Promise<Archive | PackageRefusal> {
  const tooLarge = refuseArchiveSize(source.size)
  if (tooLarge) return tooLarge
  const reader = new GuardedReader(source)
  const listed = new Map<PackageEntry, Entry>()
  const refusal = await reader.guard(async () => {
    for (const entry of await list(reader)) listed.set(packageEntry(entry), entry)
  })
  if (refusal) return refusal
  reader.trust()
  return archiveOf(reader, listed)
}

async function list(reader: GuardedReader): Promise<Entry[]> {
  const entries: Entry[] = []
  const zip = new ZipReader(reader, {
    filenameValidation: 'tolerant',
    checkCrc32: true,
    checkOverlappingEntry: true,
  })
  for await (const entry of zip.getEntriesGenerator()) {
    entries.push(entry)
    if (entries.length > limits.entries) break
  }
  return entries
}

function archiveOf(reader: GuardedReader, listed: ReadonlyMap<PackageEntry, Entry>): Archive {
  const unpack: Archive['unpack'] = async (entry, sink) => {
    const file = listed.get(entry)
    if (!file || file.directory) throw new Error(`Not a file of this archive: ${entry.path}`)
    return unpackFile(reader, file, sink)
  }
  return {
    entries: [...listed.keys()].toSorted((a, b) => a.offset - b.offset),
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

function packageEntry(entry: Entry): PackageEntry {
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
