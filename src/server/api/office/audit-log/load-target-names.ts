import { type SQL, sql } from 'drizzle-orm'
import type { Language } from '#api/actor.ts'
import { educationCategoriesView } from '#api/catalogue/education-categories/views.ts'
import { educationPartsView } from '#api/catalogue/education-parts/views.ts'
import { educationRolesView } from '#api/catalogue/education-roles/views.ts'
import { educationsView, partsOfEducations } from '#api/catalogue/educations/views.ts'
import { driverExamsView } from '#api/catalogue/exams/views.ts'
import { occasionsView } from '#api/catalogue/occasions/views.ts'
import type { Visitor } from '#api/context.ts'
import { toReference } from '#api/foundation/audit/references/rules.ts'
import type { AuditThing } from '#api/foundation/audit/text-types.ts'
import { findTemplate, originalWording } from '#api/foundation/mails/originals.ts'
import { fillSamples } from '#api/foundation/mails/rules.ts'
import { licensesView } from '#api/participation/licenses/views.ts'
import { educationResultsView, partResultsView } from '#api/participation/results/views.ts'
import { submissionsView } from '#api/participation/submissions/views.ts'
import { organizationsView } from '#api/people/organizations/views.ts'
import { peopleView } from '#api/people/users/views.ts'
import { momentText } from '#locales/moments.ts'
import type { Database } from '#platform/database.ts'

/** Where the name and page of one type of audit target are read. */
interface NameSource {
  from: SQL
  id: SQL
  /** Parts of the name, joined by ` · `; empty parts are omitted. */
  name: SQL[]
  /** Start time, added to the name of occasions and exams, whose titles are not unique. */
  at?: SQL
  /** URL of the target's page in the portal. */
  path?: SQL
}

const person = (alias: SQL) => sql`${alias}.first_name || ' ' || ${alias}.last_name`
const at = (path: string, id: SQL) => sql`${path} || ${id}`

const meeting = (table: SQL, path: string): NameSource => ({
  from: sql`${table} m left join ${educationPartsView} p on p.id = m.education_part_id`,
  id: sql`m.id`,
  name: [sql`coalesce(nullif(m.title, ''), p.title)`, sql`m.city`],
  at: sql`m.starts_at`,
  path: at(path, sql`m.id`),
})
const simple = (table: SQL, name: SQL, path?: SQL): NameSource => ({
  from: sql`${table} m`,
  id: sql`m.id`,
  name: [name],
  ...(path && { path }),
})
const ofPerson = (table: SQL, other: SQL, name: SQL, path: SQL): NameSource => ({
  from: sql`${table} m left join ${peopleView} u on u.id = m.user_id ${other}`,
  id: sql`m.id`,
  name: [person(sql`u`), name],
  path,
})
const profile = at('/profile/', sql`m.user_id`)
const ofPart = sql`left join ${educationPartsView} p on p.id = m.education_part_id`

/** Name source of each type of audit target. Types that are not listed are displayed by type and id. */
const nameSources: Partial<Record<AuditThing, NameSource>> = {
  user: simple(peopleView, person(sql`m`), at('/profile/', sql`m.id`)),
  education: simple(educationsView, sql`m.title`, at('/education/', sql`m.id`)),
  educationPart: simple(
    educationPartsView,
    sql`m.title`,
    sql`(select '/education/' || t.education_id || '/manageEducationParts' from ${partsOfEducations} t
      where t.education_part_id = m.id limit 1)`,
  ),
  occasion: meeting(occasionsView, '/education/manageOccasion/'),
  driverExam: meeting(driverExamsView, '/education/managePracticalDriverExam/'),
  organization: simple(organizationsView, sql`m.name`, sql`'/config?tab=organizations'`),
  educationCategory: simple(educationCategoriesView, sql`m.name`, sql`'/config?tab=categories'`),
  educationRole: simple(educationRolesView, sql`m.name`, sql`'/config?tab=roles'`),
  integrationAccount: simple(sql`integration_accounts`, sql`m.name`, sql`'/config?tab=accounts'`),
  mailing: simple(sql`mailings`, sql`m.subject`, sql`'/outbox/mailing'`),
  mailingRule: simple(sql`mailing_rules`, sql`m.name`, sql`'/outbox/rules'`),
  webhook: simple(sql`webhook_endpoints`, sql`m.description`, sql`'/config?tab=accounts'`),
  disturbanceMessage: simple(sql`disturbance_messages`, sql`m.content`, sql`'/config?tab=disturbance'`),
  event: simple(sql`events`, sql`m.content`, sql`'/'`),
  license: simple(licensesView, sql`m.name`, at('/license/', sql`m.id`)),
  media: simple(sql`media`, sql`m.title`, sql`'/media'`),
  mediaTag: simple(sql`media_tags`, sql`m.name`, sql`'/media/tags'`),
  tag: simple(sql`tags`, sql`m.name`, at('/education/', sql`m.education_id`)),
  educatorMaterial: simple(sql`educator_materials`, sql`m.name`),
  otherRequirement: simple(sql`other_requirements`, sql`m.name`),
  outsideActivity: simple(sql`outside_activities`, sql`m.name`),
  import: simple(sql`import_batches`, sql`m.title`, sql`'/import/educationResults'`),
  invoice: {
    ...simple(sql`invoice_heads`, sql`m.number`, sql`'/invoices'`),
    name: [sql`m.number`, sql`m.recipient_name`],
  },
  result: ofPerson(partResultsView, ofPart, sql`p.title`, profile),
  submission: ofPerson(submissionsView, ofPart, sql`p.title`, profile),
  educationResult: ofPerson(
    educationResultsView,
    sql`left join ${educationsView} e on e.id = m.education_id`,
    sql`e.title`,
    profile,
  ),
  payment: ofPerson(sql`payments`, sql``, sql`m.receipt_number`, at('/betalningar/', sql`m.id`)),
  comment: ofPerson(
    sql`comments`,
    sql`left join ${partResultsView} r on r.id = m.education_part_result_id
      left join ${educationPartsView} p on p.id = r.education_part_id`,
    sql`p.title`,
    at('/profile/', sql`r.user_id`),
  ),
}

const column = <Value>(value: SQL | undefined, name: string) => sql<Value>`${value ?? sql`null`}`.as(name)

const toJsonIds = (ids: readonly string[]) =>
  JSON.stringify(ids.map((one) => (/^\d{1,15}$/.test(one) ? Number(one) : one)))

const selectNames = (
  { query }: Database,
  { from, id, name: [name, more], at: when, path }: NameSource,
  ids: readonly string[],
) =>
  query
    .select({
      id: column<number | string>(id, 'thing_id'),
      name: column<string | null>(name, 'thing_name'),
      more: column<string | null>(more, 'thing_more'),
      at: column<string | null>(when, 'thing_at'),
      path: column<string | null>(path, 'thing_path'),
    })
    .from(from)
    .where(sql`${id} in (select value from json_each(${toJsonIds(ids)}))`)

/** Name of an audit target and the path of its page in the portal; null for a target without a page. */
export interface TargetName {
  name: string
  path: string | null
}

/**
 * Adds the name of a mail template: the subject of its original text. The id is `<name> <language>` or
 * `<name> <variant> <language>`.
 */
function nameTemplate(named: Map<string, TargetName>, reference: string, language: Language): void {
  const [name = '', ...rest] = reference.slice('mailTemplate/'.length).split(' ')
  const template = findTemplate(name, rest.length > 1 ? (rest[0] ?? '') : '')
  if (template) named.set(reference, { name: fillSamples(originalWording(template, language).subject, {}), path: null })
}

/**
 * Loads the names of audit targets and the paths of their pages, as a map by reference `<type>/<id>`. Deleted targets
 * and types without names are missing. Times in names are in the caller's language. One round trip for all types.
 */
export async function loadTargetNames(ctx: Visitor, references: readonly string[]): Promise<Map<string, TargetName>> {
  const referencesByType = Map.groupBy(new Set(references), (reference) => reference.slice(0, reference.indexOf('/')))
  const named = new Map<string, TargetName>()
  const reads = Object.entries(nameSources).map(async ([thing, source]) => {
    const ids = referencesByType.get(thing)?.map((reference) => reference.slice(thing.length + 1))
    if (!ids) return
    // The queries of all types start before the first `await` returns, so they go to the database in one batch.
    const rows = await selectNames(ctx.db, source, ids)
    for (const { id, name, more, at: when, path } of rows) {
      const texts = [name, more, when && momentText(new Date(when), 'moment', ctx.language)].filter(Boolean)
      if (texts.length > 0) named.set(toReference(thing, id), { name: texts.join(' · '), path })
    }
  })
  await Promise.all(reads)
  for (const id of referencesByType.get('mailTemplate') ?? []) nameTemplate(named, id, ctx.language)
  return named
}
