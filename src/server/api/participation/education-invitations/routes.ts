import { serve } from '#api/serve.ts'
import { addToEducation } from './add-people.ts'
import { answerInvitation, showReceived, withdrawInvitation } from './answer.ts'
import { educationInvitations } from './contract.ts'
import { listSent } from './storage.ts'

export const routes = serve(educationInvitations, {
  'GET /Educations/:id/invitations': ({ params }, ctx) => listSent(ctx, params.id),
  'DELETE /Educations/:id/invitations/:invitationId': ({ params }, ctx) =>
    withdrawInvitation(ctx, params.id, params.invitationId),
  'GET /user/:id/invitations': ({ params }, ctx) => showReceived(ctx, params.id),
  'PUT /user/:id/invitations/:invitationId': ({ params, body }, ctx) =>
    answerInvitation(ctx, params.id, params.invitationId, body.accept),
  'PUT /Educations/:id/AddUserToEducation': ({ params, body }, ctx) =>
    addToEducation(ctx, params.id, [...new Set(body.userIds)]),
})
