import { desc, eq, type SQL, sql } from 'drizzle-orm'
import { quotas } from '#api/foundation/quotas/rules.ts'
import { withinQuota } from '#api/foundation/quotas/storage.ts'
import { nameOfPerson } from '#api/people/users/views.ts'
import type { Database, Statement } from '#platform/database.ts'
import { contentPackages, type PackageState } from './table.ts'

export type PackageRow = typeof contentPackages.$inferSelect

/** Where a package's file lies in the file store. */
export const contentKey = (folder: string, path: string) => `packages/${folder}/${path}`

/** Where the zip itself lies until it has been unpacked. */
export const archiveKey = (folder: string) => `package-archives/${folder}.zip`

export const archiveFolderOf = (fileKey: string) => fileKey.replace(/^.*\//, '').replace(/\.zip$/, '')

/** Inserts a package within its sender's quota, with what is `along` in the same transaction. */
export async function insertPackage(
  db: Database,
  row: typeof contentPackages.$inferInsert,
  along: readonly Statement[],
): Promise<PackageRow> {
  const used = sql`select sum(size) from content_packages
    where uploaded_by_user_id = ${row.uploadedByUserId} and files_removed_at is null and state <> 3`
  const [[inserted]] = await db.commit([
    db.query.insert(contentPackages).values(row).returning(),
    withinQuota(db, 'package_quota', used, quotas.packageBytes),
    ...along,
  ] as const)
  if (!inserted) throw new Error('the package row was not inserted')
  return inserted
}

/** The id of the package in a folder, for statements that are committed with its insert. */
export const packageIn = (folder: string): SQL<string> =>
  sql<string>`(select id from content_packages where folder = ${folder})`

export async function findPackage(db: Database, id: number): Promise<PackageRow | null> {
  const [row] = await db.query.select().from(contentPackages).where(eq(contentPackages.id, id))
  return row ?? null
}

type Change = Partial<Omit<PackageRow, 'id' | 'state' | 'educatorMaterialId'>> & {
  state?: PackageState
  educatorMaterialId?: SQL<number>
}

export const updatePackage = (db: Database, id: number, change: Change): Statement =>
  db.query.update(contentPackages).set(change).where(eq(contentPackages.id, id))

const listVersions = (db: Database, of: SQL, holder: 'education_parts' | 'educator_materials') =>
  db.query
    .select({
      row: contentPackages,
      uploadedBy: nameOfPerson(sql`content_packages.uploaded_by_user_id`),
      current: sql<number>`exists (select 1 from ${sql.raw(holder)} h where h.package_id = content_packages.id)`,
    })
    .from(contentPackages)
    .where(of)
    .orderBy(desc(contentPackages.id))
    .limit(50)

/** The packages of a part, newest first, each with who sent it and whether it is the one that runs. */
export const listPackagesOfPart = (db: Database, educationPartId: number) =>
  listVersions(db, eq(contentPackages.educationPartId, educationPartId), 'education_parts')

export const listPackagesOfMaterial = (db: Database, educatorMaterialId: number) =>
  listVersions(db, eq(contentPackages.educatorMaterialId, educatorMaterialId), 'educator_materials')
