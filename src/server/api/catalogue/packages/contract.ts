import { z } from 'zod'
import { packageRefusals } from '#api/package-refusals.ts'
import { id, instant } from '#api/wire.ts'
import { packageFormats, packageNotes } from './course-structure.ts'

export { isPackageFault } from './course-structure.ts'

const Refusal = z.enum(Object.keys(packageRefusals) as [keyof typeof packageRefusals])

/** An uploaded course: `ready` ones are served, `refused` ones say why and are gone. */
export const ContentPackage = z.object({
  id,
  originalName: z.string(),
  size: z.int(),
  state: z.enum(['uploaded', 'unpacking', 'ready', 'refused']),
  refusal: Refusal.nullable(),
  /** The reason in the reader's language. */
  message: z.string().nullable(),
  title: z.string().nullable(),
  /** What it was made as, once it stands; `page` when no manifest says. */
  format: z.enum(packageFormats),
  /** What its manifest asks for and is not followed. */
  notes: z.array(z.enum(packageNotes)),
  /** What its manifest names and it lacks: how many files, and the first of them. */
  missingFiles: z.object({ count: z.int(), names: z.array(z.string()) }),
  filesDone: z.int(),
  filesTotal: z.int(),
})
export type ContentPackage = z.infer<typeof ContentPackage>

/** One of the packages that a part or educator material has had. */
export const PackageVersion = ContentPackage.extend({
  uploaded: instant,
  uploadedBy: z.string().nullable(),
  /** The one that is run. */
  current: z.boolean(),
})
export type PackageVersion = z.infer<typeof PackageVersion>
