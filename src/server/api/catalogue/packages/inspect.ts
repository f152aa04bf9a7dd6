import type { PackageRefusal } from '#api/package-refusals.ts'
import { type Archive, openArchive } from './archive.ts'
import { readCmi5Manifest } from './cmi5-manifest.ts'
import type { CourseStructure, MissingFiles, PackageFormat, PackageNote, StructureUnit } from './course-structure.ts'
import { isIri } from './iri.ts'
import {
  findCourseFolder,
  findLaunch,
  findMissingFiles,
  type Launch,
  resolveLaunch,
  toLaunchPath,
  XAPI_MANIFEST,
} from './launch.ts'
import { foldPath } from './paths.ts'
import type { RangeSource } from './range-source.ts'
import { findEntriesRefusal, type PackageEntry, packageLimits } from './rules.ts'
import { readScormManifest } from './scorm-manifest.ts'
import { readXapiManifest, type XapiManifest } from './xapi-manifest.ts'

/** A unit whose start page is in the package. */
export interface InspectedUnit extends StructureUnit {
  /** URL path inside the package, percent-encoded, with the manifest's query string. */
  entry: string
}

/** The course that a package describes. */
interface Course {
  format: PackageFormat
  launch: Launch
  /** Null when the package has no manifest or its manifest names none. */
  activityId: string | null
  title: string | null
  /** Empty for an xAPI course or a page; at least one for other formats. */
  units: InspectedUnit[]
  notes: PackageNote[]
  missingFiles: MissingFiles
}

/** An inspected package that may be unpacked. */
export interface InspectedPackage extends Course {
  archive: Archive
  files: readonly PackageEntry[]
  unpackedBytes: number
}

/**
 * Inspects a package without unpacking it, and returns its course (format, units, start page, notes) and files, or a
 * refusal: of the central directory, the manifest or the start page. Only errors of the source are thrown.
 */
export async function inspectPackage(source: RangeSource): Promise<InspectedPackage | PackageRefusal> {
  const archive = await openArchive(source)
  if (isRefusal(archive)) return archive
  const { entries } = archive
  const refusal = findEntriesRefusal(entries)
  if (refusal) return refusal
  const course = await readCourse(archive)
  if (isRefusal(course)) return course
  const files = entries.filter((entry) => !entry.isDirectory)
  return {
    ...course,
    notes: [...course.notes, ...findFaults(course, files)],
    archive,
    files,
    unpackedBytes: entries.reduce((bytes, entry) => bytes + entry.size, 0),
  }
}

/**
 * True for a file name with percent-encoding. Browsers decode the URL before the host looks for the file, so such a
 * file is never found.
 */
const isEncoded = ({ path }: PackageEntry) => /%[\da-f]{2}/i.test(path)

/** Returns the faults of a package that remains usable, though perhaps not as its author intended. */
function findFaults({ format, activityId }: Course, files: readonly PackageEntry[]): PackageNote[] {
  return [
    ...(format === 'page' ? (['withoutManifest'] as const) : []),
    ...(activityId !== null && format === 'xapi' && !isIri(activityId) ? (['activityIdInvalid'] as const) : []),
    ...(files.some(isEncoded) ? (['encodedNames'] as const) : []),
  ]
}

/** Reads a file of the course's folder; null when there is none. */
async function readCourseFile({ entries, read }: Archive, name: string): Promise<Uint8Array | PackageRefusal | null> {
  const path = foldPath(findCourseFolder(entries) + name)
  const entry = entries.find((candidate) => !candidate.isDirectory && foldPath(candidate.path) === path)
  if (!entry) return null
  return entry.size > packageLimits.manifestBytes ? 'package_manifest_too_large' : read(entry)
}

/** Returns the course of an archive. With several manifests the order is cmi5, xAPI, SCORM: the richer one first. */
async function readCourse(archive: Archive): Promise<Course | PackageRefusal> {
  const cmi5 = await readCourseFile(archive, 'cmi5.xml')
  if (cmi5 !== null) return isRefusal(cmi5) ? cmi5 : toCourse(readCmi5Manifest(cmi5), archive)
  const xapi = await readCourseFile(archive, XAPI_MANIFEST)
  if (xapi !== null) return isRefusal(xapi) ? xapi : toXapiCourse(readXapiManifest(xapi), archive)
  const scorm = await readCourseFile(archive, 'imsmanifest.xml')
  if (scorm !== null) return isRefusal(scorm) ? scorm : toCourse(readScormManifest(scorm), archive)
  return foreignFormat(archive) ?? toXapiCourse(null, archive)
}

function toXapiCourse(manifest: XapiManifest | PackageRefusal | null, { entries }: Archive): Course | PackageRefusal {
  if (isRefusal(manifest)) return manifest
  const launch = findLaunch(entries, manifest)
  if (isRefusal(launch)) return launch
  const format = manifest ? 'xapi' : 'page'
  return {
    format,
    launch,
    activityId: manifest?.activityId ?? null,
    title: manifest?.title ?? null,
    units: [],
    notes: [],
    missingFiles: { count: 0, names: [] },
  }
}

function toCourse(structure: CourseStructure | PackageRefusal, { entries }: Archive): Course | PackageRefusal {
  if (isRefusal(structure)) return structure
  const { format, identifier, title, notes } = structure
  const units: InspectedUnit[] = []
  const launches: Launch[] = []
  for (const unit of structure.units) {
    const launch = resolveLaunch(entries, unit.launch)
    if (isRefusal(launch)) return launch
    launches.push(launch)
    units.push({ ...unit, entry: toLaunchPath(launch) })
  }
  const [launch] = launches
  if (!launch) return 'package_launch_missing'
  const missingFiles = findMissingFiles(entries, structure.files)
  return { format, launch, activityId: identifier || null, title, units, notes, missingFiles }
}

/** Returns the refusal of a known format that the portal cannot run, or null. */
function foreignFormat({ entries }: Archive): PackageRefusal | null {
  const folder = foldPath(findCourseFolder(entries))
  const names = entries.map(({ path }) => foldPath(path)).filter((path) => path.startsWith(folder))
  const rootNames = names.map((path) => path.slice(folder.length)).filter((name) => !name.includes('/'))
  if (rootNames.includes('h5p.json')) return 'package_h5p'
  return rootNames.some((name) => name.endsWith('.crs')) && rootNames.some((name) => name.endsWith('.au'))
    ? 'package_aicc'
    : null
}

/** True when a result is a refusal, which is its code as text, rather than an object. */
export const isRefusal = (answer: unknown): answer is PackageRefusal => typeof answer === 'string'
