import type { PackageRefusal } from '#api/package-refusals.ts'
import type { MissingFiles } from './course-structure.ts'
import { foldPath } from './paths.ts'
import { type PackageEntry, packageLimits } from './rules.ts'
import type { XapiManifest } from './xapi-manifest.ts'

export const XAPI_MANIFEST = 'tincan.xml'

/** Usual start pages of authoring tools, for packages whose manifest names none. */
const CUSTOMARY_LAUNCH_FILES = ['index_lms.html', 'story.html', 'index.html']

/**
 * Returns the folder of the course: the only folder at the top of the archive when all files are in it, otherwise its
 * root. Files that macOS adds (`__MACOSX`, `.DS_Store`) do not count. Ends with "/" or is empty.
 */
export function findCourseFolder(entries: readonly PackageEntry[]): string {
  const files = courseFiles(entries)
  const folders = new Set(files.map((path) => path.slice(0, path.indexOf('/') + 1)))
  const [only = ''] = folders
  return folders.size === 1 ? only : ''
}

// Leaves out the files that the macOS Finder adds to a zip.
const courseFiles = (entries: readonly PackageEntry[]) =>
  entries
    .filter((entry) => !entry.isDirectory)
    .map((entry) => entry.path)
    .filter((path) => !path.startsWith('__MACOSX/') && !/(^|\/)\.DS_Store$/.test(path))

/** A start page of a course. */
export interface Launch {
  /** Path of the file in the archive. */
  path: string
  /** The suffix that the manifest adds: "" or "?…" or "#…". */
  suffix: string
}

/** Returns a function that finds a file of the course's folder by the name in its manifest. */
function createFinder(entries: readonly PackageEntry[]): (named: string) => Launch | PackageRefusal {
  const folder = findCourseFolder(entries)
  const files = new Map(courseFiles(entries).map((path) => [foldPath(path), path]))
  return (named) => {
    const [, file = '', suffix = ''] = /^([^?#]*)(.*)$/s.exec(named) ?? []
    if (isOutside(file)) return 'package_launch_outside'
    const path = files.get(foldPath(folder + withoutDots(file))) ?? files.get(foldPath(folder + unescaped(file)))
    return path ? { path, suffix } : 'package_launch_missing'
  }
}

/**
 * Finds a page of the course's folder by its name in the manifest, which may have a query; returns a refusal when it is
 * missing or outside the folder.
 */
export const resolveLaunch = (entries: readonly PackageEntry[], launch: string) => createFinder(entries)(launch)

const isFile = (named: string) => named !== '' && !/^[a-z][a-z\d+.-]+:|^[/\\]{2}|[/\\]$/i.test(named)

/** Resolves `.`, `..` and backslashes, as browsers do. */
const toNormalizedPath = (named: string) =>
  new URL(named.replaceAll('#', '%23'), 'https://course.invalid/').pathname.slice(1)

/**
 * Returns the number of a manifest's files that the archive lacks, and the names of the first 20. Absolute URLs and
 * folders are not counted.
 */
export function findMissingFiles(entries: readonly PackageEntry[], named: readonly string[]): MissingFiles {
  const find = createFinder(entries)
  const isMissing = (file: string) => typeof find(file) === 'string' && typeof find(toNormalizedPath(file)) === 'string'
  const missing = [...new Set(named)].filter((file) => isFile(file) && isMissing(file))
  return {
    count: missing.length,
    names: missing.slice(0, packageLimits.namedFiles).map((name) => name.slice(0, packageLimits.titleLength)),
  }
}

/**
 * Returns the start page that the manifest names; a refusal when that is missing. Without a name it is the first that
 * exists of `index_lms.html`, `story.html` and `index.html` in the course's folder; a refusal when none does.
 */
export function findLaunch(entries: readonly PackageEntry[], manifest: XapiManifest | null): Launch | PackageRefusal {
  if (manifest?.launch) return resolveLaunch(entries, manifest.launch)
  const customary = CUSTOMARY_LAUNCH_FILES.map((file) => resolveLaunch(entries, file))
  return customary.find((launch) => typeof launch !== 'string') ?? 'package_launch_missing'
}

/**
 * Returns the URL path of a page on the package's origin: percent-encoded, without a slash at its start, and with the
 * manifest's suffix.
 */
export const toLaunchPath = ({ path, suffix }: Launch) => path.split('/').map(encodeURIComponent).join('/') + suffix

const isOutside = (file: string) => /^[a-z][a-z\d+.-]*:|^[/\\]|(^|[/\\])\.\.([/\\]|$)/i.test(unescaped(file))

const withoutDots = (file: string) => file.replace(/^(?:\.\/)+/, '')

function unescaped(file: string): string {
  try {
    return decodeURIComponent(withoutDots(file))
  } catch {
    return withoutDots(file)
  }
}
