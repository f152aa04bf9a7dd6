import { eq, sql } from 'drizzle-orm'
import { educationsView } from '#api/catalogue/educations/views.ts'
import type { Visitor } from '#api/context.ts'
import {
  educationFacts,
  type FactsRequest,
  parseEducationFacts,
  type StoredEducation,
  toFactsRequest,
} from '#api/participation/readiness/education-facts.ts'
import type { ReadinessFacts } from '#api/participation/readiness/rules.ts'
import { users } from '#api/people/users/table.ts'
import { toPortalDay } from '#api/zone.ts'
import { prepareQuery } from '#platform/prepare-query.ts'
import type { HeldCycle, LicenseFacts } from '../licenses/issuing/rules.ts'
import type { Credit } from '../licenses/renewal/rules.ts'
import { type DefinitionRow, selectDefinitions, toDefinition } from '../licenses/storage.ts'

const requiredEducations = sql`select reference_id from license_requirements where kind = 0 and purpose <> 'credit'`

/** SQL: the cycles of the person `users.id`, by licence and number, as JSON for `parseCycles`. */
export const cyclesColumn = sql<string>`(
  select json_group_array(json_object('id', c.id, 'licenseId', c.license_id, 'cycleNumber', c.cycle_number,
    'decidedOn', c.decided_on, 'validFromOn', c.valid_from_on, 'validToOn', c.valid_to_on, 'graceToOn', c.grace_to_on,
    'lateToOn', c.late_to_on, 'dormantToOn', c.dormant_to_on, 'succeededOn', c.succeeded_on, 'revokedOn', c.revoked_on,
    'basis', c.basis, 'isWithdrawn', c.revoked_on is not null and c.revoked_by_user_id is null))
  from (select * from user_licenses where user_id = users.id order by license_id, cycle_number) c)`

const otherResults = sql<string>`(
  select json_group_array(json_object('id', o.id, 'name', o.name, 'done', (
    select json_group_array(json_object('on', completed_on, 'until', valid_to_on)) from (
      select r.completed_on, r.valid_to_on from other_requirement_results r
      where r.user_id = users.id and r.other_requirement_id = o.id and r.completed = 1 order by r.completed_on desc))))
  from other_requirements o)`

/** SQL: the person's credits, from completed educations and approved reports, as JSON. */
const credits = sql<string>`(
  select json_group_array(json_object('licenseId', license_id, 'category', category, 'at', at, 'amount', amount, 'name', name))
  from (
    select q.license_id, q.group_number category, r.completed_at at, e.title name,
      case when l.rule ->> 'unit' = 'hours' then coalesce(e.hours_hundredths, 0) else 100 end amount
    from license_requirements q join licenses l on l.id = q.license_id
    join education_results r on r.education_id = q.reference_id and r.user_id = users.id and r.completed = 1
    join ${educationsView} e on e.id = q.reference_id
    where q.purpose = 'credit' and q.kind = 0
    union all
    select a.license_id, a.category, r.done_on, a.name, r.amount_hundredths
    from reported_activities r join outside_activities a on a.id = r.outside_activity_id
    where r.user_id = users.id and r.state = 1
    order by at desc))`

const person = prepareQuery(({ query }, asker: FactsRequest) =>
  query
    .select({
      birthOn: users.birthOn,
      cycles: cyclesColumn.as('cycles'),
      others: otherResults.as('others'),
      credits: credits.as('credits'),
      educations: educationFacts(asker, requiredEducations).as('educations'),
    })
    .from(users)
    .where(eq(users.id, asker.userId)),
)

/**
 * Selects the facts about a person by which licences are judged, as a prepared query: age, cycles, educations, other
 * requirements and credits. The definitions of licences and the results of parts are not read. No row for an unknown
 * person.
 */
export const selectLicenseFacts = ({ db, now }: Visitor, userId: number) => person(db, toFactsRequest(userId, now))

type PersonRow = Awaited<ReturnType<typeof selectLicenseFacts>>[number]

interface NamedCredit extends Credit {
  name: string
}

interface StoredCredit {
  licenseId: number
  category: number
  at: string
  amount: number
  name: string
}

const creditFrom = ({ category, at, amount, name }: StoredCredit): NamedCredit => ({
  category,
  amountHundredths: amount,
  on: at.length > 10 ? toPortalDay(new Date(at)) : at,
  name,
})

function creditsFrom(stored: string): Map<number, NamedCredit[]> {
  const byLicense = Map.groupBy(JSON.parse(stored) as StoredCredit[], ({ licenseId }) => licenseId)
  return new Map([...byLicense].map(([licenseId, own]) => [licenseId, own.map(creditFrom)]))
}

type StoredOtherRequirement = { id: number; name: string; done: { on: string; until: string | null }[] }

const othersFrom = (stored: string): ReadinessFacts['otherRequirements'] =>
  new Map((JSON.parse(stored) as StoredOtherRequirement[]).map(({ id, ...other }) => [id, other]))

/** The stored facts about one person that decide on licences, with the definitions' rows. */
export interface LicenseFactsOfUser extends LicenseFacts {
  credits: Map<number, NamedCredit[]>
  definitionRows: DefinitionRow[]
}

type StoredCycle = Omit<HeldCycle, 'isWithdrawn'> & { isWithdrawn: 0 | 1 }

/** Parses the JSON of `cyclesColumn` to the person's cycles by licence id, in the stored order. */
export function parseCycles(stored: string): Map<number, HeldCycle[]> {
  const all = (JSON.parse(stored) as StoredCycle[]).map((cycle) => ({ ...cycle, isWithdrawn: cycle.isWithdrawn === 1 }))
  return Map.groupBy(all, ({ licenseId }) => licenseId)
}

function parseFacts(now: Date, person: PersonRow, rows: DefinitionRow[]): LicenseFactsOfUser {
  return {
    dayOn: toPortalDay(now),
    birthOn: person.birthOn,
    educations: parseEducationFacts(JSON.parse(person.educations) as StoredEducation[], now),
    parts: new Map(),
    otherRequirements: othersFrom(person.others),
    definitions: rows.map(toDefinition),
    definitionRows: rows,
    cycles: parseCycles(person.cycles),
    credits: creditsFrom(person.credits),
  }
}

/** Parsed facts by row: several calls of a page get the same rows, and never change the facts. */
const cache = new WeakMap<PersonRow, { rows: DefinitionRow[]; facts: LicenseFactsOfUser }>()

/**
 * Converts the row of `selectLicenseFacts` and the definitions of licences to the facts about a person by which
 * licences are judged; `parts` is always empty.
 *
 * The result is cached by row: the same rows give the same object, whatever `now` is, and it must not be changed.
 */
export function toLicenseFacts(now: Date, person: PersonRow, rows: DefinitionRow[]): LicenseFactsOfUser {
  const cached = cache.get(person)
  if (cached?.rows === rows) return cached.facts
  const facts = parseFacts(now, person, rows)
  cache.set(person, { rows, facts })
  return facts
}

/**
 * Finds the facts about a person by which licences are judged, with the definitions of licences, in one round trip;
 * null when the person does not exist.
 *
 * The result is cached and shared within a request, and must not be changed. `parts` is always empty. Access is not
 * checked here.
 */
export async function findLicenseFacts(ctx: Visitor, userId: number): Promise<LicenseFactsOfUser | null> {
  const [[row], rows] = await Promise.all([selectLicenseFacts(ctx, userId), selectDefinitions(ctx.db)])
  return row ? toLicenseFacts(ctx.now, row, rows) : null
}
