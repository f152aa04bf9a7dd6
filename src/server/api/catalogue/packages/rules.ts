import type { PackageRefusal } from '#api/package-refusals.ts'
import { findPathRefusal, findTreeRefusal } from './paths.ts'

/** An entry of a zip's central directory. Its values are not trustworthy until the file is unpacked. */
export interface PackageEntry {
  path: string
  size: number
  compressedSize: number
  /** Offset of the entry's local header in the zip. */
  offset: number
  /** Compression method of the zip format: 0 stored, 8 deflated. */
  method: number
  isDirectory: boolean
  /** True for a symbolic link, device, socket or reparse point. */
  isLink: boolean
  isEncrypted: boolean
}

const MiB = 1024 * 1024
const LOCAL_HEADER_BYTES = 30
const STORED = 0
const DEFLATED = 8

/** Limits of packages. */
export const packageLimits = {
  archiveBytes: 500 * MiB,
  unpackedBytes: 500 * MiB,
  entries: 10_000,
  manifestBytes: 2 * MiB,
  activityIdLength: 500,
  titleLength: 300,
  /** Highest number of missing files that are listed by name. */
  namedFiles: 20,
  /**
   * Highest ratio of unpacked to compressed size, `most`, of content of more than `from` bytes. Real courses stay under
   * 20:1 in total; a single blank picture may exceed 250:1, but not with megabytes.
   */
  entryRatio: { from: 10 * MiB, most: 250 },
  totalRatio: { from: 50 * MiB, most: 100 },
} as const

/**
 * Returns the first reason not to unpack the entries of a zip file; null when they may be unpacked. Reads no content:
 * it judges the paths, sizes and offsets that the directory of the zip states.
 *
 * More than 10,000 entries come first; then paths and entries one by one, then no file at all, the tree, the totals and
 * the offsets. The launch file is checked later, when the manifest is read.
 */
export function findEntriesRefusal(entries: readonly PackageEntry[]): PackageRefusal | null {
  if (entries.length > packageLimits.entries) return 'package_too_many_files'
  for (const entry of entries) {
    const refusal = findPathRefusal(entry.path) ?? refuseEntry(entry)
    if (refusal) return refusal
  }
  if (entries.every((entry) => entry.isDirectory)) return 'package_empty'
  return findTreeRefusal(entries) ?? refuseTotals(entries) ?? refuseOverlap(entries)
}

function refuseEntry(entry: PackageEntry): PackageRefusal | null {
  if (entry.isLink) return 'package_link'
  if (entry.isEncrypted) return 'package_encrypted'
  if (entry.method !== STORED && entry.method !== DEFLATED) return 'package_compression_unsupported'
  if (entry.method === STORED && entry.size !== entry.compressedSize) return 'package_size_mismatch'
  if (entry.isDirectory && entry.size > 0) return 'package_file_is_folder'
  if (isAbsurd(entry.size, entry.compressedSize, packageLimits.entryRatio)) return 'package_ratio_absurd'
  return null
}

function refuseTotals(entries: readonly PackageEntry[]): PackageRefusal | null {
  const size = sum(entries.map((entry) => entry.size))
  const compressedSize = sum(entries.map((entry) => entry.compressedSize))
  if (size > packageLimits.unpackedBytes) return 'package_unpacks_too_large'
  return isAbsurd(size, compressedSize, packageLimits.totalRatio) ? 'package_ratio_absurd' : null
}

// Some zip bombs let many entries share the same compressed bytes.
function refuseOverlap(entries: readonly PackageEntry[]): PackageRefusal | null {
  const inOrder = entries.toSorted((a, b) => a.offset - b.offset)
  const overlaps = inOrder.some((entry, place) => {
    const next = inOrder[place + 1]
    return next !== undefined && entry.offset + LOCAL_HEADER_BYTES + entry.compressedSize > next.offset
  })
  return overlaps ? 'package_entries_overlap' : null
}

/** Returns a refusal for an archive of more than `packageLimits.archiveBytes`, 500 MiB; null for any other. */
export function findArchiveSizeRefusal(bytes: number): 'package_too_large' | null {
  return bytes > packageLimits.archiveBytes ? 'package_too_large' : null
}

const isAbsurd = (size: number, compressedSize: number, ratio: { from: number; most: number }) =>
  size > ratio.from && size > ratio.most * compressedSize

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

/** Path prefix of the portal's own files on a package's origin; files of the package below it are not served. */
export const PORTAL_FOLDER = '_portal/'

/**
 * Returns the content security policy of a course; `own` is the origin of its package, `portal` that of the portal. It
 * may run its own scripts and connect to itself and the record store; it may have neither forms nor a service worker.
 */
export const formatCoursePolicy = (own: string, portal: string): string =>
  [
    `default-src ${own} data: blob: 'unsafe-inline' 'unsafe-eval'`,
    `connect-src ${own} ${portal}/api/articulate/ data: blob:`,
    // Allows web workers. A script that would be a service worker of the package is not served as one.
    `worker-src ${own} blob:`,
    "form-action 'none'",
    `base-uri ${own}`,
    "object-src 'none'",
  ].join('; ')
