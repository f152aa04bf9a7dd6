import { serve } from '#api/serve.ts'
import { courseFigures } from './contract.ts'
import { readCourseFigures } from './read-figures.ts'
import { readLearner, readLearners } from './read-learners.ts'

export const routes = serve(courseFigures, {
  'GET /EducationParts/:id/courseFigures': ({ params, query }, ctx) =>
    readCourseFigures(ctx, params.id, query.before ?? null),
  'GET /EducationParts/:id/courseFigures/learners': ({ params, query }, ctx) => readLearners(ctx, params.id, query),
  'GET /EducationParts/:id/courseFigures/:userId': ({ params }, ctx) => readLearner(ctx, params.id, params.userId),
})
