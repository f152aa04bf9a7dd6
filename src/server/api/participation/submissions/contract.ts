import { z } from 'zod'
import { contract } from '#api/calls.ts'
import { scanStates } from '#api/foundation/scans/rules.ts'
import { StartedUpload } from '#api/foundation/uploads/contract.ts'
import { id, instant, line, namesById } from '#api/wire.ts'
import { type SubmissionStatus as Status, submissionLimits, submissionStatuses } from './rules.ts'

/** NotSubmitted 0, Submitted 1, InReview 2, NeedsCompletion 3, Approved 4, Rejected 5. */
export const SubmissionStatus = z.literal(Object.values(submissionStatuses) as [Status, ...Status[]])

/** One version of a submission's file. */
export const SubmissionFile = z.object({
  fileId: id,
  version: z.int(),
  fileName: z.string(),
  contentType: z.string(),
  size: z.int(),
  uploaded: instant,
  /** Result of the virus scan; an infected file is not served. */
  scan: z.enum(scanStates),
  /** URL on the content origin, signed for the caller; valid for at least 30 minutes. */
  url: z.string(),
})
export type SubmissionFile = z.infer<typeof SubmissionFile>

/** A submission with its newest version; all versions are in `files`, newest first. */
export const Submission = SubmissionFile.extend({
  submissionId: id,
  educationPartId: id,
  educationPartTitle: z.string(),
  educationId: id.nullable(),
  educationTitle: z.string().nullable(),
  educationPartResultId: id,
  userId: id,
  userName: z.string(),
  organizations: namesById,
  status: SubmissionStatus,
  statusChanged: instant,
  statusChangedByUserId: id.nullable(),
  statusChangedByName: z.string().nullable(),
  assigneeId: id.nullable(),
  assigneeName: z.string().nullable(),
  commentCount: z.int(),
  lastChange: instant,
  files: z.array(SubmissionFile),
})
export type Submission = z.infer<typeof Submission>

const FileFacts = z.object({
  fileName: line.min(1).max(300),
  size: z.int().min(1),
})

const uploadId = z.object({ uploadId: z.guid() })

export const submissions = contract({
  'GET /submission/:educationPartId': {
    who: 'signedIn',
    reply: z.array(Submission),
    cache: 'never',
    summary: 'Lists the caller’s submissions to a part, latest sign-up first.',
  },
  'GET /submission/GetSubmissionStatusesByEducationPartId/:educationId': {
    who: 'signedIn',
    reply: z.record(z.string(), SubmissionStatus),
    cache: 'never',
    summary: 'Lists the status of the caller’s submissions, for every submission part of an education.',
  },
  'POST /submission/Upload/:educationPartId': {
    who: 'signedIn',
    multipart: 'request',
    body: z.object({ uploadId: z.guid().nullish() }).optional(),
    reply: Submission,
    repeatable: true,
    summary: `Hands a file in, ${submissionLimits.bytes / 1024 / 1024} MB at most; one above 25 MB is first sent in parts and named by \`uploadId\`.`,
  },
  'POST /submission/:educationPartId/uploads': {
    who: 'signedIn',
    body: FileFacts,
    reply: StartedUpload,
    repeatable: true,
    summary: 'Begins an upload in parts, so that a lost connection costs only one part.',
  },
  'PUT /submission/uploads/:uploadId/parts/:number': {
    who: 'signedIn',
    params: uploadId.extend({ number: z.coerce.number().pipe(z.int().min(1).max(100)) }),
    bodyMb: 9,
    reply: z.object({ number: z.int() }),
    summary: 'Receives one part as the raw body; sending it again replaces it.',
  },
})
