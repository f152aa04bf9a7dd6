import { serve } from '#api/serve.ts'
import { educatorMaterials } from './contract.ts'
import { getManagedMaterial } from './manage-material.ts'
import { removeMaterial } from './remove-material.ts'
import { saveMaterial } from './save-material.ts'
import { listCompletions, listMaterials } from './storage.ts'

export const routes = serve(educatorMaterials, {
  'PUT /EducatorArticulates/:id': ({ params, body, file }, ctx) => saveMaterial(ctx, params.id, body, file),
  'DELETE /EducatorArticulates/:id': ({ params }, ctx) => removeMaterial(ctx, params.id),
  'GET /EducatorArticulates/:id/completions': async ({ params }, ctx) => {
    await getManagedMaterial(ctx, params.id)
    return listCompletions(ctx.db, params.id)
  },
  'GET /EducationPart/EducatorArticulates': ({ query }, ctx) => listMaterials(ctx, query),
  'GET /EducationPart/EducatorArticulates/:id': ({ params }, ctx) => listMaterials(ctx, { educationPartId: params.id }),
})
