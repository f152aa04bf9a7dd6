import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { Actor } from '#api/actor.ts'
import { educationParts } from '#api/catalogue/education-parts/table.ts'
import { contentPackages } from '#api/catalogue/packages/table.ts'
import { toContentPackage } from '#api/catalogue/packages/to-content-package.ts'
import { isPartReadable } from '#api/catalogue/scope/education-scope.ts'
import type { Ctx, Visitor } from '#api/context.ts'
import { peopleView } from '#api/people/users/views.ts'
import { type Database, ifUnmodifiedSince, type Statement } from '#platform/database.ts'
import type { EducatorMaterial, MaterialCompletion } from './contract.ts'
import { educatorMaterialCompletions, educatorMaterials } from './table.ts'

const ready = 2

const newest = alias(contentPackages, 'newest')
const newestId = sql`(select max(p.id) from content_packages p where p.educator_material_id = educator_materials.id)`

type NewestPackage = typeof newest.$inferSelect

/** Selects a column of the newest package under a unique alias, because a batch returns its rows by column name. */
const newestColumn = <Name extends keyof NewestPackage & string>(name: Name) =>
  sql<NewestPackage[Name]>`${newest[name]}`.mapWith(newest[name]).as(`newest_${name}`)

/** Selects material that is not removed, of the parts that the actor may see. */
const selectMaterials = (db: Database, actor: Actor, condition: SQL | undefined) =>
  db.query
    .select({
      material: educatorMaterials,
      partTitle: sql<string>`${educationParts.title}`.as('part_title'),
      activityId: contentPackages.activityId,
      state: contentPackages.state,
      newestId: sql<number | null>`${newest.id}`.as('newest_id'),
      newest: {
        originalName: newestColumn('originalName'),
        size: newestColumn('size'),
        title: newestColumn('title'),
        format: newestColumn('format'),
        notes: newestColumn('notes'),
        missingFiles: newestColumn('missingFiles'),
        filesDone: newestColumn('filesDone'),
        filesTotal: newestColumn('filesTotal'),
        refusal: newestColumn('refusal'),
        state: newestColumn('state'),
      },
      completedAt: educatorMaterialCompletions.completedAt,
    })
    .from(educatorMaterials)
    .innerJoin(educationParts, eq(educationParts.id, educatorMaterials.educationPartId))
    .innerJoin(contentPackages, eq(contentPackages.id, educatorMaterials.packageId))
    .leftJoin(newest, eq(newest.id, newestId))
    .leftJoin(
      educatorMaterialCompletions,
      and(
        eq(educatorMaterialCompletions.educatorMaterialId, educatorMaterials.id),
        eq(educatorMaterialCompletions.userId, actor.id),
      ),
    )
    .where(and(isNull(educatorMaterials.removedAt), isPartReadable(actor), condition))
    .orderBy(asc(educatorMaterials.name), asc(educatorMaterials.id))
    .limit(1000)

type Row = Awaited<ReturnType<typeof selectMaterials>>[number]

const toMaterial = (ctx: Ctx, row: Row): EducatorMaterial => {
  const { material, partTitle, activityId, state, completedAt, newestId: last } = row
  const isPending = last !== material.packageId || state !== ready
  return {
    educatorArticulateId: material.id,
    name: material.name,
    educationPartId: material.educationPartId,
    partTitle,
    packageId: material.packageId,
    activityId,
    ready: state === ready,
    pending: last !== null && isPending ? toContentPackage(ctx, { ...row.newest, id: last }) : null,
    completedDate: completedAt,
    lastChange: material.changedAt,
  }
}

const isOfEducation = (educationId: number) => sql`${educatorMaterials.educationPartId} in (
  select education_part_id from education_to_part where education_id = ${educationId})`

interface MaterialFilter {
  educationPartId?: number | undefined
  educationId?: number | undefined
  occasionId?: number | undefined
}

const isOfOccasion = (occasionId: number) => sql`${educatorMaterials.educationPartId} = (
  select education_part_id from occasions where id = ${occasionId})`

/**
 * Lists at most 1000 materials for educators that match every given filter and whose parts the actor may see, by name.
 * Removed ones are left out; `occasionId` selects the materials of the occasion's part. The completion dates are the
 * actor's.
 */
export async function listMaterials(ctx: Ctx, filter: MaterialFilter): Promise<EducatorMaterial[]> {
  const { educationPartId, educationId, occasionId } = filter
  const condition = and(
    educationPartId === undefined ? undefined : eq(educatorMaterials.educationPartId, educationPartId),
    educationId === undefined ? undefined : isOfEducation(educationId),
    occasionId === undefined ? undefined : isOfOccasion(occasionId),
  )
  const rows = await selectMaterials(ctx.db, ctx.actor, condition)
  return rows.map((row) => toMaterial(ctx, row))
}

/**
 * Returns one material for educators with the actor's date of completion; null when it does not exist, was removed or
 * its part is hidden from the actor.
 */
export async function findMaterial(ctx: Ctx, id: number): Promise<EducatorMaterial | null> {
  const [row] = await selectMaterials(ctx.db, ctx.actor, eq(educatorMaterials.id, id))
  return row ? toMaterial(ctx, row) : null
}

/**
 * SQL expression: the id of the material for educators that this transaction has inserted, since SQLite assigns the id
 * after the highest one.
 */
export const newestMaterialId = sql<number>`(select max(id) from educator_materials)`

/** Returns the statement that inserts a material for educators; its result is the id. */
export const insertMaterial = (db: Database, row: typeof educatorMaterials.$inferInsert) =>
  db.query.insert(educatorMaterials).values(row).returning({ id: educatorMaterials.id })

interface Change {
  name: string
  expectedVersion: Date | null | undefined
  now: Date
}

/**
 * Returns the statement that renames a material for educators, removed or not. The commit fails as `changed_meanwhile`
 * unless it has the version `expectedVersion`; an unknown id changes nothing.
 */
export const updateMaterial = (db: Database, id: number, { name, expectedVersion, now }: Change): Statement =>
  db.query
    .update(educatorMaterials)
    .set({ name, changedAt: ifUnmodifiedSince(educatorMaterials.changedAt, expectedVersion, now) as Date })
    .where(eq(educatorMaterials.id, id))

/**
 * Returns the statement that marks a material for educators, of any version, as removed; its packages and completions
 * stay. `now` is the date of removal and the new version. A repeat replaces both; an unknown id changes nothing.
 */
export const markMaterialRemoved = (db: Database, id: number, now: Date): Statement =>
  db.query.update(educatorMaterials).set({ removedAt: now, changedAt: now }).where(eq(educatorMaterials.id, id))

/**
 * Lists at most 500 people: those responsible for the material's part or an education that contains it, and everyone
 * who has completed the material. Completed ones come first, the latest first; the others follow by last name, and
 * their date is null. Removed material counts too; an unknown id gives an empty list. Access is not checked here.
 */
export async function listCompletions(db: Database, id: number): Promise<MaterialCompletion[]> {
  const rows = await db.rows<{ userId: number; name: string; completedAt: string | null }>(sql`
    select u.id as userId, u.first_name || ' ' || u.last_name as name, c.completed_at as completedAt
    from educator_materials m
    join ${peopleView} u on u.id in (
      select r.user_id from education_to_part ep join education_responsibles r on r.education_id = ep.education_id
      where ep.education_part_id = m.education_part_id
      union select user_id from education_part_responsibles where education_part_id = m.education_part_id
      union select user_id from educator_material_completions where educator_material_id = m.id
    )
    left join educator_material_completions c on c.educator_material_id = m.id and c.user_id = u.id
    where m.id = ${id}
    order by c.completed_at is null, c.completed_at desc, u.last_name, u.first_name limit 500`)
  return rows.map(({ userId, name, completedAt }) => ({
    userId,
    name,
    completedDate: completedAt === null ? null : new Date(completedAt),
  }))
}

/**
 * Returns the statement that makes a package the one that a material for educators serves, unless it serves this or a
 * newer one. A newer package has a higher id. The material gets the version `now`.
 */
export const setServedMaterialPackage = (db: Database, id: number, packageId: number, now: Date): Statement =>
  db.query
    .update(educatorMaterials)
    .set({ packageId, changedAt: now })
    .where(and(eq(educatorMaterials.id, id), sql`package_id < ${packageId}`))

/**
 * Returns the fields of a material for educators that the player needs; null when it does not exist, was removed, has
 * no ready package, or its part is hidden from the actor.
 */
export async function findMaterialCourse(db: Database, actor: Actor, educatorMaterialId: number) {
  const [row] = await db.query
    .select({
      title: educatorMaterials.name,
      educationPartId: educatorMaterials.educationPartId,
      activityId: contentPackages.activityId,
      folder: contentPackages.folder,
      entry: contentPackages.entry,
      format: contentPackages.format,
      packageId: contentPackages.id,
    })
    .from(educatorMaterials)
    .innerJoin(educationParts, eq(educationParts.id, educatorMaterials.educationPartId))
    .innerJoin(contentPackages, and(eq(contentPackages.id, educatorMaterials.packageId), eq(contentPackages.state, 2)))
    .where(
      and(eq(educatorMaterials.id, educatorMaterialId), isNull(educatorMaterials.removedAt), isPartReadable(actor)),
    )
  return row ?? null
}

/** True when the user has completed the material for educators, removed or not. Access is not checked here. */
export async function isMaterialCompleted(db: Database, educatorMaterialId: number, userId: number): Promise<boolean> {
  const [row] = await db.query
    .select({ one: sql`1`.as('one') })
    .from(educatorMaterialCompletions)
    .where(
      and(
        eq(educatorMaterialCompletions.educatorMaterialId, educatorMaterialId),
        eq(educatorMaterialCompletions.userId, userId),
      ),
    )
  return row !== undefined
}

/**
 * Returns the statement that inserts a person's completion of a material for educators; a later one changes nothing.
 * The person's open course players are notified once the call has succeeded, also after a later completion.
 */
export function insertMaterialCompletion(
  { db, openPlayers }: Visitor,
  completion: typeof educatorMaterialCompletions.$inferInsert,
): Statement {
  openPlayers.ask.push(completion.userId)
  return db.query.insert(educatorMaterialCompletions).values(completion).onConflictDoNothing()
}
