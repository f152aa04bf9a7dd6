import { and, eq, inArray, isNull, lt, sql } from 'drizzle-orm'
import { packageLaunches } from '#api/catalogue/scope/contributed-results.ts'
import { storedFiles } from '#api/foundation/files/table.ts'
import type { Database } from '#platform/database.ts'
import type { PackageRow } from './storage.ts'
import { contentPackages } from './table.ts'

const waiting: PackageRow['state'][] = [0, 1]
const ready = 2

/**
 * Highest number of packages in a run: a run deletes files by the hundred, and a Worker invocation is limited to a
 * thousand subrequests.
 */
const maxPackages = 5

/**
 * Lists at most five packages, in no order, that wait to be unpacked or are being unpacked and have not changed since
 * `before`.
 */
export const listStuckPackages = (db: Database, before: Date): Promise<PackageRow[]> =>
  db.query
    .select()
    .from(contentPackages)
    .where(and(inArray(contentPackages.state, waiting), lt(contentPackages.changedAt, before)))
    .limit(maxPackages)

/**
 * Lists at most five ready packages whose files may be removed, in no order. No part or material serves them, no launch
 * of them is open at `now`, and they have not changed since `before`. Nor has a newer package of the same part or
 * material become ready since then, so that pages that were open at the change keep their files.
 */
export const listUnusedPackages = (db: Database, before: Date, now: Date): Promise<PackageRow[]> =>
  db.query
    .select()
    .from(contentPackages)
    .where(
      and(
        eq(contentPackages.state, ready),
        isNull(contentPackages.filesRemovedAt),
        lt(contentPackages.changedAt, before),
        sql`not exists (select 1 from education_parts h where h.package_id = content_packages.id)`,
        sql`not exists (select 1 from educator_materials h where h.package_id = content_packages.id)`,
        sql`not exists (select 1 from ${packageLaunches} l where l.package_id = content_packages.id and l.expires_at > ${now.toISOString()})`,
        sql`not exists (select 1 from content_packages newer where newer.id > content_packages.id and newer.state = 2
          and (newer.education_part_id = content_packages.education_part_id
            or newer.educator_material_id = content_packages.educator_material_id)
          and newer.changed_at >= ${before.toISOString()})`,
      ),
    )
    .limit(maxPackages)

/**
 * Returns the set of those R2 keys that a row of the stored files names, of any purpose. Uploads to the media library
 * lie beside the archives of course packages.
 */
export async function findMediaKeys(db: Database, keys: readonly string[]): Promise<Set<string>> {
  const rows = await db.query
    .select({ key: storedFiles.key })
    .from(storedFiles)
    .where(inArray(storedFiles.key, sql`(select value from json_each(${JSON.stringify(keys)}))`))
  return new Set(rows.map(({ key }) => key))
}

/** Returns those of the folders whose course packages wait to be unpacked or are being unpacked. */
export async function findWaitingFolders(db: Database, folders: readonly string[]): Promise<Set<string>> {
  const rows = await db.query
    .select({ folder: contentPackages.folder })
    .from(contentPackages)
    .where(
      and(
        inArray(contentPackages.folder, sql`(select value from json_each(${JSON.stringify(folders)}))`),
        inArray(contentPackages.state, waiting),
      ),
    )
  return new Set(rows.map(({ folder }) => folder))
}
