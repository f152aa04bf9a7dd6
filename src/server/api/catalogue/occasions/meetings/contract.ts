import { z } from 'zod'
import { contract } from '#api/calls.ts'
import { meetingFailures, meetingProviders, meetingStates } from './rules.ts'

export const MeetingProviderName = z.enum(meetingProviders)

/** The online meeting that the portal creates for an occasion, as its organisers see it. */
export const OccasionMeeting = z.object({
  provider: MeetingProviderName,
  state: z.enum(meetingStates),
  reason: z.enum(meetingFailures).nullable(),
  /** The service's own text about the reason. */
  message: z.string().nullable(),
})
export type OccasionMeeting = z.infer<typeof OccasionMeeting>

export const meetingCalls = contract({
  'GET /Meetings': {
    who: 'educatorsUp',
    reply: z.object({ providers: z.array(MeetingProviderName) }),
    summary: 'Lists the services that the portal can create online meetings in; empty without one.',
  },
  'POST /EducationPartOccasions/:id/meeting/retry': {
    who: 'educatorsUp',
    reply: OccasionMeeting.nullable(),
    repeatable: true,
    summary:
      'Tries again to create, change or delete the online meeting of an occasion after a failure. Null when it is deleted.',
  },
})
