import { asc, eq, type SQL, sql } from 'drizzle-orm'
import { educationsView } from '#api/catalogue/educations/views.ts'
import { type Database, type Statement, unlessChanged } from '#platform/database.ts'
import { insertFrom } from '#platform/insert-from.ts'
import { prepareQuery, type QueryBuilder } from '#platform/prepare-query.ts'
import type { Definition, RequirementGroup } from './rules.ts'
import { licenseRequirements, licenses, type Purpose, type ReferenceKind } from './table.ts'

export interface Reference {
  purpose: Purpose
  groupNumber: number
  kind: ReferenceKind
  referenceId: number
}

const references = sql<string>`(
  select json_group_array(json_object('purpose', r.purpose, 'groupNumber', r.group_number, 'kind', r.kind,
    'referenceId', r.reference_id))
  from (select * from license_requirements where license_id = licenses.id order by rowid) r)`

/** The names of what it speaks of, so that a form and a page need not ask for each. */
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

/** Definitions in their order. */
export const selectDefinitions = (db: Database, condition?: SQL) =>
  condition ? selectAll(db).where(condition) : every(db, {})

export type DefinitionRow = Awaited<ReturnType<typeof selectDefinitions>>[number]

const kinds = { education: 0, license: 1, otherRequirement: 2 } as const

const named = (all: readonly Reference[], purpose: Purpose, groupNumber: number, kind: ReferenceKind) =>
  all
    .filter((one) => one.purpose === purpose && one.groupNumber === groupNumber && one.kind === kind)
    .map(({ referenceId }) => referenceId)

const groupOf = (all: readonly Reference[], number: number): Omit<RequirementGroup, 'need'> => ({
  educationIds: named(all, 'first', number, kinds.education),
  licenseIds: named(all, 'first', number, kinds.license),
  otherRequirementIds: named(all, 'first', number, kinds.otherRequirement),
})

const referencesOf = (row: Pick<DefinitionRow, 'references'>) => JSON.parse(row.references) as Reference[]

export function definitionFrom(row: DefinitionRow): Definition {
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

/** The educations that give credits in each category. */
export const creditEducations = (row: DefinitionRow): number[][] =>
  row.rule.categories.map((_, category) => named(referencesOf(row), 'credit', category, kinds.education))

export async function findDefinition(db: Database, id: number): Promise<DefinitionRow | null> {
  const [row] = await selectDefinitions(db, eq(licenses.id, id))
  return row ?? null
}

type Written = Omit<typeof licenses.$inferInsert, 'id' | 'createdAt' | 'changedAt'>

export const insertLicense = (db: Database, row: Written, now: Date) =>
  db.query
    .insert(licenses)
    .values({ ...row, createdAt: now, changedAt: now })
    .returning({ id: licenses.id })

interface LicenseChange {
  id: number
  row: Written
  seen: Date | null | undefined
  now: Date
}

export const updateLicense = (db: Database, { id, row, seen, now }: LicenseChange): Statement =>
  db.query
    .update(licenses)
    .set({ ...row, changedAt: unlessChanged(licenses.changedAt, seen, now) })
    .where(eq(licenses.id, id))

/** The licence that the same transaction has just inserted. */
export const newestLicense = sql<number>`(select max(id) from licenses)`

/** The list takes the place of what was asked before. */
export const replaceReferences = (db: Database, id: number | SQL, all: readonly Reference[]): Statement[] => [
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

const existing = [educationsView, sql`licenses`, sql`other_requirements`]

/** The kinds of things among the references that name something that is not there. */
export async function findUnknown(db: Database, all: readonly Reference[]): Promise<ReferenceKind[]> {
  const given = JSON.stringify(all)
  const missing = existing.map(
    (table, kind) => sql`select ${kind} as kind where exists (select 1 from json_each(${given}) named
      where named.value ->> 'kind' = ${kind} and named.value ->> 'referenceId' not in (select id from ${table}))`,
  )
  const rows = await db.rows<{ kind: ReferenceKind }>(sql.join(missing, sql` union all `))
  return rows.map(({ kind }) => kind)
}

export const removeLicense = (db: Database, id: number): Statement[] => [
  db.query.delete(licenseRequirements).where(eq(licenseRequirements.licenseId, id)),
  db.query.delete(licenses).where(eq(licenses.id, id)),
]

/** Asked for, repeated or counted by a licence that there is. */
export const asksFor = (educationId: number): SQL => sql`exists (
  select 1 from license_requirements r where r.license_id = licenses.id and r.kind = 0 and r.reference_id = ${educationId})`

export const isActive = eq(licenses.active, true)
