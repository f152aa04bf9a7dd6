import { serve } from '#api/serve.ts'
import { publicCatalogue } from './contract.ts'
import { listPublicAddresses, loadPublicFilters } from './filter-storage.ts'
import { listPublicLicenses, loadPublicLicense } from './license-storage.ts'
import { listPublicEducations } from './list-public-educations.ts'
import { loadPublicEducation } from './load-public-education.ts'
import { selectPublicOccasions, toPublicOccasion } from './occasion-storage.ts'
import { writePublicCalendar } from './write-public-calendar.ts'

export const routes = serve(publicCatalogue, {
  'GET /Catalogue/educations': ({ query }, ctx) => listPublicEducations(ctx, query),
  'GET /Catalogue/educations/:id': ({ params }, ctx) => loadPublicEducation(ctx, params.id),
  'GET /Catalogue/occasions': async ({ query }, { db, now }) =>
    (await selectPublicOccasions(db, query, now)).map(toPublicOccasion),
  'GET /Catalogue/icalendar': async ({ query }, ctx) => ({
    text: writePublicCalendar(ctx, (await selectPublicOccasions(ctx.db, query, ctx.now)).map(toPublicOccasion)),
  }),
  'GET /Catalogue/licenses': (_input, { db }) => listPublicLicenses(db),
  'GET /Catalogue/licenses/:id': ({ params }, ctx) => loadPublicLicense(ctx, params.id),
  'GET /Catalogue/filters': (_input, ctx) => loadPublicFilters(ctx),
  'GET /Catalogue/addresses': (_input, ctx) => listPublicAddresses(ctx),
})
