import type { MeetingSchedule } from './rules.ts'

/** A meeting as its service has it. */
export interface ProviderMeeting {
  id: string
  joinUrl: string
}

/** A person in a meeting, by the name that the person chose there. */
export interface Presence {
  name: string
  /** Null for a guest: services know the e-mail address of people who have signed in. */
  email: string | null
  /** Times in the meeting, in no order; those of two devices overlap. */
  intervals: readonly { from: Date; to: Date }[]
}

/**
 * A service that the portal creates meetings in. Every method throws `MeetingError` when the service refuses or fails.
 */
export interface MeetingProvider {
  /** Creates a meeting that carries the portal's key. */
  create: (key: string, schedule: MeetingSchedule) => Promise<ProviderMeeting>
  /** Finds the meeting that an earlier attempt has created with the key; null without one. */
  find: (key: string, schedule: MeetingSchedule) => Promise<ProviderMeeting | null>
  /** Changes title and time. */
  update: (id: string, schedule: MeetingSchedule) => Promise<void>
  /** Deletes a meeting; one that is gone already is no error. */
  remove: (id: string) => Promise<void>
  /** Lists who was in the meeting, once for each connection, in no order; empty while there is no report. */
  listPresences: (id: string) => Promise<Presence[]>
}
