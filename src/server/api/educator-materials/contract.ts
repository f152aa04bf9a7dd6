import { z } from 'zod'
import { contract } from '../calls.ts'
import { id, instant } from '../wire.ts'

export const EducatorMaterial = z.object({
  educatorArticulateId: id,
  name: z.string(),
  educationPartId: id,
  packageId: id,
  activityId: z.string().nullable(),
  /** False while its first package is being unpacked. */
  ready: z.boolean(),
  lastChange: instant,
})
export type EducatorMaterial = z.infer<typeof EducatorMaterial>

export const EducatorMaterialInput = z.object({
  /** Empty: creates. */
  educatorArticulateId: id.nullish(),
  name: z.string().trim().min(1).max(200),
})

export const educatorMaterials = contract({
  'PUT /EducatorArticulates/:id': {
    who: 'educatorsUp',
    multipart: 'educatorArticulate',
    body: EducatorMaterialInput,
    reply: EducatorMaterial,
    repeatable: true,
    summary: 'Creates material for the part with this id when the body names no material; else changes the named one.',
  },
  'GET /EducationPart/EducatorArticulates': {
    who: 'educatorsUp',
    reply: z.array(EducatorMaterial),
    summary: 'All educator material.',
  },
  'GET /EducationPart/EducatorArticulates/:id': {
    who: 'educatorsUp',
    reply: z.array(EducatorMaterial),
    summary: 'The educator material of a part.',
  },
})
