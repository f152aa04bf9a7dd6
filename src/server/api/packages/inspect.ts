import { type Archive, openArchive } from './archive.ts'
import { courseFolder, findLaunch, type Launch, MANIFEST } from './launch.ts'
import { type Manifest, readManifest } from './manifest.ts'
import { foldedPath } from './paths.ts'
import type { RangeSource } from './range-source.ts'
import type { PackageRefusal } from './refusals.ts'
import { limits, type PackageEntry, refuseEntries } from './rules.ts'

/** A package that may be unpacked. */
export interface Inspected {
  archive: Archive
  launch: Launch
  /** Null when the package has no manifest or its manifest names none. */
  activityId: string | null
  title: string | null
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
  const manifest = await manifestOf(archive)
  if (isRefusal(manifest)) return manifest
  const launch = findLaunch(entries, manifest)
  if (isRefusal(launch)) return launch
  return {
    archive,
    launch,
    activityId: manifest?.activityId ?? null,
    title: manifest?.title ?? null,
    files: entries.filter((entry) => !entry.isDirectory),
    unpackedBytes: entries.reduce((bytes, entry) => bytes + entry.size, 0),
  }
}

async function manifestOf({ entries, read }: Archive): Promise<Manifest | PackageRefusal | null> {
  const path = foldedPath(courseFolder(entries) + MANIFEST)
  const entry = entries.find((candidate) => !candidate.isDirectory && foldedPath(candidate.path) === path)
  if (!entry) return null
  if (entry.size > limits.manifestBytes) return 'package_manifest_too_large'
  const bytes = await read(entry)
  return isRefusal(bytes) ? bytes : readManifest(bytes)
}

export const isRefusal = (answer: unknown): answer is PackageRefusal => typeof answer === 'string'
