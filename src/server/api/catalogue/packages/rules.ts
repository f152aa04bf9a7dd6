import type { PackageRefusal } from '#api/package-refusals.ts'
import { refusePath, refuseTree } from './paths.ts'

/** One row of a zip's central directory: what the archive says of itself, believed by nobody until it is unpacked. */
export interface PackageEntry {
  path: string
  size: number
  compressedSize: number
  /** Where the entry's local header begins in the zip. */
  offset: number
  /** The zip format's number: 0 stored, 8 deflated. */
  method: number
  isDirectory: boolean
  /** Neither file nor folder: symbolic link, device, socket, reparse point. */
  isLink: boolean
  isEncrypted: boolean
}

const MiB = 1024 * 1024
const LOCAL_HEADER_BYTES = 30
const STORED = 0
const DEFLATED = 8

export const limits = {
  archiveBytes: 500 * MiB,
  unpackedBytes: 500 * MiB,
  entries: 10_000,
  manifestBytes: 2 * MiB,
  activityIdLength: 500,
  titleLength: 300,
  /** Of files that are missing so many are named. */
  namedFiles: 20,
  /** Real courses stay under 20:1 as a whole; a single blank picture may pass 250:1, but not with megabytes. */
  entryRatio: { from: 10 * MiB, most: 250 },
  totalRatio: { from: 50 * MiB, most: 100 },
} as const

/** The first reason not to unpack these entries, or null. The launch file is judged apart, once the manifest is read. */
export function refuseEntries(entries: readonly PackageEntry[]): PackageRefusal | null {
  if (entries.length > limits.entries) return 'package_too_many_files'
  for (const entry of entries) {
    const refusal = refusePath(entry.path) ?? refuseEntry(entry)
    if (refusal) return refusal
  }
  if (entries.every((entry) => entry.isDirectory)) return 'package_empty'
  return refuseTree(entries) ?? refuseTotals(entries) ?? refuseOverlap(entries)
}

function refuseEntry(entry: PackageEntry): PackageRefusal | null {
  if (entry.isLink) return 'package_link'
  if (entry.isEncrypted) return 'package_encrypted'
  if (entry.method !== STORED && entry.method !== DEFLATED) return 'package_compression_unsupported'
  if (entry.method === STORED && entry.size !== entry.compressedSize) return 'package_size_mismatch'
  if (entry.isDirectory && entry.size > 0) return 'package_file_is_folder'
  if (isAbsurd(entry.size, entry.compressedSize, limits.entryRatio)) return 'package_ratio_absurd'
  return null
}

function refuseTotals(entries: readonly PackageEntry[]): PackageRefusal | null {
  const size = sum(entries.map((entry) => entry.size))
  const compressedSize = sum(entries.map((entry) => entry.compressedSize))
  if (size > limits.unpackedBytes) return 'package_unpacks_too_large'
  return isAbsurd(size, compressedSize, limits.totalRatio) ? 'package_ratio_absurd' : null
}

// Small bombs grow by letting many entries share the same compressed bytes.
function refuseOverlap(entries: readonly PackageEntry[]): PackageRefusal | null {
  const inOrder = entries.toSorted((a, b) => a.offset - b.offset)
  const overlaps = inOrder.some((entry, place) => {
    const next = inOrder[place + 1]
    return next !== undefined && entry.offset + LOCAL_HEADER_BYTES + entry.compressedSize > next.offset
  })
  return overlaps ? 'package_entries_overlap' : null
}

export function refuseArchiveSize(bytes: number): PackageRefusal | null {
  return bytes > limits.archiveBytes ? 'package_too_large' : null
}

const isAbsurd = (size: number, compressedSize: number, ratio: { from: number; most: number }) =>
  size > ratio.from && size > ratio.most * compressedSize

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

/** On a package's origin everything below this is the portal's own, whatever the package holds there. */
export const PORTAL_FOLDER = '_portal/'

/**
 * What a course may do: run its own scripts and talk to itself and the record store, and nothing else: no service
 * worker of its own, no form.
 */
export const coursePolicy = (own: string, portal: string): string =>
  [
    `default-src ${own} data: blob: 'unsafe-inline' 'unsafe-eval'`,
    `connect-src ${own} ${portal}/api/articulate/ data: blob:`,
    // A package may spread its work over workers; what would be a service worker of its own is not handed out.
    `worker-src ${own} blob:`,
    "form-action 'none'",
    `base-uri ${own}`,
    "object-src 'none'",
  ].join('; ')
