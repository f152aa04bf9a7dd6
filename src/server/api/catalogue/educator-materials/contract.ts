import { z } from 'zod'
import { contract } from '#api/calls.ts'
import { ContentPackage } from '#api/catalogue/packages/contract.ts'
import { id, instant, noContent, queryId, version } from '#api/wire.ts'

export const EducatorMaterial = z.object({
  educatorArticulateId: id,
  name: z.string(),
  educationPartId: id,
  partTitle: z.string(),
  packageId: id,
  activityId: z.string().nullable(),
  /** False while the first package is being unpacked, or when it was refused. */
  ready: z.boolean(),
  /** The newest package when it is not the one in use: being unpacked, or refused. */
  pending: ContentPackage.nullable(),
  /** When the caller completed it. */
  completedDate: instant.nullable(),
  lastChange: instant,
})
export type EducatorMaterial = z.infer<typeof EducatorMaterial>

export const EducatorMaterialInput = z.object({
  /** Creates material when absent. */
  educatorArticulateId: id.nullish(),
  name: z.string().trim().min(1).max(200),
  /** The upload of the package, for one above 25 MB that was sent in parts before. */
  uploadId: z.guid().nullish(),
  /** The version that the form has loaded; a save of an older version is refused. */
  lastChange: version,
})
export type EducatorMaterialInput = z.infer<typeof EducatorMaterialInput>

/** A person who is responsible for the education or has completed the material. */
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
    reply: noContent,
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
