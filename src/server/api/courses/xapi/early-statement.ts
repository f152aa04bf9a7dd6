import { z } from 'zod'
import { isTooDeep } from './statement-rules/statement.ts'

const iri = z.string().regex(/^[a-z][a-z0-9+.-]*:\S+$/i, 'not an IRI')

const Agent = z
  .looseObject({
    objectType: z.enum(['Agent', 'Group']).optional(),
    name: z.string().optional(),
    mbox: z
      .string()
      .regex(/^mailto:[^@\s]+@[^@\s]+$/)
      .optional(),
    mbox_sha1sum: z
      .string()
      .regex(/^[0-9a-f]{40}$/i)
      .optional(),
    openid: z.url().optional(),
    account: z.object({ homePage: z.url(), name: z.string().min(1) }).optional(),
    member: z.array(z.looseObject({})).optional(),
  })
  .refine(
    ({ mbox, mbox_sha1sum, openid, account }) =>
      [mbox, mbox_sha1sum, openid, account].filter((value) => value !== undefined).length === 1,
    { message: 'exactly one inverse functional identifier' },
  )

const Score = z.looseObject({
  scaled: z.number().min(-1).max(1).optional(),
  raw: z.number().optional(),
  min: z.number().optional(),
  max: z.number().optional(),
})

const Result = z.looseObject({
  score: Score.optional(),
  success: z.boolean().optional(),
  completion: z.boolean().optional(),
})

/**
 * A statement of Tin Can 0.9 or 0.95, as far as the portal relies on it; other fields are stored unchanged (spec
 * G-040).
 */
const EarlyStatement = z.looseObject({
  id: z.guid().optional(),
  actor: Agent,
  verb: z.looseObject({ id: iri, display: z.record(z.string(), z.string()).optional() }),
  object: z.looseObject({ objectType: z.literal('Activity').optional(), id: iri }),
  result: Result.optional(),
  context: z
    .looseObject({
      registration: z.guid(),
      instructor: Agent,
      team: Agent,
      contextActivities: z.record(
        z.string(),
        z.union([z.looseObject({ id: iri }), z.array(z.looseObject({ id: iri }))]),
      ),
    })
    .partial()
    .optional(),
  attachments: z.undefined().optional(),
  timestamp: z.iso.datetime({ offset: true, local: true }).optional(),
})

/**
 * Returns the reason why a statement of a version before 1.0 (Tin Can 0.9 or 0.95) cannot be stored, in English; null
 * when it can.
 */
export function refuseEarlyStatement(value: unknown): string | null {
  if (isTooDeep(value)) return 'it is nested too deeply'
  const issue = EarlyStatement.safeParse(value).error?.issues[0]
  return issue ? `${issue.path.join('.')} ${issue.message}` : null
}
