import { serve } from '#api/serve.ts'
import { addToEducation } from './add-people.ts'
import { answerInvitation, getReceivedInvitations, withdrawInvitation } from './answer-invitation.ts'
import { educationInvitations } from './contract.ts'
import { listSentInvitations } from './storage.ts'

export const routes = serve(educationInvitations, {
  'GET /Educations/:id/invitations': ({ params }, ctx) => listSentInvitations(ctx, params.id),
  'DELETE /Educations/:id/invitations/:invitationId': ({ params }, ctx) =>
    withdrawInvitation(ctx, params.id, params.invitationId),
  'GET /user/:id/invitations': ({ params }, ctx) => getReceivedInvitations(ctx, params.id),
  'PUT /user/:id/invitations/:invitationId': ({ params, body }, ctx) =>
    answerInvitation(ctx, params.id, params.invitationId, body.accept),
  'PUT /Educations/:id/AddUserToEducation': ({ params, body }, ctx) =>
    addToEducation(ctx, params.id, [...new Set(body.userIds)]),
})
