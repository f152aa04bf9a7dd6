import { ageOn } from '#api/ages.ts'
import { addMonths } from '#api/days.ts'
import type { Step } from './steps.ts'
import { untilOf } from './until.ts'

/** A requirement on a person, as a tree. */
export type Requirement =
  | { kind: 'all' | 'any'; of: Requirement[] }
  | { kind: 'some'; need: number; of: Requirement[] }
  | Leaf

/** A group of requirements that are all required; met without members. */
export type RequirementOfAll = { kind: 'all'; of: Requirement[] }

/** A requirement without members. */
export type Leaf =
  /** `valid`: the result must be valid on the day. `after`: results until this day do not count. */
  | { kind: 'education'; id: number; valid: boolean; after: string | null }
  | { kind: 'part'; id: number; educationId: number }
  | { kind: 'license'; id: number }
  | { kind: 'otherRequirement'; id: number; after: string | null }
  /** `unknownPasses`: people without a birth date meet it. */
  | { kind: 'age'; years: number; unknownPasses: boolean }
  /** At most so many years old on the day. People without a birth date meet it. */
  | { kind: 'maxAge'; years: number }
  /** `category`: index in the list of categories; null for the total. */
  | { kind: 'credits'; category: number | null; need: number }

/** The day on which a requirement was met, and until when it counts. */
export interface Evidence {
  on: string
  /** The last day on which it counts; null for no end. */
  until: string | null
}

interface EducationStanding {
  title: string
  /** Latest first. */
  done: Evidence[]
  /** The education's prerequisites. */
  before: RequirementOfAll
  next: Step | null
  /** Not for the person: what comes before it leads nowhere. */
  isBarred?: boolean
}

/** All facts about a person that requirements are evaluated against. */
export interface ReadinessFacts {
  /** The day on which the requirements must be met. */
  dayOn: string
  birthOn: string | null
  educations: ReadonlyMap<number, EducationStanding>
  parts: ReadonlyMap<number, { title: string; doneOn: string | null }>
  licenses: ReadonlyMap<number, { name: string; evidence: Evidence | null; requirement: Requirement }>
  otherRequirements: ReadonlyMap<number, { name: string; done: Evidence[] }>
  credits: { name: string; have: number }[]
  creditTotal: number
}

/**
 * The evaluation of a requirement, with those of its members. A leaf has `evidence` exactly when it is met, except for
 * credits; `next` is null when the requirement is met, or when the person can do nothing towards it.
 */
export interface Evaluation {
  requirement: Requirement
  met: boolean
  name: string
  evidence: Evidence | null
  /** Number of fulfilled members, or amount of credit. */
  have: number
  until: string | null
  next: Step | null
  of: Evaluation[]
}

const urgency: Step['kind'][] = [
  ...(['pay', 'resubmit', 'book', 'start', 'continue', 'submit'] as const),
  ...(['apply', 'report', 'register', 'attend', 'pending', 'wait', 'await'] as const),
]

const compareSteps = (a: Step, b: Step): number =>
  urgency.indexOf(a.kind) - urgency.indexOf(b.kind) ||
  (a.kind === 'book' && b.kind === 'book' ? a.startsAt.getTime() - b.startsAt.getTime() : 0)

/** Returns the most urgent step: bookings first, by time; otherwise the first in the tree. */
const bestStep = (standings: readonly Evaluation[]): Step | null =>
  standings.flatMap(({ met, next }) => (met || !next ? [] : [next])).toSorted(compareSteps)[0] ?? null

const needOf = (requirement: Exclude<Requirement, Leaf>): number => {
  if (requirement.kind === 'some') return requirement.need
  return requirement.kind === 'all' ? requirement.of.length : Math.min(1, requirement.of.length)
}

function group(requirement: Exclude<Requirement, Leaf>, facts: ReadinessFacts, above: readonly string[]): Evaluation {
  const of = requirement.of.map((one) => evaluate(one, facts, above))
  const fulfilled = of.filter(({ met }) => met)
  const need = needOf(requirement)
  const met = fulfilled.length >= need
  const until = met ? untilOf(fulfilled, need) : null
  return {
    requirement,
    met,
    name: '',
    evidence: null,
    have: fulfilled.length,
    until,
    next: met ? null : bestStep(of),
    of,
  }
}

const findEvidence = (
  done: readonly Evidence[],
  { after, validOn }: { after: string | null; validOn: string | null },
) =>
  done.find(
    ({ on, until }) => (after === null || on > after) && (validOn === null || until === null || until >= validOn),
  ) ?? null

const leaf = (requirement: Leaf, name: string, evidence: Evidence | null, next: Step | null): Evaluation => ({
  requirement,
  met: evidence !== null,
  name,
  evidence,
  have: evidence ? 1 : 0,
  until: evidence?.until ?? null,
  next: evidence ? null : next,
  of: [],
})

type LeafOf<Kind extends Leaf['kind']> = Extract<Leaf, { kind: Kind }>

/**
 * Returns the step towards unmet prerequisites, else the own one. `above` ends the recursion when requirements are
 * circular.
 */
function stepTowards(
  key: string,
  before: Requirement,
  own: Step | null,
  facts: ReadinessFacts,
  above: readonly string[],
) {
  if (above.includes(key)) return null
  const standing = evaluate(before, facts, [...above, key])
  return standing.met ? own : standing.next
}

function education(requirement: LeafOf<'education'>, facts: ReadinessFacts, above: readonly string[]): Evaluation {
  const fact = facts.educations.get(requirement.id)
  const validOn = requirement.valid ? facts.dayOn : null
  const evidence = findEvidence(fact?.done ?? [], { after: requirement.after, validOn })
  const lasting = evidence && !requirement.valid ? { ...evidence, until: null } : evidence
  if (fact?.isBarred && !evidence) return leaf(requirement, fact.title, null, fact.next)
  // A step of its own means that nothing comes first, or that the person has begun already (next-steps/rules.ts).
  const next = fact && (fact.next ?? stepTowards(`e${requirement.id}`, fact.before, null, facts, above))
  return leaf(requirement, fact?.title ?? '', lasting, next ?? null)
}

function part(requirement: LeafOf<'part'>, facts: ReadinessFacts): Evaluation {
  const fact = facts.parts.get(requirement.id)
  const evidence = fact?.doneOn ? { on: fact.doneOn, until: null } : null
  return leaf(requirement, fact?.title ?? '', evidence, facts.educations.get(requirement.educationId)?.next ?? null)
}

function license(requirement: LeafOf<'license'>, facts: ReadinessFacts, above: readonly string[]): Evaluation {
  const fact = facts.licenses.get(requirement.id)
  const apply: Step = { kind: 'apply', licenseId: requirement.id, title: fact?.name ?? '' }
  const next = fact && !fact.evidence ? stepTowards(`l${requirement.id}`, fact.requirement, apply, facts, above) : null
  return leaf(requirement, fact?.name ?? '', fact?.evidence ?? null, next)
}

function otherRequirement(requirement: LeafOf<'otherRequirement'>, facts: ReadinessFacts): Evaluation {
  const fact = facts.otherRequirements.get(requirement.id)
  const evidence = findEvidence(fact?.done ?? [], { after: requirement.after, validOn: facts.dayOn })
  const name = fact?.name ?? ''
  return leaf(requirement, name, evidence, { kind: 'register', otherRequirementId: requirement.id, title: name })
}

function age(requirement: LeafOf<'age'>, { birthOn, dayOn }: ReadinessFacts): Evaluation {
  const { years, unknownPasses } = requirement
  if (birthOn === null) return leaf(requirement, '', unknownPasses ? { on: dayOn, until: null } : null, null)
  const birthday = addMonths(birthOn, years * 12)
  const isOld = ageOn(birthOn, dayOn) >= years
  return leaf(requirement, '', isOld ? { on: birthday, until: null } : null, { kind: 'wait', on: birthday })
}

function maxAge(requirement: LeafOf<'maxAge'>, { birthOn, dayOn }: ReadinessFacts): Evaluation {
  const isYoung = birthOn === null || ageOn(birthOn, dayOn) <= requirement.years
  return leaf(requirement, '', isYoung ? { on: dayOn, until: null } : null, null)
}

function credits(requirement: LeafOf<'credits'>, facts: ReadinessFacts): Evaluation {
  const { category, need } = requirement
  const credit = category === null ? { name: '', have: facts.creditTotal } : facts.credits[category]
  const have = credit?.have ?? 0
  const standing = leaf(requirement, credit?.name ?? '', null, { kind: 'report', title: credit?.name ?? '' })
  return { ...standing, met: have >= need, have, next: have >= need ? null : standing.next }
}

function evaluate(requirement: Requirement, facts: ReadinessFacts, above: readonly string[]): Evaluation {
  switch (requirement.kind) {
    case 'education':
      return education(requirement, facts, above)
    case 'part':
      return part(requirement, facts)
    case 'license':
      return license(requirement, facts, above)
    case 'otherRequirement':
      return otherRequirement(requirement, facts)
    case 'age':
      return age(requirement, facts)
    case 'maxAge':
      return maxAge(requirement, facts)
    case 'credits':
      return credits(requirement, facts)
    default:
      return group(requirement, facts, above)
  }
}

/**
 * Evaluates a requirement of a sign-up, a licence or a goal: whether it is met, by which result, until when, and the
 * next step. Screens and refusals both use it, so that they agree. `all` and `any` without members are met. The next
 * step is null when the requirement is met, or when the person can do nothing towards it.
 */
export const evaluateRequirement = (requirement: Requirement, facts: ReadinessFacts): Evaluation =>
  evaluate(requirement, facts, [])

/**
 * Returns the evaluations of the unmet requirements that have no members, at all depths, in the order of the tree;
 * without those of groups that are met. Empty when the whole is met.
 */
export const listUnmetLeaves = (standing: Evaluation): Evaluation[] => {
  if (standing.met) return []
  return 'of' in standing.requirement ? standing.of.flatMap(listUnmetLeaves) : [standing]
}

/**
 * Returns the key of a step's sentence in texts of `licenses`, `next.<kind>`; `next.reportIn` for a report whose
 * category has a name (`title`).
 */
export const readinessStepKey = ({ kind, title }: { kind: string; title: string }): string =>
  kind === 'report' && title ? 'next.reportIn' : `next.${kind}`
