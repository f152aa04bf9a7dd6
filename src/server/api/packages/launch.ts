import type { Manifest } from './manifest.ts'
import { foldedPath } from './paths.ts'
import type { PackageRefusal } from './refusals.ts'
import type { PackageEntry } from './rules.ts'

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

/** Where a page of the course's folder lies, as its manifest names it. */
export function resolvedLaunch(entries: readonly PackageEntry[], launch: string): Launch | PackageRefusal {
  const folder = courseFolder(entries)
  const files = new Map(courseFiles(entries).map((path) => [foldedPath(path), path]))
  const [, file = '', suffix = ''] = /^([^?#]*)(.*)$/s.exec(launch) ?? []
  if (isOutside(file)) return 'package_launch_outside'
  const path = files.get(foldedPath(folder + withoutDots(file))) ?? files.get(foldedPath(folder + unescaped(file)))
  return path ? { path, suffix } : 'package_launch_missing'
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
