import { z } from 'zod'
import { contract } from '#api/calls.ts'
import { queryFlag } from '#api/wire.ts'

export const files = contract({
  'GET /files/:id': {
    who: 'anyone',
    whilePasswordExpired: true,
    /** Random reference of the file, or its numeric id in older addresses. */
    params: z.object({ id: z.string().regex(/^(?:\d{1,12}|[\da-f]{32})$/) }),
    query: z.object({
      until: z.coerce.number().optional(),
      sig: z.string().optional(),
      download: queryFlag.default(false),
    }),
    summary:
      'A stored file: open when it is public and its address random, else by a signed address or for those who may read what it belongs to.',
  },
})
