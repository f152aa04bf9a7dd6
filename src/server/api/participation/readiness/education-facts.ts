import { type SQL, sql } from 'drizzle-orm'
import { latestAdultBirth } from '#api/ages.ts'
import { calculateFee } from '#api/catalogue/educations/rules.ts'
import { educationsView, prerequisitesOfEducations } from '#api/catalogue/educations/views.ts'
import { addMonths } from '#api/days.ts'
import type { StepKind } from '#api/participation/next-steps/contract.ts'
import { canBeDoneNow, nextStepIn, toRenewal } from '#api/participation/next-steps/rules.ts'
import { type StoredFacts, stepFacts, toStepFacts } from '#api/participation/next-steps/storage.ts'
import { isEducationFeeTaken } from '#api/participation/results/views.ts'
import { peopleView } from '#api/people/users/views.ts'
import { toPortalDay } from '#api/zone.ts'
import type { Leaf, ReadinessFacts } from './rules.ts'
import type { Step } from './steps.ts'

type PartStep = Extract<Step, { kind: 'start' | 'continue' | 'submit' | 'resubmit' }>

/** The person and the time that facts are read for. */
export type FactsRequest = {
  userId: number
  /** The current time as ISO text. */
  now: string
  /** The latest birth date of an adult. */
  bornBy: string
}

/**
 * Returns the parameters by which the facts about a person's educations are selected at a moment: the id, the time as
 * ISO text, and the latest birth date of adults then. Reads nothing.
 */
export const toFactsRequest = (userId: number, now: Date): FactsRequest => ({
  userId,
  now: now.toISOString(),
  bornBy: latestAdultBirth(toPortalDay(now)),
})

const completions = sql`(
  select json_group_array(json_object('completedAt', completed_at, 'validToOn', valid_to_on)) from (
    select r.completed_at, r.valid_to_on from education_results r
    where r.user_id = me.id and r.education_id = asked_for.id and r.completed = 1 order by r.completed_at desc))`

/**
 * SQL: the educations that `roots` selects by id and all their prerequisites, as the JSON text of a list of
 * `StoredEducation`, which `parseEducationFacts` converts.
 *
 * The list is in no order. Each has the person's completions, latest first, whether its own fee is paid or owed
 * already, and the facts of the person's next step. An empty list for an unknown person.
 */
export const educationFacts = ({ userId, now, bornBy }: FactsRequest, roots: SQL): SQL<string> => sql`(
  with recursive me(id, at, born_by) as (select id, ${now}, ${bornBy} from ${peopleView} where id = ${userId}),
  wanted(id) as (
    ${roots}
    union select q.prerequisite_education_id from wanted w join ${prerequisitesOfEducations} q on q.education_id = w.id
  )
  select json_group_array(json_object(
    'id', asked_for.id, 'title', asked_for.title, 'feeMinor', asked_for.fee_minor,
    'paid', ${isEducationFeeTaken(sql`me.id`, sql`asked_for.id`)},
    'done', json(${completions}),
    'before', json((select json_group_array(q.prerequisite_education_id) from ${prerequisitesOfEducations} q where q.education_id = asked_for.id)),
    'step', json(${stepFacts({ userId: sql`me.id`, educationId: sql`asked_for.id`, now: sql`me.at`, bornBy: sql`me.born_by` })})))
  from me, wanted w join ${educationsView} asked_for on asked_for.id = w.id)`

/** One education of the JSON text. */
export interface StoredEducation {
  id: number
  title: string
  feeMinor: number
  paid: 0 | 1
  done: { completedAt: string; validToOn: string | null }[]
  before: number[]
  step: StoredFacts
}

const toPartKind = (kind: StepKind): PartStep['kind'] =>
  kind === 'continue' || kind === 'submit' || kind === 'resubmit' ? kind : 'start'

/** Returns the step towards an education, by the rule of the start page and the education's page. */
function nextStepOf({ id, title, feeMinor, paid, ...education }: StoredEducation, now: Date): Step | null {
  const facts = toRenewal(toStepFacts(education.step, now))
  const { kind, part, date, reason, paymentId } = nextStepIn(facts)
  if (kind === 'barred') {
    const { minAge, person } = facts
    if (reason !== 'tooYoung' || minAge === null || person.birthOn === null) return null
    return { kind: 'wait', on: addMonths(person.birthOn, minAge * 12) }
  }
  const own = facts.parts.find((one) => one.id === part?.id)
  if (!own) return null
  const about = { educationId: id, educationPartId: own.id, title: own.title }
  if (kind === 'attend' && own.signUp && date)
    return {
      kind: 'attend',
      ...about,
      occasionId: own.signUp.place?.occasionId ?? null,
      startsAt: date.startDate,
      city: date.city,
    }
  if (kind === 'awaitDates') return { kind: 'await', educationId: id, title }
  if (!canBeDoneNow({ kind })) return { kind: 'pending', ...about }
  if (paymentId) return { kind: 'pay', ...about, paymentId }
  const priced = { fee: own.feeMinor }
  const opening = kind === 'choose' ? own.opening : null
  const fee = calculateFee({ fee: feeMinor }, priced, opening && { fee: opening.feeMinor }, paid === 1)
  return opening
    ? {
        kind: 'book',
        ...about,
        occasionId: opening.occasionId,
        startsAt: opening.startsAt,
        city: opening.city,
        feeMinor: fee,
      }
    : { kind: toPartKind(kind), ...about, feeMinor: own.signUp ? 0 : fee }
}

/** Converts the parsed JSON to facts by education id, at the moment `now`. */
export const parseEducationFacts = (stored: readonly StoredEducation[], now: Date): ReadinessFacts['educations'] =>
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
        next: nextStepOf(education, now),
        isBarred: nextStepIn(toRenewal(toStepFacts(education.step, now))).kind === 'barred',
      },
    ]),
  )
