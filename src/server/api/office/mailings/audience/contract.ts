import { z } from 'zod'
import { day, id } from '#api/wire.ts'
import { educationStandings, maxSelectedOccasions, maxSelectedPeople } from '../rules.ts'

/** A selection of people. Who may write to it is the rule of the list that shows the same people. */
export const Audience = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('occasion'),
    occasionId: id,
    /** Only these sign-ups; absent: all that are not cancelled. */
    resultIds: z.array(id).min(1).max(2000).optional(),
  }),
  z.object({ kind: z.literal('users'), userIds: z.array(id).min(1).max(maxSelectedPeople) }),
  z.object({
    kind: z.literal('licenseHolders'),
    /** Null: every licence. */
    licenseId: id.nullable(),
    /** First and last day on which the licence may end. */
    endsFrom: day,
    endsTo: day,
  }),
  z.object({
    kind: z.literal('clubAdministrators'),
    /** Only in this organisation and those below it; null: all. */
    organizationId: id.nullable(),
  }),
  z.object({
    /** The people of a saved view when the mailing is sent, within the author's own scope. */
    kind: z.literal('savedView'),
    viewId: id,
  }),
  /** The participants of several occasions whose sign-ups are not cancelled, each person once. */
  z.object({ kind: z.literal('occasions'), occasionIds: z.array(id).min(1).max(maxSelectedOccasions) }),
  /** The drivers of a practical driver exam whose sign-ups are not cancelled. */
  z.object({ kind: z.literal('exam'), examId: id }),
  z.object({
    /** The people of an education within the author's scope. */
    kind: z.literal('education'),
    educationId: id,
    standing: z.enum(educationStandings),
    /** Only those who have not completed this part; null: all. */
    lackedPartId: id.nullable(),
  }),
])
export type Audience = z.infer<typeof Audience>
