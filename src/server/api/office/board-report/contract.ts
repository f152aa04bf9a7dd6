import { z } from 'zod'
import { contract } from '#api/calls.ts'
import { day } from '#api/wire.ts'
import { periodStates, quarters } from './rules.ts'

const sum = z.number().multipleOf(0.01)

export const BoardFigures = z.object({
  /** Educations with an occasion that was not cancelled, or with somebody who completed it. */
  educations: z.int(),
  /** Occasions of the period that have begun, without cancelled ones. */
  occasions: z.int(),
  /** People who signed up or completed, each counted once. */
  participants: z.int(),
  /** Participants who were under 18 when they signed up, or completed. */
  minors: z.int(),
  /** Participations of the period, as the overview counts them: a person in two educations is two. */
  participations: z.int(),
  signedUp: z.int(),
  completed: z.int(),
  licensesIssued: z.int(),
  licensesExpired: z.int(),
  /** Licences that are valid on the last day of the period, or today while it lasts. */
  licensesValid: z.int(),
  /** Kronor: fees of the period’s sign-ups, as the summary report has them, paid or not. */
  fees: sum,
  /** Kronor: card payments of the period, and what was refunded of them. */
  paid: sum,
  refunded: sum,
  /** Education hours of 45 minutes that are reported to RF-SISU. */
  studyUnits: z.int(),
})
export type BoardFigures = z.infer<typeof BoardFigures>

export const BoardRow = z.object({
  /** Null for people without a district, and educations without a category. */
  name: z.string().nullable(),
  signedUp: z.int(),
  completed: z.int(),
  /** Completions of the year before. */
  completedBefore: z.int(),
})
export type BoardRow = z.infer<typeof BoardRow>

const days = z.object({ from: day, to: day })

export const BoardReport = z.object({
  period: days,
  before: days,
  state: z.enum(periodStates),
  current: BoardFigures,
  previous: BoardFigures,
  /** The five districts and categories with the most completions. */
  districts: z.array(BoardRow),
  categories: z.array(BoardRow),
  /** Parties without an offer in the queues of full occasions, now; null for a period that has ended. */
  waiting: z.int().nullable(),
})
export type BoardReport = z.infer<typeof BoardReport>

export const BoardReportQuery = z.object({
  year: z
    .string()
    .regex(/^20\d\d$/)
    .transform(Number),
  /** The whole year without it. */
  quarter: z
    .string()
    .transform(Number)
    .pipe(z.union(quarters.map((quarter) => z.literal(quarter))))
    .optional(),
})
export type BoardReportQuery = z.infer<typeof BoardReportQuery>

export const boardReportCalls = contract({
  'GET /BoardReport': {
    who: 'superadministrators',
    cache: 'never',
    query: BoardReportQuery,
    reply: BoardReport,
    summary: 'Returns the figures of a year or a quarter for the board, with those of the year before.',
  },
})
