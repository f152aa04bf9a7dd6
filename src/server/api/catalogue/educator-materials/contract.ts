import { z } from 'zod'
import { contract } from '#api/calls.ts'
import { ContentPackage } from '#api/catalogue/packages/contract.ts'
import { id, instant, nothing, queryId, version } from '#api/wire.ts'

export const EducatorMaterial = z.object({
  educatorArticulateId: id,
  name: z.string(),
  educationPartId: id,
  partTitle: z.string(),
  packageId: id,
  activityId: z.string().nullable(),
  /** False while its first package is being unpacked, or when that was refused. */
  ready: z.boolean(),
  /** The newest package, while it is not the one in use: on its way, or refused. */
  pending: ContentPackage.nullable(),
  /** When whoever asks had gone through it. */
  completedDate: instant.nullable(),
  lastChange: instant,
})
export type EducatorMaterial = z.infer<typeof EducatorMaterial>

export const EducatorMaterialInput = z.object({
  /** Empty: creates. */
  educatorArticulateId: id.nullish(),
  name: z.string().trim().min(1).max(200),
  /** The package, when it was sent in parts before: one above 25 MB. */
  uploadId: z.guid().nullish(),
  /** What the writer has seen; an older one than stored is refused. */
  lastChange: version,
})
export type EducatorMaterialInput = z.infer<typeof EducatorMaterialInput>

/** One of those who answer for the education, or who have gone through the material. */
export const MaterialCompletion = z.object({
  userId: id,
  name: z.string(),
  completedDate: instant.nullable(),
})
export type MaterialCompletion = z.infer<typeof MaterialCompletion>

export const educatorMaterials = contract({
  'PUT /EducatorArticulates/:id': {
    who: 'educatorsUp',
    multipart: 'educatorArticulate',
    body: EducatorMaterialInput,
    reply: EducatorMaterial,
    repeatable: true,
    summary: 'Creates material for the part with this id when the body names no material; else changes the named one.',
  },
  'DELETE /EducatorArticulates/:id': {
    who: 'educatorsUp',
    reply: nothing,
    summary: 'Takes material away; who has gone through it stays on record.',
  },
  'GET /EducatorArticulates/:id/completions': {
    who: 'educatorsUp',
    reply: z.array(MaterialCompletion),
    summary: 'Who has gone through the material, and who of those responsible has not; for those who manage its part.',
  },
  'GET /EducationPart/EducatorArticulates': {
    who: 'educatorsUp',
    query: z.object({ educationId: queryId.optional(), occasionId: queryId.optional() }),
    reply: z.array(EducatorMaterial),
    summary:
      'The educator material of all parts that one may see, of those of an education, or of that of an occasion.',
  },
  'GET /EducationPart/EducatorArticulates/:id': {
    who: 'educatorsUp',
    reply: z.array(EducatorMaterial),
    summary: 'The educator material of a part.',
  },
})
