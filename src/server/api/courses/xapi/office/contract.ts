import { z } from 'zod'
import { contract } from '#api/calls.ts'
import { day, id, instant, queryId, queryOrder, queryPageSize } from '#api/wire.ts'
import { statementOrders } from './rules.ts'

export const ListedStatement = z.object({
  id: z.string(),
  /** Increases in the order of arrival. */
  sequence: z.int(),
  stored: instant,
  /** The person whose launch sent it; null when an integration account did. */
  userId: id.nullable(),
  userName: z.string().nullable(),
  educationPartId: id.nullable(),
  educationPartTitle: z.string().nullable(),
  verb: z.string(),
  activityId: z.string().nullable(),
  voided: z.boolean(),
  /** The statement as xAPI JSON. */
  statement: z.record(z.string(), z.unknown()),
})
export type ListedStatement = z.infer<typeof ListedStatement>

export const StatementSearch = z.object({
  /** The beginnings of a person’s names. */
  name: z.string().trim().min(1).max(100).optional(),
  userId: queryId.optional(),
  educationPartId: queryId.optional(),
  /** The whole IRI of the verb, or its end such as `passed`. */
  verb: z.string().trim().min(1).max(300).optional(),
  from: day.optional(),
  /** Includes the whole day. */
  to: day.optional(),
})
export type StatementSearch = z.infer<typeof StatementSearch>

export const StatementPage = z.object({
  items: z.array(ListedStatement),
  /** Value of `after` for the next page; null on the last. */
  next: z.int().nullable(),
})
export type StatementPage = z.infer<typeof StatementPage>

export const statementOffice = contract({
  'GET /Statements': {
    who: 'superadministrators',
    query: StatementSearch.extend({
      ...queryOrder(statementOrders),
      after: z
        .string()
        .regex(/^\d{1,15}$/)
        .transform(Number)
        .optional(),
      pageSize: queryPageSize,
    }),
    reply: StatementPage,
    cache: 'never',
    summary:
      'Lists the statements of the record store, newest first by default; `after` is the `next` of the previous page.',
  },
  'GET /Statements/export': {
    who: 'superadministrators',
    query: StatementSearch,
    cache: 'never',
    summary: 'Exports the statements that match a search as a JSON list; the export is recorded.',
  },
  'POST /Statements/reevaluate': {
    who: 'superadministrators',
    body: z.object({ educationPartId: id, userId: id.optional(), after: z.int().min(0).optional() }),
    reply: z.object({ completed: z.int(), next: z.int().nullable() }),
    repeatable: true,
    summary:
      'Completes a part for people whose statements satisfy it and whose result is open. Repeat with `next` until it is empty.',
  },
  'POST /Statements/forget': {
    who: 'superadministrators',
    /** A user of the portal, or an agent as xAPI JSON. */
    body: z.union([z.object({ userId: id }), z.object({ agent: z.string().min(2).max(4000) })]),
    reply: z.object({ statements: z.int(), documents: z.int() }),
    repeatable: true,
    summary: 'Removes the data of one actor from the record store: statements, attachments, state and profiles.',
  },
})
