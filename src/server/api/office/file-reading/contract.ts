import { z } from 'zod'
import { contract } from '#api/calls.ts'
import { renditionWidths } from '#api/foundation/files/renditions/rules.ts'
import { queryFlag } from '#api/wire.ts'

export const files = contract({
  'GET /files/:id': {
    who: 'anyone',
    whilePasswordExpired: true,
    /** Random reference of the file, or its numeric id in older URLs. */
    params: z.object({ id: z.string().regex(/^(?:\d{1,12}|[\da-f]{32})$/) }),
    query: z.object({
      until: z.coerce.number().optional(),
      sig: z.string().optional(),
      download: queryFlag.default(false),
      /** Wanted width in pixels; the picture may be served wider. */
      width: z.coerce.number().pipe(z.literal(renditionWidths)).optional(),
    }),
    summary:
      'Returns a stored file, or a smaller copy of a picture. Access by a public random address, a signed address, or the right to read what it belongs to.',
  },
})
