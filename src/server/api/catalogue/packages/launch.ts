import type { PackageRefusal } from '#api/package-refusals.ts'
import type { MissingFiles } from './course-structure.ts'
import type { Manifest } from './manifest.ts'
import { foldedPath } from './paths.ts'
import { limits, type PackageEntry } from './rules.ts'

export const MANIFEST = 'tincan.xml'

/** Where authoring tools put the start page when no manifest names it. */
const CUSTOMARY_LAUNCH_FILES = ['index_lms.html', 'story.html', 'index.html']

/** The folder that holds the course: the archive's root, or the one folder that somebody zipped. Ends with "/" or is empty. */
export function courseFolder(entries: readonly PackageEntry[]): string {
  const files = courseFiles(entries)
  const folders = new Set(files.map((path) => path.slice(0, path.indexOf('/') + 1)))
  const [only = ''] = folders
  return folders.size === 1 ? only : ''
}

// The Finder adds its own bookkeeping beside the folder that it zips.
const courseFiles = (entries: readonly PackageEntry[]) =>
  entries
    .filter((entry) => !entry.isDirectory)
    .map((entry) => entry.path)
    .filter((path) => !path.startsWith('__MACOSX/') && !/(^|\/)\.DS_Store$/.test(path))

export interface Launch {
  /** The stored file. */
  path: string
  /** What the manifest wants behind it: "" or "?…" or "#…". */
  suffix: string
}

/** Finds where a file of the course's folder lies, as its manifest names it. */
function finderIn(entries: readonly PackageEntry[]): (named: string) => Launch | PackageRefusal {
  const folder = courseFolder(entries)
  const files = new Map(courseFiles(entries).map((path) => [foldedPath(path), path]))
  return (named) => {
    const [, file = '', suffix = ''] = /^([^?#]*)(.*)$/s.exec(named) ?? []
    if (isOutside(file)) return 'package_launch_outside'
    const path = files.get(foldedPath(folder + withoutDots(file))) ?? files.get(foldedPath(folder + unescaped(file)))
    return path ? { path, suffix } : 'package_launch_missing'
  }
}

/** Where a page of the course's folder lies. */
export const resolvedLaunch = (entries: readonly PackageEntry[], launch: string) => finderIn(entries)(launch)

const isFile = (named: string) => named !== '' && !/^[a-z][a-z\d+.-]+:|^[/\\]{2}|[/\\]$/i.test(named)

/** Steps down and up again, and the slashes of Windows: a browser takes them, and finds the file. */
const straight = (named: string) => new URL(named.replaceAll('#', '%23'), 'https://course.invalid/').pathname.slice(1)

/** Of the files that a manifest names those that are not there. An address elsewhere and a folder are no files of the package. */
export function missingFrom(entries: readonly PackageEntry[], named: readonly string[]): MissingFiles {
  const find = finderIn(entries)
  const isMissing = (file: string) => typeof find(file) === 'string' && typeof find(straight(file)) === 'string'
  const missing = [...new Set(named)].filter((file) => isFile(file) && isMissing(file))
  return {
    count: missing.length,
    names: missing.slice(0, limits.namedFiles).map((name) => name.slice(0, limits.titleLength)),
  }
}

/** The page that starts the course: the manifest's, else a customary one. */
export function findLaunch(entries: readonly PackageEntry[], manifest: Manifest | null): Launch | PackageRefusal {
  if (manifest?.launch) return resolvedLaunch(entries, manifest.launch)
  const customary = CUSTOMARY_LAUNCH_FILES.map((file) => resolvedLaunch(entries, file))
  return customary.find((launch) => typeof launch !== 'string') ?? 'package_launch_missing'
}

/** The address of a page on the package's origin, percent-encoded. */
export const launchAddress = ({ path, suffix }: Launch) => path.split('/').map(encodeURIComponent).join('/') + suffix

const isOutside = (file: string) => /^[a-z][a-z\d+.-]*:|^[/\\]|(^|[/\\])\.\.([/\\]|$)/i.test(unescaped(file))

const withoutDots = (file: string) => file.replace(/^(?:\.\/)+/, '')

function unescaped(file: string): string {
  try {
    return decodeURIComponent(withoutDots(file))
  } catch {
    return withoutDots(file)
  }
}
