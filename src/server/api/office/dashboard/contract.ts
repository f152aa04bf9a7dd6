import { z } from 'zod'
import { contract } from '#api/calls.ts'
import { Notice } from '#api/foundation/notices/contract.ts'
import { id, instant, kronor } from '#api/wire.ts'

/** Occassion 0, ArticulateSession 1, PracticalDrivingExam 2, Submission 3. */
const PartType = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)])

/** Where and when one is expected: at an occasion, or at a practical driver examination. */
export const Appointment = z.object({
  occasionId: id.nullable(),
  examId: id.nullable(),
  startDate: instant,
  endDate: instant,
  city: z.string(),
  venue: z.string().nullable(),
  onlineUrl: z.string().nullable(),
  /** The sign-up waits: for approval, or for a guardian. */
  pending: z.boolean(),
})
export type Appointment = z.infer<typeof Appointment>

export const StartedEducation = z.object({
  educationId: id,
  title: z.string(),
  pictureUrl: z.string().nullable(),
  partsTotal: z.int(),
  partsCompleted: z.int(),
  /** The first part that can be taken now. */
  nextPartId: id.nullable(),
  nextPartTitle: z.string().nullable(),
  nextPartType: PartType.nullable(),
  /** The next part has been opened or handed in before, but is not completed. */
  nextPartBegun: z.boolean(),
  /** The occasion booked on the next part. */
  nextOccasion: Appointment.nullable(),
})
export type StartedEducation = z.infer<typeof StartedEducation>

export const BookedOccasion = Appointment.extend({
  educationId: id.nullable(),
  educationTitle: z.string().nullable(),
  educationPartId: id,
  partTitle: z.string(),
})
export type BookedOccasion = z.infer<typeof BookedOccasion>

export const RecommendedEducation = z.object({
  educationId: id,
  title: z.string(),
  shortDescription: z.string().nullable(),
  pictureUrl: z.string().nullable(),
  categories: z.array(z.string()),
  hours: z.number().nullable(),
  /** As on the education's card: what it costs from the cheapest way to begin to the dearest; null when nothing costs. */
  feeRange: z.object({ from: kronor, to: kronor }).nullable(),
  /** The licence among the person's goals that asks for it. */
  goal: z.string().nullable(),
  /** In a branch that the person has chosen as a favourite. */
  favorite: z.boolean(),
  nextOccasion: z.object({ startDate: instant, city: z.string() }).nullable(),
})
export type RecommendedEducation = z.infer<typeof RecommendedEducation>

/**
 * The one thing to do next. `attend`: a booked occasion is near; `continue`, `start`, `submit`, `choose`: the next part,
 * by what it asks for; `wait`: booked further ahead; `begin`: a recommended education; `find`: nothing is known.
 */
export const NextStep = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('attend'), occasion: BookedOccasion }),
  z.object({ kind: z.enum(['continue', 'start', 'submit', 'choose']), education: StartedEducation }),
  z.object({ kind: z.literal('wait'), occasion: BookedOccasion }),
  z.object({ kind: z.literal('begin'), recommended: RecommendedEducation }),
  z.object({ kind: z.literal('find') }),
])
export type NextStep = z.infer<typeof NextStep>

export const Dashboard = z.object({
  next: NextStep,
  started: z.array(StartedEducation),
  booked: z.array(BookedOccasion),
  recommended: z.array(RecommendedEducation),
  /** Those that have not been read. */
  notices: z.array(Notice),
})
export type Dashboard = z.infer<typeof Dashboard>

export const dashboard = contract({
  'GET /Dashboard': {
    who: 'signedIn',
    reply: Dashboard,
    summary: 'What the start page shows of the caller’s own: what to do next, what is started, booked and suggested.',
  },
})
