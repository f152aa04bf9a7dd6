import { asc, eq, type SQL, sql } from 'drizzle-orm'
import { educationsView } from '#api/catalogue/educations/views.ts'
import { type Database, ifUnmodifiedSince, type Statement } from '#platform/database.ts'
import { insertFrom } from '#platform/insert-from.ts'
import { prepareQuery, type QueryBuilder } from '#platform/prepare-query.ts'
import type { LicenseDefinition, RequirementGroup } from './rules.ts'
import { licenseRequirements, licenses, type ReferenceKind, type RequirementPurpose } from './table.ts'

/** A reference from a licence to an education, a licence or another requirement. */
export interface LicenseReference {
  purpose: RequirementPurpose
  groupNumber: number
  kind: ReferenceKind
  referenceId: number
}

const references = sql<string>`(
  select json_group_array(json_object('purpose', r.purpose, 'groupNumber', r.group_number, 'kind', r.kind,
    'referenceId', r.reference_id))
  from (select * from license_requirements where license_id = licenses.id order by rowid) r)`

/** SQL: the titles of the educations that the licence refers to, by id, as JSON. */
const titles = sql<string>`(
  select json_group_object(e.id, e.title) from (
    select distinct reference_id from license_requirements where license_id = licenses.id and kind = 0
  ) r join ${educationsView} e on e.id = r.reference_id)`

const changedText = sql<string>`licenses.changed_at`

const selectAll = ({ query }: QueryBuilder) =>
  query
    .select({
      id: licenses.id,
      name: licenses.name,
      code: licenses.code,
      description: licenses.description,
      educationCategoryId: licenses.educationCategoryId,
      active: licenses.active,
      autoIssue: licenses.autoIssue,
      minAge: licenses.minAge,
      groups: licenses.requirementGroups,
      rule: licenses.rule,
      position: licenses.position,
      references: references.as('named'),
      titles: titles.as('titles'),
      changed: changedText.as('changed'),
    })
    .from(licenses)
    .orderBy(asc(licenses.position), asc(licenses.name), asc(licenses.id))
    .$dynamic()

const every = prepareQuery(selectAll)

/**
 * Selects the licences that meet a condition on `licenses`, with their requirements, by position and name, inactive
 * ones too. Without a condition it is all of them, as a prepared query.
 */
export const selectDefinitions = (db: Database, condition?: SQL) =>
  condition ? selectAll(db).where(condition) : every(db, {})

export type DefinitionRow = Awaited<ReturnType<typeof selectDefinitions>>[number]

const kinds = { education: 0, license: 1, otherRequirement: 2 } as const

const named = (
  all: readonly LicenseReference[],
  purpose: RequirementPurpose,
  groupNumber: number,
  kind: ReferenceKind,
) =>
  all
    .filter((one) => one.purpose === purpose && one.groupNumber === groupNumber && one.kind === kind)
    .map(({ referenceId }) => referenceId)

const groupOf = (all: readonly LicenseReference[], number: number): Omit<RequirementGroup, 'need'> => ({
  educationIds: named(all, 'first', number, kinds.education),
  licenseIds: named(all, 'first', number, kinds.license),
  otherRequirementIds: named(all, 'first', number, kinds.otherRequirement),
})

const referencesOf = (row: Pick<DefinitionRow, 'references'>) => JSON.parse(row.references) as LicenseReference[]

/**
 * Converts a row of a licence to its definition: the form that the rules evaluate, with the ids of required educations,
 * licences and other requirements.
 */
export function toDefinition(row: DefinitionRow): LicenseDefinition {
  const all = referencesOf(row)
  const { id, name, active, autoIssue, minAge, rule, groups } = row
  return {
    id,
    name,
    active,
    autoIssue,
    minAge,
    rule,
    ...groupOf(all, 0),
    groups: groups.map((need, at) => ({ need, ...groupOf(all, at + 1) })),
    renewalEducationIds: named(all, 'repeat', 0, kinds.education),
  }
}

/**
 * Returns the ids of the educations that give credits for renewing a licence, one list for each category in the order
 * of the rule.
 */
export const listCreditEducations = (row: DefinitionRow): number[][] =>
  row.rule.categories.map((_, category) => named(referencesOf(row), 'credit', category, kinds.education))

/** Finds a licence with its requirements by id, active or not; null when there is none. */
export async function findDefinition(db: Database, id: number): Promise<DefinitionRow | null> {
  const [row] = await selectDefinitions(db, eq(licenses.id, id))
  return row ?? null
}

type LicenseValues = Omit<typeof licenses.$inferInsert, 'id' | 'createdAt' | 'changedAt'>

/**
 * Returns the statement that inserts a licence without its references (`replaceReferences` writes them); its result is
 * the id. The commit fails as `license_code_taken` when another has the code.
 */
export const insertLicense = (db: Database, row: LicenseValues, now: Date) =>
  db.query
    .insert(licenses)
    .values({ ...row, createdAt: now, changedAt: now })
    .returning({ id: licenses.id })

interface LicenseChange {
  id: number
  row: LicenseValues
  expectedVersion: Date | null | undefined
  now: Date
}

/**
 * Returns the statement that updates the columns of a licence; its references and people's cycles stay. The commit
 * fails as `changed_meanwhile` unless it has the version `expectedVersion`, and as `license_code_taken` when another
 * has the code. An unknown id changes nothing.
 */
export const updateLicense = (db: Database, { id, row, expectedVersion, now }: LicenseChange): Statement =>
  db.query
    .update(licenses)
    .set({ ...row, changedAt: ifUnmodifiedSince(licenses.changedAt, expectedVersion, now) })
    .where(eq(licenses.id, id))

/** SQL: the id of the licence that the same transaction inserted last. */
export const newestLicenseId = sql<number>`(select max(id) from licenses)`

/**
 * Returns the statements that replace all references of a licence (to educations, licences and other requirements) by
 * `all`, the whole new list; repeated ones count once. The commit fails as `license_circle` when a licence would
 * require itself, directly or through others. Whether what they refer to exists is not checked here
 * (`listUnknownReferences`).
 */
export const replaceReferences = (db: Database, id: number | SQL, all: readonly LicenseReference[]): Statement[] => [
  db.query.delete(licenseRequirements).where(sql`license_id = ${id}`),
  insertFrom(
    db.query,
    licenseRequirements,
    {
      licenseId: id,
      purpose: sql`value ->> 'purpose'`,
      groupNumber: sql`value ->> 'groupNumber'`,
      kind: sql`value ->> 'kind'`,
      referenceId: sql`value ->> 'referenceId'`,
    },
    sql`from json_each(${JSON.stringify(all)}) where true`,
  ).onConflictDoNothing(),
]

const referencedTables = [educationsView, sql`licenses`, sql`other_requirements`]

/**
 * Lists the kinds, as numbers, of those references of a licence that refer to a row that does not exist. Each is listed
 * once, in no order; empty when all rows exist. A kind is an education, a licence or another requirement.
 */
export async function listUnknownReferences(db: Database, all: readonly LicenseReference[]): Promise<ReferenceKind[]> {
  const references = JSON.stringify(all)
  const queries = referencedTables.map(
    (table, kind) => sql`select ${kind} as kind where exists (select 1 from json_each(${references}) named
      where named.value ->> 'kind' = ${kind} and named.value ->> 'referenceId' not in (select id from ${table}))`,
  )
  const rows = await db.rows<{ kind: ReferenceKind }>(sql.join(queries, sql` union all `))
  return rows.map(({ kind }) => kind)
}

/**
 * Returns the statements that delete a licence with its references; an unknown id deletes nothing. A trigger also
 * deletes the goals, outside activities and reported activities of it. The commit fails as `license_held` when somebody
 * has had it, and as `license_required` when another licence requires it.
 */
export const removeLicense = (db: Database, id: number): Statement[] => [
  db.query.delete(licenseRequirements).where(eq(licenseRequirements.licenseId, id)),
  db.query.delete(licenses).where(eq(licenses.id, id)),
]

/** SQL condition on `licenses`: the licence refers to the education, as a requirement, for renewal or for credits. */
export const refersToEducation = (educationId: number): SQL => sql`exists (
  select 1 from license_requirements r where r.license_id = licenses.id and r.kind = 0 and r.reference_id = ${educationId})`

/** SQL condition: the licence can be issued and chosen as a goal. */
export const isActiveLicense = eq(licenses.active, true)
