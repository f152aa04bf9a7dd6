import { z } from 'zod'
import { packageRefusals } from '#api/package-refusals.ts'
import { id, instant } from '#api/wire.ts'
import { packageFormats, packageNotes } from './course-structure.ts'

export { isPackageFault } from './course-structure.ts'

const Refusal = z.enum(Object.keys(packageRefusals) as [keyof typeof packageRefusals])

/** An uploaded course. `ready` packages are served; the files of `refused` ones are deleted. */
export const ContentPackage = z.object({
  id,
  originalName: z.string(),
  size: z.int(),
  state: z.enum(['uploaded', 'unpacking', 'ready', 'refused']),
  refusal: Refusal.nullable(),
  /** The reason for the refusal in the caller's language. */
  message: z.string().nullable(),
  title: z.string().nullable(),
  /** The format of the course, once it is ready; `page` without a manifest. */
  format: z.enum(packageFormats),
  /** Requests of the manifest that the portal does not follow, and faults of the package. */
  notes: z.array(z.enum(packageNotes)),
  /** Files that the manifest names and the archive lacks: their number, and the first names. */
  missingFiles: z.object({ count: z.int(), names: z.array(z.string()) }),
  filesDone: z.int(),
  filesTotal: z.int(),
})
export type ContentPackage = z.infer<typeof ContentPackage>

/** A package that a part or educator material has or has had. */
export const PackageVersion = ContentPackage.extend({
  uploaded: instant,
  uploadedBy: z.string().nullable(),
  /** Whether it is the package that is served. */
  current: z.boolean(),
})
export type PackageVersion = z.infer<typeof PackageVersion>
