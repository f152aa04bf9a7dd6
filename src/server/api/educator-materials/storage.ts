import { and, asc, eq, sql } from 'drizzle-orm'
import type { Database, Statement } from '#platform/database.ts'
import { contentPackages } from '../packages/table.ts'
import type { EducatorMaterial } from './contract.ts'
import { educatorMaterialCompletions, educatorMaterials } from './table.ts'

type Row = typeof educatorMaterials.$inferSelect

const columns = {
  material: educatorMaterials,
  folder: contentPackages.folder,
  entry: contentPackages.entry,
  activityId: contentPackages.activityId,
  state: contentPackages.state,
}

const selectMaterials = (db: Database) =>
  db.query
    .select(columns)
    .from(educatorMaterials)
    .innerJoin(contentPackages, eq(contentPackages.id, educatorMaterials.packageId))
    .$dynamic()

interface Joined {
  material: Row
  activityId: string | null
  state: number
}

const ready = 2

const materialFrom = ({ material, activityId, state }: Joined): EducatorMaterial => ({
  educatorArticulateId: material.id,
  name: material.name,
  educationPartId: material.educationPartId,
  packageId: material.packageId,
  activityId,
  ready: state === ready,
  lastChange: material.changedAt,
})

export async function listMaterials(db: Database, educationPartId: number | null): Promise<EducatorMaterial[]> {
  const rows = await selectMaterials(db)
    .where(educationPartId === null ? undefined : eq(educatorMaterials.educationPartId, educationPartId))
    .orderBy(asc(educatorMaterials.name), asc(educatorMaterials.id))
  return rows.map(materialFrom)
}

export async function findMaterial(db: Database, id: number): Promise<EducatorMaterial | null> {
  const [row] = await selectMaterials(db).where(eq(educatorMaterials.id, id))
  return row ? materialFrom(row) : null
}

export async function insertMaterial(db: Database, row: typeof educatorMaterials.$inferInsert): Promise<number> {
  const [inserted] = await db.query.insert(educatorMaterials).values(row).returning({ id: educatorMaterials.id })
  if (!inserted) throw new Error('the educator material was not inserted')
  return inserted.id
}

export const updateMaterial = (db: Database, id: number, change: Pick<Row, 'name' | 'changedAt'>): Statement =>
  db.query.update(educatorMaterials).set(change).where(eq(educatorMaterials.id, id))

/** The material turns to the new version, unless a still newer one has come to stand meanwhile. */
export const serveMaterialPackage = (db: Database, id: number, packageId: number, now: Date): Statement =>
  db.query
    .update(educatorMaterials)
    .set({ packageId, changedAt: now })
    .where(and(eq(educatorMaterials.id, id), sql`package_id < ${packageId}`))

export async function findMaterialCourse(db: Database, educatorMaterialId: number) {
  const [row] = await db.query
    .select({
      title: educatorMaterials.name,
      educationPartId: educatorMaterials.educationPartId,
      activityId: contentPackages.activityId,
      folder: contentPackages.folder,
      entry: contentPackages.entry,
      packageId: contentPackages.id,
    })
    .from(educatorMaterials)
    .innerJoin(contentPackages, and(eq(contentPackages.id, educatorMaterials.packageId), eq(contentPackages.state, 2)))
    .where(eq(educatorMaterials.id, educatorMaterialId))
  return row ?? null
}

export async function isMaterialCompleted(db: Database, educatorMaterialId: number, userId: number): Promise<boolean> {
  const [row] = await db.query
    .select({ one: sql`1` })
    .from(educatorMaterialCompletions)
    .where(
      and(
        eq(educatorMaterialCompletions.educatorMaterialId, educatorMaterialId),
        eq(educatorMaterialCompletions.userId, userId),
      ),
    )
  return row !== undefined
}

/** The first completion counts; a later one changes nothing. */
export const insertMaterialCompletion = (
  db: Database,
  completion: typeof educatorMaterialCompletions.$inferInsert,
): Statement => db.query.insert(educatorMaterialCompletions).values(completion).onConflictDoNothing()
