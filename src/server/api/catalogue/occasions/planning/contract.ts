import { z } from 'zod'
import { contract } from '#api/calls.ts'
import { id, instant, line, queryId } from '#api/wire.ts'
import { OccasionSession } from '../contract.ts'

/** A planned occasion or exam, or several occasions of a repetition at one place. */
export const ClashQuestion = z.object({
  /** All sessions of all planned occasions. */
  sessions: z.array(OccasionSession).min(1).max(1000),
  city: line.max(100).default(''),
  venue: line.max(200).nullable().default(null),
  /** The people who run it, an exam’s examiner too. */
  responsibleIds: z.array(id).max(100).default([]),
  /** The stored occasion that is edited. */
  exceptId: id.nullable().default(null),
  /** The stored exam that is edited. */
  exceptExamId: id.nullable().default(null),
})
export type ClashQuestion = z.infer<typeof ClashQuestion>

/** A stored occasion or exam at an overlapping time, at the same venue or run by the same people. */
export const Clash = z.object({
  kind: z.enum(['occasion', 'exam']),
  id,
  title: z.string(),
  startDate: instant,
  endDate: instant,
  isSameVenue: z.boolean(),
  responsibleIds: z.array(id),
})
export type Clash = z.infer<typeof Clash>

/** A place of earlier occasions. */
export const Place = z.object({ city: z.string(), venue: z.string().nullable(), address: z.string().nullable() })
export type Place = z.infer<typeof Place>

/** A person who has been responsible for earlier occasions. */
export const ResponsiblePerson = z.object({ id, name: z.string() })
export type ResponsiblePerson = z.infer<typeof ResponsiblePerson>

export const occasionPlanning = contract({
  'POST /EducationPartOccasions/clashes': {
    who: 'educatorsUp',
    body: ClashQuestion,
    reply: z.array(Clash),
    summary:
      'Lists at most 20 occasions and exams that the caller may read at an overlapping time, at the same venue or run by the same people.',
  },
  'GET /EducationPartOccasions/places': {
    who: 'educatorsUp',
    reply: z.array(Place),
    summary:
      'Lists at most 100 places of the last two years, the latest first, of occasions that the caller organises.',
  },
  'GET /EducationPartOccasions/responsiblePeople': {
    who: 'educatorsUp',
    query: z.object({ educationPartId: queryId.optional() }),
    reply: z.array(ResponsiblePerson),
    summary:
      'Lists at most 15 active educators and administrators who were responsible for occasions of the last two years that the caller organises: those of the part first, then of its categories.',
  },
})
