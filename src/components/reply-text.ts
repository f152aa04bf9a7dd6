import type { z } from 'zod'
import { findDatePaths } from '#api/date-paths.ts'
import type { ReplyText } from '#islands/client/reply-text.ts'

/** Converts a reply to the text that an island parses; `schema` says where its dates are. */
export const toReplyText = <Reply>(reply: Reply, schema: z.ZodType): ReplyText<Reply> => ({
  json: JSON.stringify(reply),
  dates: findDatePaths(schema),
})
