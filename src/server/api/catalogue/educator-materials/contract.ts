import { z } from 'zod'
import { contract } from '#api/calls.ts'
import { ContentPackage } from '#api/catalogue/packages/contract.ts'
import { id, instant, line, noContent, queryId, version } from '#api/wire.ts'

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
  name: line.min(1).max(200),
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
    summary: 'Changes the material that the body names, or else creates material for the part with this id.',
  },
  'DELETE /EducatorArticulates/:id': {
    who: 'educatorsUp',
    reply: noContent,
    summary: 'Removes material; its completions stay recorded.',
  },
  'GET /EducatorArticulates/:id/completions': {
    who: 'educatorsUp',
    reply: z.array(MaterialCompletion),
    summary:
      'Lists the people who have completed the material and the responsible people who have not, for managers of its part.',
  },
  'GET /EducationPart/EducatorArticulates': {
    who: 'educatorsUp',
    query: z.object({ educationId: queryId.optional(), occasionId: queryId.optional() }),
    reply: z.array(EducatorMaterial),
    summary: 'Lists the visible educator material of all parts, of the parts of an education, or of an occasion.',
  },
  'GET /EducationPart/EducatorArticulates/:id': {
    who: 'educatorsUp',
    reply: z.array(EducatorMaterial),
    summary: 'Lists the educator material of a part.',
  },
})
