import { z } from 'zod'
import { contract, sharedCache } from '#api/calls.ts'
import { id, instant, noContent, version } from '#api/wire.ts'

export const DisturbanceMessage = z.object({
  id,
  content: z.string(),
  /** Start of the display; null: at once. */
  from: instant.nullable(),
  /** End of the display, exclusive; null: until the message is removed. */
  to: instant.nullable(),
  active: z.boolean(),
  lastChange: instant,
})
export type DisturbanceMessage = z.infer<typeof DisturbanceMessage>

/** Whether a text has a visible character. A lone zero-width space would show as an empty bar on every page. */
const isSeen = (text: string) => /[\p{L}\p{N}\p{P}\p{S}]/u.test(text)

const fields = {
  content: z
    .string()
    .trim()
    .min(1)
    .max(1000)
    .refine(isSeen, { params: { reason: 'empty' } }),
  from: instant.nullish(),
  to: instant.nullish(),
}
const isPeriod = ({ from, to }: { from?: Date | null | undefined; to?: Date | null | undefined }) =>
  !from || !to || from < to
const whole = { path: ['to'], params: { reason: 'end_before_start' } }

export const NewDisturbanceMessage = z.object(fields).refine(isPeriod, whole)
export type NewDisturbanceMessage = z.infer<typeof NewDisturbanceMessage>

/** `lastChange` is the version that was edited. */
export const ChangedDisturbanceMessage = z.object({ id, ...fields, lastChange: version }).refine(isPeriod, whole)
export type ChangedDisturbanceMessage = z.infer<typeof ChangedDisturbanceMessage>

export const disturbanceMessages = contract({
  'GET /DisturbanceMessage': { who: 'superadministrators', reply: z.array(DisturbanceMessage) },
  'GET /DisturbanceMessage/:id': { who: 'superadministrators', reply: DisturbanceMessage },
  'GET /DisturbanceMessage/current': {
    who: 'anyone',
    reply: DisturbanceMessage.nullable(),
    cache: sharedCache(10, 'everyone', 'disturbance'),
    summary: 'Returns the current text of the banner; null when there is none.',
  },
  'POST /DisturbanceMessage': {
    who: 'superadministrators',
    body: NewDisturbanceMessage,
    reply: DisturbanceMessage,
    changes: ['disturbance'],
    repeatable: true,
  },
  'PUT /DisturbanceMessage': {
    who: 'superadministrators',
    body: ChangedDisturbanceMessage,
    reply: DisturbanceMessage,
    changes: ['disturbance'],
  },
  'DELETE /DisturbanceMessage/:id': { who: 'superadministrators', reply: noContent, changes: ['disturbance'] },
})
