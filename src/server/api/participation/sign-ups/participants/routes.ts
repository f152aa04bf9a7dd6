import { requireOrganized, selectForOrganizer } from '#api/catalogue/occasions/management/save-occasion.ts'
import { recordReads } from '#api/people/reach/reads/record-reads.ts'
import { serve } from '#api/serve.ts'
import { cancelOccasion } from './cancel-occasion.ts'
import { participants } from './contract.ts'
import { previewPeople } from './find-people.ts'
import { mailMatching, mailParticipants } from './mail-participants.ts'
import { moveMatching, moveParticipants } from './move-participants.ts'
import { listMoveTargets } from './plan-move.ts'
import { selectParticipants, toParticipants } from './storage.ts'

export const routes = serve(participants, {
  'GET /EducationPartOccasions/:id/participants': async ({ params }, ctx) => {
    const people = selectParticipants(ctx, params.id)
    const [rows, educations, participantRows] = await Promise.all([...selectForOrganizer(ctx, params.id), people])
    requireOrganized(ctx, rows, educations)
    await recordReads(
      ctx,
      participantRows.map(({ result, birthOn }) => ({ id: result.userId, birthOn })),
    )
    return toParticipants(ctx, participantRows)
  },
  'POST /EducationPartOccasions/:id/participants/find': ({ params, body }, ctx) => previewPeople(ctx, params.id, body),
  'PUT /EducationPartOccasions/:id/participants/move': ({ params, body }, ctx) =>
    moveParticipants(ctx, { from: params.id, to: body.occasionId, resultIds: body.resultIds }),
  'PUT /EducationPartOccasions/:id/participants/moveMatching': ({ params, body: { occasionId, ...matching } }, ctx) =>
    moveMatching(ctx, { from: params.id, to: occasionId }, matching),
  'POST /EducationPartOccasions/:id/participants/mail': ({ params, body }, ctx) =>
    mailParticipants(ctx, params.id, body),
  'POST /EducationPartOccasions/:id/participants/mailMatching': (
    { params, body: { subject, text, ...matching } },
    ctx,
  ) => mailMatching(ctx, params.id, { subject, text }, matching),
  'GET /EducationPartOccasions/:id/participants/moveTargets': ({ params }, ctx) => listMoveTargets(ctx, params.id),
  'PUT /EducationPartOccasions/:id/CancelOccasion': ({ params, body }, ctx) =>
    cancelOccasion(ctx, params.id, { message: body.message || null, moveTo: body.moveTo ?? null }),
})
