import {
  ERR_BAD_FORMAT,
  ERR_ENCRYPTED,
  ERR_ENCRYPTED_CENTRAL_DIRECTORY,
  ERR_EOCDR_NOT_FOUND,
  ERR_INVALID_CRC32,
  ERR_INVALID_UNCOMPRESSED_SIZE,
  ERR_OVERLAPPING_ENTRY,
  ERR_UNSUPPORTED_COMPRESSION,
  ERR_UNSUPPORTED_ENCRYPTION,
  Reader,
} from '@zip.js/zip.js/lib/zip-core-custom.js'
import type { PackageRefusal } from '#api/package-refusals.ts'
import { createWindowedSource, type RangeSource } from './range-source.ts'

const MiB = 1024 * 1024
const WINDOW_BYTES = 4 * MiB
const LARGEST_READ_BYTES = 16 * MiB
// Opening a regular archive reads two or three windows; a forged one could cause hundreds of thousands of reads.
const MOST_WINDOWS_TO_OPEN = 50

class ArchiveRefused extends Error {
  readonly refusal: PackageRefusal

  constructor(refusal: PackageRefusal) {
    super(refusal)
    this.refusal = refusal
  }
}

/**
 * Limits the reads of the zip library to the archive, and distinguishes faults of the archive from errors of the
 * source.
 */
export class GuardedReader extends Reader<RangeSource> {
  #windows: RangeSource
  #windowsLeft = MOST_WINDOWS_TO_OPEN
  #sourceFailure: { reason: unknown } | null = null

  constructor(source: RangeSource) {
    super(source)
    this.size = source.size
    const read: RangeSource['read'] = (offset, length) => this.#load(source, offset, length)
    this.#windows = createWindowedSource({ size: source.size, read }, WINDOW_BYTES)
  }

  /** Lifts the limit of reads, once the sizes of the entries have bounded them. */
  trust(): void {
    this.#windowsLeft = Number.POSITIVE_INFINITY
  }

  override async readUint8Array(offset: number, length: number): Promise<Uint8Array> {
    const end = Math.min(offset + length, this.size)
    if (offset < 0 || !(offset < end)) return new Uint8Array(0)
    if (end - offset > LARGEST_READ_BYTES) throw new ArchiveRefused('package_too_many_files')
    return this.#windows.read(offset, end - offset)
  }

  /**
   * Runs work of the library; returns a refusal for any error about the archive, and rethrows an error of the source.
   */
  async guard(work: () => Promise<unknown>): Promise<PackageRefusal | null> {
    try {
      await work()
      return null
    } catch (error) {
      if (this.#sourceFailure) throw this.#sourceFailure.reason
      return toRefusal(error)
    }
  }

  async #load(source: RangeSource, offset: number, length: number): Promise<Uint8Array> {
    if (this.#windowsLeft <= 0) throw new ArchiveRefused('package_damaged')
    this.#windowsLeft -= 1
    try {
      return await source.read(offset, length)
    } catch (reason) {
      this.#sourceFailure = { reason }
      throw reason
    }
  }
}

const refusalsByMessage: Record<string, PackageRefusal> = {
  [ERR_BAD_FORMAT]: 'package_not_a_zip',
  [ERR_EOCDR_NOT_FOUND]: 'package_not_a_zip',
  [ERR_ENCRYPTED]: 'package_encrypted',
  [ERR_ENCRYPTED_CENTRAL_DIRECTORY]: 'package_encrypted',
  [ERR_UNSUPPORTED_ENCRYPTION]: 'package_encrypted',
  [ERR_UNSUPPORTED_COMPRESSION]: 'package_compression_unsupported',
  [ERR_OVERLAPPING_ENTRY]: 'package_entries_overlap',
  [ERR_INVALID_UNCOMPRESSED_SIZE]: 'package_size_mismatch',
  [ERR_INVALID_CRC32]: 'package_checksum_mismatch',
}

function toRefusal(error: unknown): PackageRefusal {
  if (error instanceof ArchiveRefused) return error.refusal
  return (error instanceof Error && refusalsByMessage[error.message]) || 'package_damaged'
}
