import type { Appointment, BookedOccasion, Dashboard, NextStep, StartedEducation } from './contract.ts'

/** A part of a started education with the person's progress. */
export interface PartStanding {
  educationId: number
  educationTitle: string
  pictureUrl: string | null
  partId: number
  title: string
  type: 0 | 1 | 2 | 3
  completed: boolean
  /** Whether the person has a result that is neither completed nor cancelled. */
  begun: boolean
  prerequisiteIds: number[]
  appointment: Appointment | null
}

/** Returns the first part, in order, that is not completed and whose prerequisites are. */
function nextPart(parts: readonly PartStanding[]): PartStanding | undefined {
  const completed = new Set(parts.filter((part) => part.completed).map(({ partId }) => partId))
  const partIds = new Set(parts.map(({ partId }) => partId))
  const isOpen = ({ prerequisiteIds }: PartStanding) =>
    prerequisiteIds.every((id) => completed.has(id) || !partIds.has(id))
  return parts.find((part) => !part.completed && isOpen(part))
}

function toStartedEducation(parts: readonly PartStanding[]): StartedEducation[] {
  const [first] = parts
  if (!first) return []
  const next = nextPart(parts)
  return [
    {
      educationId: first.educationId,
      title: first.educationTitle,
      pictureUrl: first.pictureUrl,
      partsTotal: parts.length,
      partsCompleted: parts.filter((part) => part.completed).length,
      nextPartId: next?.partId ?? null,
      nextPartTitle: next?.title ?? null,
      nextPartType: next?.type ?? null,
      nextPartBegun: next?.begun ?? false,
      nextOccasion: next?.appointment ?? null,
    },
  ]
}

/** Groups ordered parts by education and keeps the order of the educations. */
export function startedFrom(parts: readonly PartStanding[]): StartedEducation[] {
  const byEducation = Map.groupBy(parts, ({ educationId }) => educationId)
  return [...byEducation.values()].flatMap(toStartedEducation)
}

const nearMs = 48 * 3_600_000
const occasionPart = 0
const examPart = 2

function findStep(education: StartedEducation): NextStep | null {
  if (education.nextPartId === null || education.nextOccasion) return null
  // An open sign-up without an occasion waits for an approval or a guardian, so there is nothing for the person to do.
  if (education.nextPartType === occasionPart || education.nextPartType === examPart)
    return education.nextPartBegun ? null : { kind: 'choose', education }
  if (education.nextPartType === 3) return { kind: 'submit', education }
  return { kind: education.nextPartBegun ? 'continue' : 'start', education }
}

const urgency = ['continue', 'submit', 'start', 'choose']

/** Chooses the most urgent step: an occasion within 48 hours, then a started education, then a recommendation. */
export function nextStepOf(overview: Omit<Dashboard, 'next' | 'notices'>, now: Date): NextStep {
  const soon = overview.booked.find((occasion) => isSoon(occasion, now))
  if (soon) return { kind: 'attend', occasion: soon }
  const steps = overview.started.flatMap((education) => findStep(education) ?? [])
  const [step] = steps.toSorted((a, b) => urgency.indexOf(a.kind) - urgency.indexOf(b.kind))
  if (step) return step
  const [occasion] = overview.booked
  if (occasion) return { kind: 'wait', occasion }
  const [recommended] = overview.recommended
  return recommended ? { kind: 'begin', recommended } : { kind: 'find' }
}

const isSoon = ({ startDate, endDate, pending }: BookedOccasion, now: Date) =>
  !pending && now < endDate && startDate.getTime() - now.getTime() <= nearMs
