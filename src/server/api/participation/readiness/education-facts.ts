import { type SQL, sql } from 'drizzle-orm'
import { educationPartsView } from '#api/catalogue/education-parts/views.ts'
import { calculateFee } from '#api/catalogue/educations/rules.ts'
import {
  educationsView,
  partsOfEducations,
  prerequisitesOfEducations,
  prerequisitesOfParts,
} from '#api/catalogue/educations/views.ts'
import { occasionsView, openOccasions } from '#api/catalogue/occasions/views.ts'
import { liveResults } from '#api/participation/results/views.ts'
import { peopleView } from '#api/people/users/views.ts'
import { toPortalDay } from '#api/zone.ts'
import type { Leaf, ReadinessFacts, Step } from './rules.ts'

/** The person and the time that facts are read for. */
export type FactsRequest = {
  userId: number
  /** The current time as ISO text. */
  now: string
}

const doneSince = (partId: SQL, educationId: SQL) => sql`exists (
  select 1 from education_part_results done_since
  where done_since.user_id = me.id and done_since.education_part_id = ${partId}
    and done_since.completed = 1 and done_since.canceled = 0
    and done_since.completed_at > coalesce((
      select max(last_completion.completed_at) from education_results last_completion
      where last_completion.user_id = me.id and last_completion.education_id = ${educationId}
        and last_completion.completed = 1), ''))`

/** SQL: the first mandatory part not completed since the education was last completed; unlocked parts first. */
const nextPart = sql`(
  select l.education_part_id from ${partsOfEducations} l join ${educationPartsView} p on p.id = l.education_part_id
  where l.education_id = w.id and p.mandatory = 1 and not ${doneSince(sql`p.id`, sql`w.id`)}
  order by exists (select 1 from ${prerequisitesOfParts} n where n.education_id = w.id and n.education_part_id = p.id
    and not ${doneSince(sql`n.prerequisite_part_id`, sql`w.id`)}), l.position
  limit 1)`

const occasionJson = (id: SQL) =>
  sql`json_object('id', ${id}, 'startsAt', o.starts_at, 'city', o.city, 'feeMinor', o.fee_minor)`

/** SQL: the first occasion with an available seat that the person can sign up to. */
const openOccasion = sql`(
  select ${occasionJson(sql`o.occasion_id`)} from ${openOccasions(sql`me.at`)} o
  where o.education_id = e.id and o.education_part_id = t.part_id and o.has_free_seat
    and (me.external = 0 or o.blocked_for_external_users = 0)
  order by o.starts_at limit 1)`

const bookedOccasion = sql`(
  select ${occasionJson(sql`o.id`)} from education_part_results r join ${occasionsView} o on o.id = r.occasion_id
  where r.user_id = me.id and r.education_part_id = t.part_id and r.canceled = 0 and r.completed = 0
    and o.canceled_at is null limit 1)`

const completions = sql`(
  select json_group_array(json_object('completedAt', completed_at, 'validToOn', valid_to_on)) from (
    select r.completed_at, r.valid_to_on from education_results r
    where r.user_id = me.id and r.education_id = e.id and r.completed = 1 order by r.completed_at desc))`

/**
 * SQL: the educations that `roots` selects with all their prerequisites, and the person's results on each, as one JSON
 * text.
 */
export const educationFacts = ({ userId, now }: FactsRequest, roots: SQL): SQL<string> => sql`(
  with recursive me(id, at, external) as (select id, ${now}, is_external from ${peopleView} where id = ${userId}),
  wanted(id) as (
    ${roots}
    union select q.prerequisite_education_id from wanted w join ${prerequisitesOfEducations} q on q.education_id = w.id
  ),
  taken(id, part_id) as materialized (select w.id, ${nextPart} from wanted w, me)
  select json_group_array(json_object(
    'id', e.id, 'title', e.title, 'feeMinor', e.fee_minor,
    'isOpen', e.published_at is not null and e.archived_at is null and (me.external = 0 or e.blocked_for_external_users = 0),
    'paid', exists (select 1 from ${liveResults} paid where paid.user_id = me.id and paid.education_id = e.id),
    'done', ${completions},
    'before', (select json_group_array(q.prerequisite_education_id) from ${prerequisitesOfEducations} q where q.education_id = e.id),
    'part', (select json_object('id', p.id, 'title', p.title, 'type', p.type, 'feeMinor', p.fee_minor)
      from ${educationPartsView} p where p.id = t.part_id),
    'occasion', ${openOccasion}, 'booked', ${bookedOccasion}))
  from me, taken t join ${educationsView} e on e.id = t.id)`

interface StoredOccasion {
  id: number
  startsAt: string
  city: string
  feeMinor: number
}

/** One education of the JSON text. */
export interface StoredEducation {
  id: number
  title: string
  feeMinor: number
  isOpen: 0 | 1
  paid: 0 | 1
  done: { completedAt: string; validToOn: string | null }[]
  before: number[]
  part: { id: number; title: string; type: 0 | 1 | 2 | 3; feeMinor: number } | null
  occasion: StoredOccasion | null
  booked: StoredOccasion | null
}

/** True for parts that take place at an occasion; digital parts and submissions can be started at any time. */
const isMeeting = (type: number) => type === 0 || type === 2

function nextStepOf({ id, title, part, booked, occasion, ...education }: StoredEducation): Step | null {
  if (!part || !education.isOpen) return null
  const own = { educationId: id, educationPartId: part.id, title: part.title }
  const placeOf = (one: StoredOccasion) => ({ occasionId: one.id, startsAt: new Date(one.startsAt), city: one.city })
  if (booked) return { kind: 'attend', ...own, ...placeOf(booked) }
  const priced = ({ feeMinor }: { feeMinor: number }) => ({ fee: feeMinor })
  const feeMinor = calculateFee(priced(education), priced(part), occasion && priced(occasion), education.paid === 1)
  if (!isMeeting(part.type)) return { kind: 'start', ...own, feeMinor }
  return occasion ? { kind: 'book', ...own, ...placeOf(occasion), feeMinor } : { kind: 'await', educationId: id, title }
}

/** Converts the parsed JSON to facts by education id. */
export const parseEducationFacts = (stored: readonly StoredEducation[]): ReadinessFacts['educations'] =>
  new Map(
    stored.map((education) => [
      education.id,
      {
        title: education.title,
        done: education.done.map(({ completedAt, validToOn }) => ({
          on: toPortalDay(new Date(completedAt)),
          until: validToOn,
        })),
        before: {
          kind: 'all',
          of: education.before.map((id): Leaf => ({ kind: 'education', id, valid: false, after: null })),
        },
        next: nextStepOf(education),
      },
    ]),
  )
