import { recordReadsById } from '#api/people/reach/reads/record-reads.ts'
import { serve } from '#api/serve.ts'
import { overview } from './contract.ts'
import { listParticipants } from './participants-storage.ts'
import {
  parsePeriod,
  parseScope,
  selectEducationId,
  showDevelopment,
  showEducation,
  showHours,
  showOverview,
  showPart,
  showParticipations,
} from './show-overview.ts'
import { listOccasions } from './storage.ts'

export const routes = serve(overview, {
  'GET /overview': ({ query }, ctx) => showOverview(ctx, query),
  'GET /overview/development': ({ query }, ctx) => showDevelopment(ctx, query),
  'GET /overview/participations': ({ query }, ctx) => showParticipations(ctx, query),
  'GET /overview/hours': ({ query }, ctx) => showHours(ctx, query),
  'GET /overview/education/:educationId': ({ params, query }, ctx) => showEducation(ctx, params.educationId, query),
  'GET /overview/education/:educationId/results': async ({ params: { educationId }, query }, ctx) => {
    const slice = parseScope(ctx, query, selectEducationId(educationId))
    const people = await listParticipants(ctx.db, slice, educationId, query)
    await recordReadsById(
      ctx,
      people.map(({ userId }) => userId),
    )
    return people
  },
  'GET /overview/education/:educationId/educationpart/:educationPartId': ({ params, query }, ctx) =>
    showPart(ctx, params.educationId, params.educationPartId, query),
  'GET /overview/educationpart/:educationPartId/occasions': async ({ params, query }, { db, now }) => {
    const { educationId, ...days } = query
    const rows = await listOccasions(db, { ...params, educationId, ...parsePeriod(days, now) })
    return rows.map(({ startsAt, canceled, ...row }) => ({
      ...row,
      startDate: new Date(startsAt),
      canceled: canceled === 1,
    }))
  },
})
