import { expect, test } from 'vitest'
import { z } from 'zod'
import { instant } from '#api/wire.ts'
import { parseReplyText } from '#islands/client/reply-text.ts'
import { toReplyText } from './reply-text.ts'

const schema = z.object({ items: z.array(z.object({ name: z.string(), at: instant.nullable() })) })

test('revives the dates of a reply that an island parses, but not a name that looks like a date', () => {
  const reply = {
    items: [
      { name: '2026-11-26T12:00:00.000Z', at: new Date('2026-11-26T12:00:00.000Z') },
      { name: 'Anna Abrahamsson', at: null },
    ],
  }
  expect(parseReplyText(toReplyText(reply, schema))).toEqual(reply)
})
