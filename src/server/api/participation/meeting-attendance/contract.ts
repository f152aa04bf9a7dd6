import { z } from 'zod'
import { contract } from '#api/calls.ts'
import { MeetingProviderName } from '#api/catalogue/occasions/meetings/contract.ts'
import { id, instant } from '#api/wire.ts'

/** Attendance of the online meeting of an occasion. It decides nothing: an organiser notes attendance. */
export const MeetingAttendance = z.object({
  provider: MeetingProviderName,
  /** Null until it has been fetched. Details are removed 30 days later. */
  fetchedDate: instant.nullable(),
  plannedMinutes: z.int(),
  /** Participants that the caller organises, the longest first. */
  proposals: z.array(
    z.object({
      userId: id,
      minutes: z.int(),
      /** At least half of the planned time. */
      isProposed: z.boolean(),
    }),
  ),
  /** People who match no participant, by the name they chose; empty unless the caller organises all participants. */
  unmatched: z.array(z.object({ name: z.string().nullable(), minutes: z.int() })),
})
export type MeetingAttendance = z.infer<typeof MeetingAttendance>

export const meetingAttendanceCalls = contract({
  'GET /EducationPartOccasions/:id/meeting/attendance': {
    who: 'educatorsUp',
    cache: 'never',
    reply: MeetingAttendance.nullable(),
    summary: 'Returns who was in the online meeting of an occasion, as last fetched; null without such a meeting.',
  },
  'POST /EducationPartOccasions/:id/meeting/attendance': {
    who: 'educatorsUp',
    cache: 'never',
    reply: MeetingAttendance,
    summary: 'Fetches from the service who was in the online meeting of an occasion that has begun. Marks nobody.',
  },
})
