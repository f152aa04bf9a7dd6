import type { Appointment, BookedOccasion, Dashboard, NextStep, StartedEducation } from './contract.ts'

/** A part of a started education as one person stands in it. */
export interface PartStanding {
  educationId: number
  educationTitle: string
  pictureUrl: string | null
  partId: number
  title: string
  type: 0 | 1 | 2 | 3
  completed: boolean
  /** Has a result that is neither completed nor canceled. */
  begun: boolean
  prerequisiteIds: number[]
  appointment: Appointment | null
}

/** The first part, in order, that is not completed and whose prerequisites are. */
function nextPart(parts: readonly PartStanding[]): PartStanding | undefined {
  const completed = new Set(parts.filter((part) => part.completed).map(({ partId }) => partId))
  const here = new Set(parts.map(({ partId }) => partId))
  const isOpen = ({ prerequisiteIds }: PartStanding) =>
    prerequisiteIds.every((id) => completed.has(id) || !here.has(id))
  return parts.find((part) => !part.completed && isOpen(part))
}

function educationFrom(parts: readonly PartStanding[]): StartedEducation[] {
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

/** Groups parts, given in order, by their education; the order of the educations is kept. */
export function startedFrom(parts: readonly PartStanding[]): StartedEducation[] {
  const byEducation = Map.groupBy(parts, ({ educationId }) => educationId)
  return [...byEducation.values()].flatMap(educationFrom)
}

const near = 48 * 3_600_000
const occasionPart = 0
const examPart = 2

function stepIn(education: StartedEducation): NextStep | null {
  if (education.nextPartId === null || education.nextOccasion) return null
  // Without an occasion, an open sign-up to a classroom part or an exam waits for somebody else.
  if (education.nextPartType === occasionPart || education.nextPartType === examPart)
    return education.nextPartBegun ? null : { kind: 'choose', education }
  if (education.nextPartType === 3) return { kind: 'submit', education }
  return { kind: education.nextPartBegun ? 'continue' : 'start', education }
}

const urgency = ['continue', 'submit', 'start', 'choose']

/** The most pressing thing: where one must be soon, then what can be carried on with, then what could be begun. */
export function nextStepOf(known: Omit<Dashboard, 'next' | 'notices'>, now: Date): NextStep {
  const soon = known.booked.find((occasion) => isSoon(occasion, now))
  if (soon) return { kind: 'attend', occasion: soon }
  const steps = known.started.flatMap((education) => stepIn(education) ?? [])
  const [step] = steps.toSorted((a, b) => urgency.indexOf(a.kind) - urgency.indexOf(b.kind))
  if (step) return step
  const [occasion] = known.booked
  if (occasion) return { kind: 'wait', occasion }
  const [recommended] = known.recommended
  return recommended ? { kind: 'begin', recommended } : { kind: 'find' }
}

const isSoon = ({ startDate, endDate, pending }: BookedOccasion, now: Date) =>
  !pending && now < endDate && startDate.getTime() - now.getTime() <= near
