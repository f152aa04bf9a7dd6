import { z } from 'zod'
import { contract } from '#api/calls.ts'
import { commentText } from '#api/participation/comments/contract.ts'
import { id, instant, queryId } from '#api/wire.ts'
import { Submission, SubmissionStatus } from '../contract.ts'
import { type SubmissionStatus as Status, submissionLimits, submissionStatuses } from '../rules.ts'

const ids = z.array(id).max(200).default([])

/** The filter of the review list; empty lists do not narrow. */
export const SubmissionFilter = z.object({
  submissionIds: ids,
  educationIds: ids,
  educationPartIds: ids,
  statuses: z.array(SubmissionStatus).max(6).default([]),
  assigneeId: id.nullish(),
  /** Only what nobody has been given. */
  unassigned: z.boolean().default(false),
  /** A part of the learner’s name, the part’s or the education’s title. */
  searchString: z.string().trim().max(200).default(''),
  /** Of the newest file; what has waited longest comes first. */
  descending: z.boolean().default(false),
  page: z.int().min(1).default(1),
  pageSize: z.int().min(1).max(200).default(50),
})
export type SubmissionFilter = z.infer<typeof SubmissionFilter>

/** How much waits for the caller, whatever the filter. */
export const ReviewCounts = z.object({
  toReview: z.int(),
  mine: z.int(),
  returned: z.int(),
})
export type ReviewCounts = z.infer<typeof ReviewCounts>

export const SubmissionPage = z.object({ items: z.array(Submission), total: z.int(), counts: ReviewCounts })
export type SubmissionPage = z.infer<typeof SubmissionPage>

const named = z.object({ id, title: z.string() })

/** Somebody who may be given a submission. */
export const Examiner = z.object({
  id,
  name: z.string(),
  openSubmissions: z.int(),
  /** Answers for the education. */
  responsible: z.boolean(),
})
export type Examiner = z.infer<typeof Examiner>

const byName = new Map(Object.entries(submissionStatuses).map(([name, status]) => [name.toLowerCase(), status]))

/** By number or by name. */
const statusInPath = z.string().transform((text, issues): Status => {
  const status = byName.get(text.toLowerCase()) ?? Object.values(submissionStatuses).find((one) => String(one) === text)
  if (status !== undefined) return status
  issues.addIssue({ code: 'custom', params: { reason: 'submission_status' } })
  return z.NEVER
})

const Verdict = z
  .object({
    /** Why; asked for when something is to be completed, or is not approved. */
    comment: commentText.nullish(),
    /** What the reviewer has seen; a newer file or another’s verdict is not overlooked. */
    lastChange: instant.nullish(),
  })
  .optional()

export const submissionReview = contract({
  'POST /submissionAdmin': {
    who: 'educatorsUp',
    body: SubmissionFilter,
    reply: SubmissionPage,
    summary: 'The submissions that the caller may review, what has waited longest first.',
  },
  'GET /submissionAdmin/educations': {
    who: 'educatorsUp',
    reply: z.array(named),
    summary: 'The educations with submission parts that the caller reviews.',
  },
  'GET /submissionAdmin/EducationParts': {
    who: 'educatorsUp',
    reply: z.array(named.extend({ educationIds: z.array(id) })),
    summary: 'The submission parts that the caller reviews.',
  },
  'GET /submissionAdmin/SuggestedExaminers/:submissionId': {
    who: 'educatorsUp',
    reply: z.array(Examiner),
    summary: 'Who may be given a submission, those with the fewest open ones first; never its author.',
  },
  'PUT /submissionAdmin/UpdateStatus/:submissionId/:status': {
    who: 'educatorsUp',
    params: z.object({ submissionId: queryId, status: statusInPath }),
    body: Verdict,
    reply: Submission,
    summary: 'Begins the review, asks for completion, approves or rejects; approval completes the part.',
  },
  'PUT /submissionAdmin/UpdateAssignee/:assigneeId': {
    who: 'educatorsUp',
    body: z.array(id).min(1).max(200),
    reply: z.array(Submission),
    summary: 'Gives submissions to somebody to review, all or none.',
  },
  'POST /submissionAdmin/Download/:submissionId': {
    who: 'educatorsUp',
    query: z.object({ version: queryId.optional() }),
    summary: 'The file that was handed in, newest or of a version, to be saved.',
  },
  'POST /submissionAdmin/Download': {
    who: 'educatorsUp',
    body: z.array(id).min(1).max(submissionLimits.archiveFiles),
    summary: 'The newest files of several submissions as one zip archive.',
  },
})
