import { desc, eq, type SQL, sql } from 'drizzle-orm'
import { quotas } from '#api/foundation/quotas/rules.ts'
import { withinQuota } from '#api/foundation/quotas/storage.ts'
import { nameOfPerson } from '#api/people/users/views.ts'
import type { Database, Statement } from '#platform/database.ts'
import { contentPackages, type PackageState } from './table.ts'

export type PackageRow = typeof contentPackages.$inferSelect

/** Returns the R2 key of an unpacked file of a course package; `path` is relative to the package's folder. */
export const toContentKey = (folder: string, path: string) => `packages/${folder}/${path}`

/** Returns the R2 key of a course package's zip, which is stored until it is unpacked. */
export const toArchiveKey = (folder: string) => `package-archives/${folder}.zip`

/** Returns the folder of a course package from the R2 key of its zip; the inverse of `toArchiveKey`. */
export const toArchiveFolder = (fileKey: string) => fileKey.replace(/^.*\//, '').replace(/\.zip$/, '')

/**
 * Inserts a course package and commits the statements `along` after it in the same transaction; returns the package's
 * row. The commit fails as `package_quota` when its uploader's packages exceed `quotas.packageBytes`, without refused
 * ones and those whose files are removed.
 */
export async function insertPackage(
  db: Database,
  row: typeof contentPackages.$inferInsert,
  along: readonly Statement[],
): Promise<PackageRow> {
  const usedBytes = sql`select sum(size) from content_packages
    where uploaded_by_user_id = ${row.uploadedByUserId} and files_removed_at is null and state <> 3`
  const [[inserted]] = await db.commit([
    db.query.insert(contentPackages).values(row).returning(),
    withinQuota(db, 'package_quota', usedBytes, quotas.packageBytes),
    ...along,
  ] as const)
  if (!inserted) throw new Error('the package row was not inserted')
  return inserted
}

/**
 * SQL for the id of the course package in a folder, for statements that are committed together with the package's
 * insert; null without one.
 */
export const packageIdOfFolder = (folder: string): SQL<string> =>
  sql<string>`(select id from content_packages where folder = ${folder})`

/** Returns a course package by id in any state; null when there is none. Access is not checked here. */
export async function findPackage(db: Database, id: number): Promise<PackageRow | null> {
  const [row] = await db.query.select().from(contentPackages).where(eq(contentPackages.id, id))
  return row ?? null
}

type PackageChange = Partial<Omit<PackageRow, 'id' | 'state' | 'educatorMaterialId'>> & {
  state?: PackageState
  educatorMaterialId?: SQL<number>
}

/**
 * Returns the statement that changes only the given columns of a course package; an unknown id changes nothing. The
 * time of the change is one of the columns and is not set here.
 */
export const updatePackage = (db: Database, id: number, change: PackageChange): Statement =>
  db.query.update(contentPackages).set(change).where(eq(contentPackages.id, id))

const listVersions = (db: Database, where: SQL, table: 'education_parts' | 'educator_materials') =>
  db.query
    .select({
      row: contentPackages,
      uploadedBy: nameOfPerson(sql`content_packages.uploaded_by_user_id`),
      current: sql<number>`exists (select 1 from ${sql.raw(table)} h where h.package_id = content_packages.id)`,
    })
    .from(contentPackages)
    .where(where)
    .orderBy(desc(contentPackages.id))
    .limit(50)

/**
 * Lists the latest 50 course packages of a part, newest first, in any state. `uploadedBy` is the uploader's name;
 * `current` is 1 for the package that the part serves, otherwise 0. Access is not checked here.
 */
export const listPackagesOfPart = (db: Database, educationPartId: number) =>
  listVersions(db, eq(contentPackages.educationPartId, educationPartId), 'education_parts')

/**
 * Lists the latest 50 course packages of a material for educators, newest first, in any state. `uploadedBy` is the
 * uploader's name; `current` is 1 for the package that the material serves, otherwise 0. Access is not checked here.
 */
export const listPackagesOfMaterial = (db: Database, educatorMaterialId: number) =>
  listVersions(db, eq(contentPackages.educatorMaterialId, educatorMaterialId), 'educator_materials')
