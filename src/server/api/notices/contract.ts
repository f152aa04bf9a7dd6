import { z } from 'zod'
import { contract } from '../calls.ts'
import { id, instant, nothing, pageOf, queryPage, queryPageSize } from '../wire.ts'

/** What a person is told; each has its text in locales/<language>/notices.json. */
const noticeKinds = [
  'signUpConfirmed',
  'signUpWithdrawn',
  'signUpApproved',
  'signUpRefused',
  'signUpCanceled',
  'signUpMoved',
  'partApproved',
  'educationCompleted',
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
  'emailChangeRequested',
  'emailChanged',
  'emailChangeStopped',
  'secondFactorAdded',
  'secondFactorRemoved',
  'secondFactorsRemoved',
  'recoveryCodeUsed',
  'recoveryCodesRenewed',
  'erasureRequested',
  'submissionAssigned',
  'submissionHandedIn',
  'submissionReviewed',
  'commentWritten',
  'licenseExpiring',
  'licenseIssued',
  'licenseRenewed',
  'licenseRevoked',
  'paymentReceived',
  'paymentPlaceLost',
  'paymentRefunded',
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
  /** Where in the portal it is about. */
  url: z.string().nullable(),
  created: instant,
  readDate: instant.nullable(),
})
export type Notice = z.infer<typeof Notice>

/** A notice with whom it was for. */
const SentNotice = Notice.extend({ userId: id, userName: z.string() })

export const notices = contract({
  'GET /Notices': { who: 'signedIn', reply: z.array(Notice), summary: 'The own notices, newest first; fifty at most.' },
  'GET /Notices/sent': {
    who: 'superadministrators',
    cache: 'never',
    query: z.object({
      page: queryPage,
      pageSize: queryPageSize,
      /** A person by name, user name or id. */
      who: z.string().trim().max(200).optional(),
    }),
    reply: pageOf(SentNotice),
    summary: 'Everybody’s notices, newest first: who was told what, and when it was read.',
  },
  'POST /Notices/read': {
    who: 'signedIn',
    body: z.object({ ids: z.array(id).max(200).optional() }).optional(),
    reply: nothing,
    summary: 'Marks the given own notices as read; without ids, all of them.',
  },
})
