import { z } from 'zod'
import { contract } from '#api/calls.ts'
import { Notice } from '#api/foundation/notices/contract.ts'
import { Booking, Reservation } from '#api/office/bookings/contract.ts'
import { EducationStep } from '#api/participation/next-steps/contract.ts'
import { Child } from '#api/people/guardians/contract.ts'
import { id, instant, kronor } from '#api/wire.ts'

/** Time and place of an occasion or an exam that the caller is signed up for. */
export const Appointment = z.object({
  occasionId: id.nullable(),
  examId: id.nullable(),
  startDate: instant,
  endDate: instant,
  city: z.string(),
  venue: z.string().nullable(),
  /** Null while the sign-up waits for approval, and without a meeting. */
  onlineUrl: z.string().nullable(),
  /** Whether the sign-up waits for approval or for a guardian. */
  pending: z.boolean(),
})
export type Appointment = z.infer<typeof Appointment>

export const StartedEducation = z.object({
  educationId: id,
  title: z.string(),
  pictureUrl: z.string().nullable(),
  pictureColor: z.string().nullable(),
  /** Colour of the first category that has one, `#rrggbb`; null where none has. */
  categoryColor: z.string().nullable(),
  partsTotal: z.int(),
  partsCompleted: z.int(),
  /** As on the education's page. */
  step: EducationStep,
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
  pictureColor: z.string().nullable(),
  categories: z.array(z.string()),
  /** Colour of the first category that has one, `#rrggbb`; null where none has. */
  categoryColor: z.string().nullable(),
  hours: z.number().nullable(),
  /**
   * As on the education's card: what it costs from the cheapest way to begin to the dearest; null when nothing costs.
   */
  feeRange: z.object({ from: kronor, to: kronor }).nullable(),
  /** The licence among the person's goals that asks for it. */
  goal: z.string().nullable(),
  /** Whether the education is in one of the person's favourite categories. */
  favorite: z.boolean(),
  nextOccasion: z.object({ startDate: instant, city: z.string() }).nullable(),
})
export type RecommendedEducation = z.infer<typeof RecommendedEducation>

/**
 * Next step for the person. `attend`: a booked occasion is near; `education`: the step of a started education, which
 * can be done now; `wait`: booked further ahead; `begin`: a recommended education; `find`: none of these.
 */
export const NextStep = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('attend'), occasion: BookedOccasion }),
  z.object({ kind: z.literal('education'), education: StartedEducation }),
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
  /** Unread notices. */
  notices: z.array(Notice),
})
export type Dashboard = z.infer<typeof Dashboard>

/** One child on the start page of a guardian. */
export const ChildOverview = Child.extend({
  /** By the same rule as the caller's own; `education` also where the child can only wait. */
  next: NextStep,
  bookings: z.array(Booking),
  reservations: z.array(Reservation),
})
export type ChildOverview = z.infer<typeof ChildOverview>

export const dashboard = contract({
  'GET /Dashboard': {
    who: 'signedIn',
    reply: Dashboard,
    summary: 'Returns the start page: next steps, and what the caller has started, has booked or is recommended.',
  },
  'GET /Dashboard/children': {
    who: 'signedIn',
    reply: z.array(ChildOverview),
    cache: 'never',
    summary: 'The children that the caller is guardian of: what each does next, has booked, and what is to be paid.',
  },
})
