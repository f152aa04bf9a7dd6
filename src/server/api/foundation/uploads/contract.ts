import { z } from 'zod'

/** An upload that has begun: the size of a part in bytes, and how many parts are expected. */
export const StartedUpload = z.object({ uploadId: z.guid(), partSize: z.int(), parts: z.int() })

/** Every part but the last has this size; the file store takes no smaller ones than 5 MiB. */
export const partSize = 8 * 1024 * 1024
