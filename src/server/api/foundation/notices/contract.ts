import { z } from 'zod'
import { contract } from '#api/calls.ts'
import { id, instant, noContent } from '#api/wire.ts'

/** Kinds of notices; each has its text in locales/<language>/notices.json. */
const noticeKinds = [
  'signUpConfirmed',
  'signUpWithdrawn',
  'signUpApproved',
  'signUpRefused',
  'signUpCanceled',
  'signUpMoved',
  'seatOffered',
  'seatOfferLapsed',
  'waitingEnded',
  'datesPublished',
  'partApproved',
  'educationCompleted',
  'educationExpiring',
  'educationInvited',
  'educationInvitationAccepted',
  'occasionCanceled',
  'occasionChanged',
  'meetingLinkChanged',
  'occasionSoon',
  'examCanceled',
  'examChanged',
  'examFailed',
  'guardianAssigned',
  'guardianRequested',
  'guardianConfirmed',
  'accountRequested',
  'membershipRequested',
  'membershipDecided',
  'emailChangeRequested',
  'emailChanged',
  'emailChangeStopped',
  'secondFactorAdded',
  'secondFactorRemoved',
  'secondFactorsRemoved',
  'recoveryCodeUsed',
  'recoveryCodesRenewed',
  'erasureRequested',
  'integrationExpiring',
  'submissionAssigned',
  'submissionHandedIn',
  'submissionReviewed',
  'submissionApproved',
  'submissionReturned',
  'submissionRejected',
  'commentWritten',
  'licenseExpiring',
  'licenseIssued',
  'licenseRenewed',
  'licenseRevoked',
  'paymentReceived',
  'paymentRequested',
  'paymentPlaceLost',
  'paymentRefunded',
  'organizationsUnclear',
  'registerRefused',
  'reportReady',
  'signedOn',
  'unusualSignIn',
] as const
export const NoticeKind = z.enum(noticeKinds)
export type NoticeKind = z.infer<typeof NoticeKind>

export const Notice = z.object({
  id,
  kind: NoticeKind,
  text: z.string(),
  /** Path in the portal of the thing it is about. */
  url: z.string().nullable(),
  created: instant,
  readDate: instant.nullable(),
})
export type Notice = z.infer<typeof Notice>

export const notices = contract({
  'GET /Notices': {
    who: 'signedIn',
    reply: z.array(Notice),
    summary: 'Lists the caller’s notices, newest first, at most fifty.',
  },
  'POST /Notices/read': {
    who: 'signedIn',
    body: z.object({ ids: z.array(id).max(200).optional() }).optional(),
    reply: noContent,
    summary: 'Marks the caller’s notices with these ids as read; without ids, all of them.',
  },
})
