import { serve } from '#api/serve.ts'
import { arrangeParts, setPrerequisites } from './arrange-parts.ts'
import { educationManagement } from './contract.ts'
import { copyEducation } from './copy-education.ts'
import { publishEducation, unpublishEducation } from './publish-education.ts'
import { changeEducation, createEducation } from './save-education.ts'

export const routes = serve(educationManagement, {
  'POST /Educations': ({ body, file }, ctx) => createEducation(ctx, body, file),
  'PUT /Educations': ({ body, file }, ctx) => changeEducation(ctx, body, file),
  'POST /Educations/:id/copy': ({ params, body }, ctx) => copyEducation(ctx, params.id, body),
  'PUT /Educations/:id/publish': ({ params }, ctx) => publishEducation(ctx, params.id),
  'PUT /Educations/:id/unpublish': ({ params }, ctx) => unpublishEducation(ctx, params.id),
  'PUT /Educations/:id/educationParts': ({ params, query, body }, ctx) =>
    arrangeParts(ctx, params.id, { partIds: body, expectedVersion: query.lastChange }),
  'PUT /Educations/:id/educationPartDependencies/:partId': ({ params, query, body }, ctx) =>
    setPrerequisites(ctx, params, { prerequisiteIds: body, expectedVersion: query.lastChange }),
})
