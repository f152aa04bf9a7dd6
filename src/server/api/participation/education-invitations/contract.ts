import { z } from 'zod'
import { contract } from '#api/calls.ts'
import { EducationResult } from '#api/participation/education-results/contract.ts'
import { id, instant, noContent } from '#api/wire.ts'

/** An invitation as the inviter sees it, with the person's name only. */
export const SentInvitation = z.object({ id, userId: id, name: z.string(), created: instant, expires: instant })
export type SentInvitation = z.infer<typeof SentInvitation>

/** An invitation as the invited person sees it. */
export const ReceivedInvitation = z.object({
  id,
  educationId: id,
  educationTitle: z.string(),
  invitedBy: z.string(),
  created: instant,
  expires: instant,
})
export type ReceivedInvitation = z.infer<typeof ReceivedInvitation>

export const educationInvitations = contract({
  'GET /Educations/:id/invitations': {
    who: 'educatorsUp',
    reply: z.array(SentInvitation),
    summary: 'Lists the caller’s unanswered invitations to an education; declined ones look the same.',
  },
  'DELETE /Educations/:id/invitations/:invitationId': {
    who: 'educatorsUp',
    reply: noContent,
    summary: 'Withdraws one of the caller’s unanswered invitations.',
  },
  'GET /user/:id/invitations': {
    who: 'signedIn',
    reply: z.array(ReceivedInvitation),
    summary: 'Lists a person’s unanswered invitations to educations, for the person and guardians.',
  },
  'PUT /user/:id/invitations/:invitationId': {
    who: 'signedIn',
    body: z.object({ accept: z.boolean() }),
    reply: z.array(ReceivedInvitation),
    summary: 'Accepts or declines an invitation, as the person or a guardian. Only an unanswered one can be answered.',
  },
  'PUT /Educations/:id/AddUserToEducation': {
    who: 'educatorsUp',
    body: z.object({ userIds: z.array(id).min(1).max(200) }),
    reply: z.array(EducationResult),
    summary:
      'Adds people to the education and signs them up to its parts without occasions; people already in it are unchanged.',
  },
})
