import type { PackageRefusal } from '#api/package-refusals.ts'
import { type Archive, openArchive } from './archive.ts'
import { readCmi5Manifest } from './cmi5-manifest.ts'
import type { CourseStructure, MissingFiles, PackageFormat, PackageNote, StructureUnit } from './course-structure.ts'
import { isIri } from './iri.ts'
import {
  courseFolder,
  findLaunch,
  type Launch,
  launchAddress,
  MANIFEST,
  missingFrom,
  resolvedLaunch,
} from './launch.ts'
import { type Manifest, readManifest } from './manifest.ts'
import { foldedPath } from './paths.ts'
import type { RangeSource } from './range-source.ts'
import { limits, type PackageEntry, refuseEntries } from './rules.ts'
import { readScormManifest } from './scorm-manifest.ts'

/** A unit whose start page lies in the package. */
export interface InspectedUnit extends StructureUnit {
  /** Address inside the package, percent-encoded, with the query that the manifest wants. */
  entry: string
}

/** What the package says of its course. */
interface Course {
  format: PackageFormat
  launch: Launch
  /** Null when the package has no manifest or its manifest names none. */
  activityId: string | null
  title: string | null
  /** None of an xAPI course or a page, at least one of the others. */
  units: InspectedUnit[]
  notes: PackageNote[]
  missingFiles: MissingFiles
}

/** A package that may be unpacked. */
export interface Inspected extends Course {
  archive: Archive
  files: readonly PackageEntry[]
  unpackedBytes: number
}

/** Looks at a package without unpacking it: its table of contents, its manifest, its start page. */
export async function inspectPackage(source: RangeSource): Promise<Inspected | PackageRefusal> {
  const archive = await openArchive(source)
  if (isRefusal(archive)) return archive
  const { entries } = archive
  const refusal = refuseEntries(entries)
  if (refusal) return refusal
  const course = await courseIn(archive)
  if (isRefusal(course)) return course
  const files = entries.filter((entry) => !entry.isDirectory)
  return {
    ...course,
    notes: [...course.notes, ...faultsOf(course, files)],
    archive,
    files,
    unpackedBytes: entries.reduce((bytes, entry) => bytes + entry.size, 0),
  }
}

/** A browser decodes an address before the host looks for the file, so a name that is encoded already is never found. */
const isEncoded = ({ path }: PackageEntry) => /%[\da-f]{2}/i.test(path)

/** Faults that leave the course usable, though not for everything that its author expects. */
function faultsOf({ format, activityId }: Course, files: readonly PackageEntry[]): PackageNote[] {
  return [
    ...(format === 'page' ? (['withoutManifest'] as const) : []),
    ...(activityId !== null && format === 'xapi' && !isIri(activityId) ? (['activityIdInvalid'] as const) : []),
    ...(files.some(isEncoded) ? (['encodedNames'] as const) : []),
  ]
}

/** A file of the course's own folder, null when it is not there. */
async function fileOf({ entries, read }: Archive, name: string): Promise<Uint8Array | PackageRefusal | null> {
  const path = foldedPath(courseFolder(entries) + name)
  const entry = entries.find((candidate) => !candidate.isDirectory && foldedPath(candidate.path) === path)
  if (!entry) return null
  return entry.size > limits.manifestBytes ? 'package_manifest_too_large' : read(entry)
}

/** cmi5 before xAPI before SCORM: the one that says more, where an authoring tool writes several. */
async function courseIn(archive: Archive): Promise<Course | PackageRefusal> {
  const cmi5 = await fileOf(archive, 'cmi5.xml')
  if (cmi5 !== null) return isRefusal(cmi5) ? cmi5 : courseOf(readCmi5Manifest(cmi5), archive)
  const xapi = await fileOf(archive, MANIFEST)
  if (xapi !== null) return isRefusal(xapi) ? xapi : xapiCourse(readManifest(xapi), archive)
  const scorm = await fileOf(archive, 'imsmanifest.xml')
  if (scorm !== null) return isRefusal(scorm) ? scorm : courseOf(readScormManifest(scorm), archive)
  return foreignFormat(archive) ?? xapiCourse(null, archive)
}

function xapiCourse(manifest: Manifest | PackageRefusal | null, { entries }: Archive): Course | PackageRefusal {
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

function courseOf(structure: CourseStructure | PackageRefusal, { entries }: Archive): Course | PackageRefusal {
  if (isRefusal(structure)) return structure
  const { format, identifier, title, notes } = structure
  const units: InspectedUnit[] = []
  const launches: Launch[] = []
  for (const unit of structure.units) {
    const launch = resolvedLaunch(entries, unit.launch)
    if (isRefusal(launch)) return launch
    launches.push(launch)
    units.push({ ...unit, entry: launchAddress(launch) })
  }
  const [launch] = launches
  if (!launch) return 'package_launch_missing'
  const missingFiles = missingFrom(entries, structure.files)
  return { format, launch, activityId: identifier || null, title, units, notes, missingFiles }
}

/** Formats that are known for what they are and run nowhere here, though they may hold a page. */
function foreignFormat({ entries }: Archive): PackageRefusal | null {
  const folder = foldedPath(courseFolder(entries))
  const names = entries.map(({ path }) => foldedPath(path)).filter((path) => path.startsWith(folder))
  const own = names.map((path) => path.slice(folder.length)).filter((name) => !name.includes('/'))
  if (own.includes('h5p.json')) return 'package_h5p'
  return own.some((name) => name.endsWith('.crs')) && own.some((name) => name.endsWith('.au')) ? 'package_aicc' : null
}

export const isRefusal = (answer: unknown): answer is PackageRefusal => typeof answer === 'string'
