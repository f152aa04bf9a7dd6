import { z } from 'zod'
import { contract, sharedCache } from '#api/calls.ts'
import { id, instant, noContent, queryId, version } from '#api/wire.ts'
import { countCharacters, maxEventLength } from './rules.ts'

const Content = z
  .string()
  .trim()
  .min(1)
  .check(({ value, issues }) => {
    if (countCharacters(value) <= maxEventLength) return
    issues.push({ code: 'too_big', origin: 'string', maximum: maxEventLength, inclusive: true, input: value })
  })

export const Event = z.object({
  id,
  content: z.string(),
  created: instant,
  modified: instant,
  createdByUserId: id,
  createdByName: z.string(),
})
export type Event = z.infer<typeof Event>

const NewEvent = z.object({ content: Content })
/** `modified` is the version that the form has loaded. */
export const ChangedEvent = z.object({ id, content: Content, modified: version })
export type ChangedEvent = z.infer<typeof ChangedEvent>

const Limit = z.string().transform(Number).pipe(z.int().min(1).max(10)).default(10)

export const events = contract({
  'GET /Events/latest': {
    who: 'signedIn',
    query: z.object({ limit: Limit }),
    reply: z.array(Event),
    cache: sharedCache(60, 'everyone', 'events'),
    summary: 'Lists the latest short news, newest first, at most ten.',
  },
  'POST /Events': { who: 'educatorsUp', body: NewEvent, reply: Event, changes: ['events'], repeatable: true },
  'PUT /Events': { who: 'educatorsUp', body: ChangedEvent, reply: Event, changes: ['events'] },
  'DELETE /Events': { who: 'educatorsUp', query: z.object({ id: queryId }), reply: noContent, changes: ['events'] },
  'DELETE /Events/:id': { who: 'educatorsUp', reply: noContent, changes: ['events'] },
})
