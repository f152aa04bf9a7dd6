import { z } from 'zod'
import { contract } from '../calls.ts'
import { queryFlag } from '../wire.ts'

export const files = contract({
  'GET /files/:id': {
    who: 'anyone',
    whilePasswordExpired: true,
    query: z.object({
      until: z.coerce.number().optional(),
      sig: z.string().optional(),
      download: queryFlag.default(false),
    }),
    summary: 'A stored file: open when it is public, else by a signed address or by a bearer token that may see it.',
  },
})
