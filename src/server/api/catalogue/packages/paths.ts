import type { PackageRefusal } from '#api/package-refusals.ts'

const encoder = new TextEncoder()

/** A storage key holds 1,024 bytes; the rest is for the package's own prefix. */
const LONGEST_PATH_BYTES = 900
const DEEPEST_PATH = 32

const CONTROL = /\p{Cc}|\p{Cs}|\uFFFD/u
const DRIVE = /^[a-z]:/i

/** Why a name inside a zip may not become a stored file, or null. */
export function refusePath(path: string): PackageRefusal | null {
  if (path === '' || CONTROL.test(path)) return 'package_path_invalid'
  if (path.includes('\\')) return 'package_path_backslash'
  if (path.startsWith('/') || DRIVE.test(path)) return 'package_path_absolute'
  const steps = stepsOf(path)
  if (steps.includes('..')) return 'package_path_traversal'
  if (steps.includes('.') || steps.includes('')) return 'package_path_invalid'
  if (steps.length > DEEPEST_PATH || encoder.encode(path).length > LONGEST_PATH_BYTES) return 'package_path_too_long'
  return null
}

/** Two files that some file system takes for one, or a name that is both a file and a folder. */
export function refuseTree(entries: readonly { path: string; isDirectory: boolean }[]): PackageRefusal | null {
  const files = new Set<string>()
  const folders = new Set<string>()
  for (const { path, isDirectory } of entries) {
    const steps = stepsOf(foldedPath(path))
    const name = steps.join('/')
    if (isDirectory) folders.add(name)
    else if (files.has(name)) return 'package_name_collision'
    else files.add(name)
    for (let depth = 1; depth < steps.length; depth++) folders.add(steps.slice(0, depth).join('/'))
  }
  return files.isDisjointFrom(folders) ? null : 'package_file_is_folder'
}

/** The name as the least careful file system sees it; upper before lower case so that ß and SS meet. */
export const foldedPath = (path: string) => path.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC')

const stepsOf = (path: string) => (path.endsWith('/') ? path.slice(0, -1) : path).split('/')
