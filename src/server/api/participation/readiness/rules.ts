import { ageOn } from '#api/ages.ts'
import { addMonths } from '#api/days.ts'

/** What is asked of a person, as a tree. */
export type Requirement =
  | { kind: 'all' | 'any'; of: Requirement[] }
  | { kind: 'some'; need: number; of: Requirement[] }
  | Leaf

export type Leaf =
  /** `valid`: still so on the day; otherwise once is enough. `after`: what was done until then counts no more. */
  | { kind: 'education'; id: number; valid: boolean; after: string | null }
  | { kind: 'part'; id: number; educationId: number }
  | { kind: 'license'; id: number }
  | { kind: 'otherRequirement'; id: number; after: string | null }
  /** `unknownPasses`: somebody without a birth date is let in. */
  | { kind: 'age'; years: number; unknownPasses: boolean }
  /** Place in the list of categories; null for all of them together. */
  | { kind: 'credits'; category: number | null; need: number }

/** What a person can do next about something. Fees in öre. */
export type Step =
  | {
      kind: 'book'
      educationId: number
      educationPartId: number
      title: string
      occasionId: number
      startsAt: Date
      city: string
      feeMinor: number
    }
  | { kind: 'start'; educationId: number; educationPartId: number; title: string; feeMinor: number }
  /** Signed up already. */
  | {
      kind: 'attend'
      educationId: number
      educationPartId: number
      title: string
      occasionId: number
      startsAt: Date
      city: string
    }
  /** Nothing can be booked yet. */
  | { kind: 'await'; educationId: number; title: string }
  | { kind: 'register'; otherRequirementId: number; title: string }
  | { kind: 'report'; title: string }
  | { kind: 'apply'; licenseId: number; title: string }
  | { kind: 'wait'; on: string }

export interface Done {
  on: string
  /** The last day on which it counts; empty: for ever. */
  until: string | null
}

export interface Facts {
  /** The day on which all must hold. */
  dayOn: string
  birthOn: string | null
  /** Latest first. */
  educations: ReadonlyMap<number, { title: string; done: Done[]; before: Requirement; next: Step | null }>
  parts: ReadonlyMap<number, { title: string; doneOn: string | null }>
  licenses: ReadonlyMap<number, { name: string; held: Done | null; asks: Requirement }>
  otherRequirements: ReadonlyMap<number, { name: string; done: Done[] }>
  credits: { name: string; have: number }[]
  creditTotal: number
}

/** The answer to a requirement, with those to what it consists of. */
export interface Standing {
  requirement: Requirement
  met: boolean
  name: string
  evidence: Done | null
  /** What a group or credits come to. */
  have: number
  until: string | null
  next: Step | null
  of: Standing[]
}

const urgency: Step['kind'][] = ['book', 'start', 'apply', 'report', 'register', 'attend', 'wait', 'await']

const beforeOther = (a: Step, b: Step): number =>
  urgency.indexOf(a.kind) - urgency.indexOf(b.kind) ||
  (a.kind === 'book' && b.kind === 'book' ? a.startsAt.getTime() - b.startsAt.getTime() : 0)

/** What can be booked goes first, the soonest before the later; among equals the order of the tree. */
const bestStep = (standings: readonly Standing[]): Step | null =>
  standings.flatMap(({ met, next }) => (met || !next ? [] : [next])).toSorted(beforeOther)[0] ?? null

const endless = '9999-12-31'

/** Until when so many of them hold: the end of the weakest of the strongest. */
function untilOf(met: readonly Standing[], need: number): string | null {
  const ends = met.map(({ until }) => until ?? endless).toSorted((a, b) => (a < b ? 1 : -1))
  const end = need > 0 ? ends[need - 1] : undefined
  return end === undefined || end === endless ? null : end
}

const needOf = (requirement: Exclude<Requirement, Leaf>): number => {
  if (requirement.kind === 'some') return requirement.need
  return requirement.kind === 'all' ? requirement.of.length : Math.min(1, requirement.of.length)
}

function group(requirement: Exclude<Requirement, Leaf>, facts: Facts, above: readonly string[]): Standing {
  const of = requirement.of.map((one) => stand(one, facts, above))
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

const counts = (done: readonly Done[], { after, validOn }: { after: string | null; validOn: string | null }) =>
  done.find(
    ({ on, until }) => (after === null || on > after) && (validOn === null || until === null || until >= validOn),
  ) ?? null

const leaf = (requirement: Leaf, name: string, evidence: Done | null, next: Step | null): Standing => ({
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

/** What comes first is done first; a licence and an education that ask for each other end there. */
function stepTowards(key: string, before: Requirement, own: Step | null, facts: Facts, above: readonly string[]) {
  if (above.includes(key)) return null
  const standing = stand(before, facts, [...above, key])
  return standing.met ? own : standing.next
}

function education(requirement: LeafOf<'education'>, facts: Facts, above: readonly string[]): Standing {
  const known = facts.educations.get(requirement.id)
  const validOn = requirement.valid ? facts.dayOn : null
  const evidence = counts(known?.done ?? [], { after: requirement.after, validOn })
  const lasting = evidence && !requirement.valid ? { ...evidence, until: null } : evidence
  const next = known && !evidence ? stepTowards(`e${requirement.id}`, known.before, known.next, facts, above) : null
  return leaf(requirement, known?.title ?? '', lasting, next)
}

function part(requirement: LeafOf<'part'>, facts: Facts): Standing {
  const known = facts.parts.get(requirement.id)
  const evidence = known?.doneOn ? { on: known.doneOn, until: null } : null
  return leaf(requirement, known?.title ?? '', evidence, facts.educations.get(requirement.educationId)?.next ?? null)
}

function license(requirement: LeafOf<'license'>, facts: Facts, above: readonly string[]): Standing {
  const known = facts.licenses.get(requirement.id)
  const apply: Step = { kind: 'apply', licenseId: requirement.id, title: known?.name ?? '' }
  const next = known && !known.held ? stepTowards(`l${requirement.id}`, known.asks, apply, facts, above) : null
  return leaf(requirement, known?.name ?? '', known?.held ?? null, next)
}

function otherRequirement(requirement: LeafOf<'otherRequirement'>, facts: Facts): Standing {
  const known = facts.otherRequirements.get(requirement.id)
  const evidence = counts(known?.done ?? [], { after: requirement.after, validOn: facts.dayOn })
  const name = known?.name ?? ''
  return leaf(requirement, name, evidence, { kind: 'register', otherRequirementId: requirement.id, title: name })
}

function age(requirement: LeafOf<'age'>, { birthOn, dayOn }: Facts): Standing {
  const { years, unknownPasses } = requirement
  if (birthOn === null) return leaf(requirement, '', unknownPasses ? { on: dayOn, until: null } : null, null)
  const birthday = addMonths(birthOn, years * 12)
  const isOld = ageOn(birthOn, dayOn) >= years
  return leaf(requirement, '', isOld ? { on: birthday, until: null } : null, { kind: 'wait', on: birthday })
}

function credits(requirement: LeafOf<'credits'>, facts: Facts): Standing {
  const { category, need } = requirement
  const found = category === null ? { name: '', have: facts.creditTotal } : facts.credits[category]
  const have = found?.have ?? 0
  const standing = leaf(requirement, found?.name ?? '', null, { kind: 'report', title: found?.name ?? '' })
  return { ...standing, met: have >= need, have, next: have >= need ? null : standing.next }
}

function stand(requirement: Requirement, facts: Facts, above: readonly string[]): Standing {
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
    case 'credits':
      return credits(requirement, facts)
    default:
      return group(requirement, facts, above)
  }
}

/**
 * "Am I ready?" for any sign-up, licence or goal: whether it is met, by what, until when, and what can be done next.
 * Screens and refusals both come from here, so that they cannot disagree.
 */
export const readinessFor = (requirement: Requirement, facts: Facts): Standing => stand(requirement, facts, [])

/** The leaves that are not met, however deep; those of a group that is met are not asked for. */
export const unmetLeaves = (standing: Standing): Standing[] => {
  if (standing.met) return []
  return 'of' in standing.requirement ? standing.of.flatMap(unmetLeaves) : [standing]
}
