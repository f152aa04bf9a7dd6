import { desc, eq, lt, type SQL, sql } from 'drizzle-orm'
import { quotas } from '#api/foundation/quotas/rules.ts'
import { withinQuota } from '#api/foundation/quotas/storage.ts'
import type { Database, Statement } from '#platform/database.ts'
import { contentPackages, type PackageState, packageUploadParts, packageUploads } from './table.ts'

export type PackageRow = typeof contentPackages.$inferSelect
export type UploadRow = typeof packageUploads.$inferSelect

/** Where a package's file lies in the file store. */
export const contentKey = (folder: string, path: string) => `packages/${folder}/${path}`

/** Where the zip itself lies until it has been unpacked. */
export const archiveKey = (folder: string) => `package-archives/${folder}.zip`

export const archiveFolderOf = (fileKey: string) => fileKey.replace(/^.*\//, '').replace(/\.zip$/, '')

export async function insertPackage(db: Database, row: typeof contentPackages.$inferInsert): Promise<PackageRow> {
  const used = sql`select sum(size) from content_packages
    where uploaded_by_user_id = ${row.uploadedByUserId} and files_removed_at is null and state <> 3`
  const [[inserted]] = await db.commit([
    db.query.insert(contentPackages).values(row).returning(),
    withinQuota(db, 'package_quota', used, quotas.packageBytes),
  ] as const)
  if (!inserted) throw new Error('the package row was not inserted')
  return inserted
}

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

/** Within what one person may have begun at a time. */
export function insertUpload(db: Database, row: typeof packageUploads.$inferInsert): Statement[] {
  const ofPerson = sql`from package_uploads where uploaded_by_user_id = ${row.uploadedByUserId}`
  return [
    db.query.insert(packageUploads).values(row),
    withinQuota(db, 'upload_quota', sql`select sum(size) ${ofPerson}`, quotas.uploadBytes),
    withinQuota(db, 'upload_quota', sql`select count(*) ${ofPerson}`, quotas.openUploads),
  ]
}

export async function findUpload(db: Database, id: string): Promise<UploadRow | null> {
  const [row] = await db.query.select().from(packageUploads).where(eq(packageUploads.id, id))
  return row ?? null
}

export const upsertUploadPart = (db: Database, row: typeof packageUploadParts.$inferInsert): Statement =>
  db.query
    .insert(packageUploadParts)
    .values(row)
    .onConflictDoUpdate({
      target: [packageUploadParts.uploadId, packageUploadParts.number],
      set: { etag: sql`excluded.etag` },
    })

export const listUploadParts = (db: Database, uploadId: string) =>
  db.query
    .select({ partNumber: packageUploadParts.number, etag: packageUploadParts.etag })
    .from(packageUploadParts)
    .where(eq(packageUploadParts.uploadId, uploadId))
    .orderBy(packageUploadParts.number)

export const removeUpload = (db: Database, uploadId: string): Statement[] => [
  db.query.delete(packageUploadParts).where(eq(packageUploadParts.uploadId, uploadId)),
  db.query.delete(packageUploads).where(eq(packageUploads.id, uploadId)),
]

export const listUploadsBefore = (db: Database, before: Date): Promise<UploadRow[]> =>
  db.query.select().from(packageUploads).where(lt(packageUploads.createdAt, before)).limit(50)

const listVersions = (db: Database, of: SQL, holder: 'education_parts' | 'educator_materials') =>
  db.query
    .select({
      row: contentPackages,
      uploadedBy: sql<string | null>`(
        select first_name || ' ' || last_name from users where id = ${contentPackages.uploadedByUserId})`,
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
