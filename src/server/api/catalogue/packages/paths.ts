import type { PackageRefusal } from '#api/package-refusals.ts'

const encoder = new TextEncoder()

/** An R2 key has at most 1,024 bytes; the rest is for the package's prefix. */
const MAX_PATH_BYTES = 900
const MAX_PATH_DEPTH = 32

const CONTROL = /\p{Cc}|\p{Cs}|\uFFFD/u
const DRIVE = /^[a-z]:/i

/**
 * Returns why a path in a zip is not allowed; null when it is. A folder may end in one slash.
 *
 * Not allowed are an empty path, control characters, invalid Unicode, backslashes, a slash or drive letter (`C:`) at
 * the beginning, the segments `..`, `.` and empty ones, and more than 32 segments or 900 bytes of UTF-8. Does not look
 * at the file type, nor for repeated paths.
 */
export function findPathRefusal(path: string): PackageRefusal | null {
  if (path === '' || CONTROL.test(path)) return 'package_path_invalid'
  if (path.includes('\\')) return 'package_path_backslash'
  if (path.startsWith('/') || DRIVE.test(path)) return 'package_path_absolute'
  const segments = toSegments(path)
  if (segments.includes('..')) return 'package_path_traversal'
  if (segments.includes('.') || segments.includes('')) return 'package_path_invalid'
  if (segments.length > MAX_PATH_DEPTH || encoder.encode(path).length > MAX_PATH_BYTES) return 'package_path_too_long'
  return null
}

/**
 * Returns a refusal when two files have the same name on some file system, or a name is both a file and a folder;
 * otherwise null. Names are compared as `foldPath` folds them. A folder may be listed several times.
 */
export function findTreeRefusal(entries: readonly { path: string; isDirectory: boolean }[]): PackageRefusal | null {
  const files = new Set<string>()
  const folders = new Set<string>()
  for (const { path, isDirectory } of entries) {
    const segments = toSegments(foldPath(path))
    const name = segments.join('/')
    if (isDirectory) folders.add(name)
    else if (files.has(name)) return 'package_name_collision'
    else files.add(name)
    for (let depth = 1; depth < segments.length; depth++) folders.add(segments.slice(0, depth).join('/'))
  }
  return files.isDisjointFrom(folders) ? null : 'package_file_is_folder'
}

/**
 * Folds a path so that names that some file system treats as equal are equal: by case and by Unicode form (NFC). Upper
 * case first, so that ß and SS match. Only for comparison.
 */
export const foldPath = (path: string) => path.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC')

const toSegments = (path: string) => (path.endsWith('/') ? path.slice(0, -1) : path).split('/')
