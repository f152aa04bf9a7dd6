import { z } from 'zod'
import { contract } from '#api/calls.ts'
import { Occasion } from '#api/catalogue/occasions/contract.ts'
import { EducationPartResult } from '#api/participation/results/contract.ts'
import { id, instant, line } from '#api/wire.ts'
import { figures, maxMatchingParticipants } from './rules.ts'

/** A participant of an occasion, as its organisers see them. */
export const Participant = EducationPartResult.extend({
  name: z.string(),
  /** Visible, as the phone is, to the office, and to others while the booking is live. */
  email: z.string().nullable(),
  phone: z.string().nullable(),
  /** Visible to the office, and to others when the education has an age rule. */
  birthDate: z.string().nullable(),
  /** Age today, in whole years. */
  age: z.int().nullable(),
  /** Visible to the office only. */
  externalPersonId: z.string().nullable(),
  isExternal: z.boolean(),
  pictureUrl: z.string().nullable(),
  organizationNames: z.array(z.string()),
  guardianName: z.string().nullable(),
})
export type Participant = z.infer<typeof Participant>

/** The person that one pasted line, or one chosen id with an empty line, matches. */
export const FoundPerson = z.object({
  line: z.string(),
  userId: id.nullable(),
  name: z.string().nullable(),
  organizationNames: z.array(z.string()),
  /** Why the person cannot be signed up, in the caller's language; null when the person can be. */
  refusal: z.string().nullable(),
  /** Titles of the prerequisites that the person lacks; the organiser may sign the person up nevertheless. */
  missing: z.array(z.string()),
  /** The person must be invited to the education first; name and organisations are hidden until then. */
  mayInvite: z.boolean(),
})
export type FoundPerson = z.infer<typeof FoundPerson>

const resultIds = z.array(id).min(1).max(maxMatchingParticipants)

const MailOutcome = z.object({ sent: z.int(), withoutAddress: z.array(z.string()) })

const mailTexts = { subject: line.min(1).max(200), text: z.string().trim().min(1).max(10_000) }

/** All participants of an occasion that a filter selects, without cancelled sign-ups. */
const MatchingParticipants = z.object({
  filter: z.object({
    /** Part of the name, e-mail address, phone, external id or an organisation. */
    text: z.string().trim().max(200).default(''),
    /** Only the participants that this figure counts. */
    only: z.enum(figures).nullable().default(null),
  }),
  /** Number of participants that the caller saw the filter select. */
  expectedCount: z.int().min(1).max(maxMatchingParticipants),
})
export type MatchingParticipants = z.infer<typeof MatchingParticipants>

/** Another date of the part, for the people of an occasion that is cancelled. */
export const MoveTarget = z.object({
  occasionId: id,
  startDate: instant,
  city: z.string(),
  /** Number of open sign-ups that fit there. */
  fits: z.int(),
  /** Names of those that do not fit, of the people whom the caller organises. */
  others: z.array(z.string()),
  /** Number of open sign-ups of people whom the caller does not organise; they are cancelled with the occasion too. */
  unlisted: z.int(),
})
export type MoveTarget = z.infer<typeof MoveTarget>

export const participants = contract({
  'GET /EducationPartOccasions/:id/participants': {
    who: 'educatorsUp',
    reply: z.array(Participant),
    summary:
      'Lists the people on an occasion by name, including canceled sign-ups, limited to those whom the caller organises.',
  },
  'POST /EducationPartOccasions/:id/participants/find': {
    who: 'educatorsUp',
    body: z
      .object({
        lines: z.array(z.string().trim().min(1).max(200)).max(100).default([]),
        userIds: z.array(id).max(100).default([]),
      })
      .refine(({ lines, userIds }) => lines.length + userIds.length > 0, { path: ['lines'] }),
    reply: z.array(FoundPerson),
    summary:
      'Finds the people in a list of e-mail addresses, IdrottsIDs, user names, full names or ids, and why each cannot be signed up.',
  },
  'PUT /EducationPartOccasions/:id/participants/move': {
    who: 'educatorsUp',
    body: z.object({ resultIds, occasionId: id }),
    reply: z.array(Participant),
    changes: ['occasions'],
    repeatable: true,
    summary: 'Moves people to another occasion of the same part, all or none, and notifies them.',
  },
  'PUT /EducationPartOccasions/:id/participants/moveMatching': {
    who: 'educatorsUp',
    body: MatchingParticipants.extend({ occasionId: id }),
    reply: z.array(Participant),
    changes: ['occasions'],
    repeatable: true,
    summary:
      'Moves the open sign-ups that a filter selects to another occasion of the same part, all or none, and notifies the people. Refused when their number differs from the one that the caller saw.',
  },
  'POST /EducationPartOccasions/:id/participants/mail': {
    who: 'educatorsUp',
    body: z.object({ resultIds }).extend(mailTexts),
    reply: MailOutcome,
    repeatable: true,
    summary: 'Mails each of the selected people; recipients do not see each other.',
  },
  'POST /EducationPartOccasions/:id/participants/mailMatching': {
    who: 'educatorsUp',
    body: MatchingParticipants.extend(mailTexts),
    reply: MailOutcome,
    repeatable: true,
    summary:
      'Mails each of the participants that a filter selects; recipients do not see each other. Refused when their number differs from the one that the caller saw.',
  },
  'GET /EducationPartOccasions/:id/participants/moveTargets': {
    who: 'educatorsUp',
    cache: 'never',
    reply: z.array(MoveTarget),
    summary:
      'Lists the coming occasions of the same part that the caller organises, with how many of the open sign-ups fit, the names of the others, and the number of those that the caller does not see. At most 200 are moved at once.',
  },
  'PUT /EducationPartOccasions/:id/CancelOccasion': {
    who: 'educatorsUp',
    body: z
      .object({
        message: z.string().trim().max(500).nullish(),
        /** The occasion that people are moved to first, and how many the caller saw fit. */
        moveTo: z.object({ occasionId: id, expectedCount: z.int().min(1).max(maxMatchingParticipants) }).nullish(),
      })
      .default({}),
    reply: Occasion,
    changes: ['occasions'],
    summary:
      'Cancels an occasion permanently, until it is over, and notifies its participants; completed results stay. With `moveTo` it first moves those who fit to another occasion, fees kept, in the same transaction. Repeating it changes nothing.',
  },
})
