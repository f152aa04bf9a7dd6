import { serve } from '../serve.ts'
import { educatorMaterials } from './contract.ts'
import { saveMaterial } from './save-material.ts'
import { listMaterials } from './storage.ts'

export const routes = serve(educatorMaterials, {
  'PUT /EducatorArticulates/:id': ({ params, body, file }, ctx) => saveMaterial(ctx, params.id, body, file),
  'GET /EducationPart/EducatorArticulates': (_input, ctx) => listMaterials(ctx.db, null),
  'GET /EducationPart/EducatorArticulates/:id': ({ params }, ctx) => listMaterials(ctx.db, params.id),
})
