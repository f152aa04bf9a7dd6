import { z } from 'zod'
import { contract } from '#api/calls.ts'
import { tableFileKinds } from '#api/foundation/files/rules.ts'
import { commentText } from '#api/participation/comments/contract.ts'
import { id, instant, queryId } from '#api/wire.ts'
import { Submission, SubmissionStatus } from '../contract.ts'
import { maxAssigned, type SubmissionStatus as Status, submissionLimits, submissionStatuses } from '../rules.ts'

const ids = z.array(id).max(200).default([])

/** The filter of the review list; an empty list matches all. */
export const SubmissionFilter = z.object({
  submissionIds: ids,
  educationIds: ids,
  educationPartIds: ids,
  statuses: z.array(SubmissionStatus).max(6).default([]),
  assigneeId: id.nullish(),
  /** Only submissions without an assignee. */
  unassigned: z.boolean().default(false),
  /** Text in the learner’s name, or in the title of the part or the education. */
  searchString: z.string().trim().max(200).default(''),
  /** Newest upload first; otherwise the oldest is first. */
  descending: z.boolean().default(false),
  page: z.int().min(1).default(1),
  pageSize: z.int().min(1).max(200).default(50),
})
export type SubmissionFilter = z.infer<typeof SubmissionFilter>

/** The submissions that a filter selects on all pages. */
export const AssignMatching = z.object({
  filter: SubmissionFilter.omit({ page: true, pageSize: true, descending: true }),
  /** Number of submissions that the caller saw. Nothing is assigned when it has changed. */
  expectedCount: z.int().min(1).max(maxAssigned),
})
export type AssignMatching = z.infer<typeof AssignMatching>

/** Numbers of submissions that wait for the caller, regardless of the filter. */
export const ReviewCounts = z.object({
  toReview: z.int(),
  mine: z.int(),
  returned: z.int(),
})
export type ReviewCounts = z.infer<typeof ReviewCounts>

export const SubmissionPage = z.object({ items: z.array(Submission), total: z.int(), counts: ReviewCounts })
export type SubmissionPage = z.infer<typeof SubmissionPage>

const titled = z.object({ id, title: z.string() })

/** A person to whom a submission can be assigned. */
export const Examiner = z.object({
  id,
  name: z.string(),
  openSubmissions: z.int(),
  /** The person is responsible for the education. */
  responsible: z.boolean(),
})
export type Examiner = z.infer<typeof Examiner>

const byName = new Map(Object.entries(submissionStatuses).map(([name, status]) => [name.toLowerCase(), status]))

/** Accepts the number of a status, or its name in any case. */
const statusInPath = z.string().transform((text, issues): Status => {
  const status = byName.get(text.toLowerCase()) ?? Object.values(submissionStatuses).find((one) => String(one) === text)
  if (status !== undefined) return status
  issues.addIssue({ code: 'custom', params: { reason: 'submission_status' } })
  return z.NEVER
})

const ReviewDecision = z
  .object({
    /** The reason; required when the file needs completion or is rejected. */
    comment: commentText.nullish(),
    /** The version that the reviewer read (optimistic locking). */
    lastChange: instant.nullish(),
  })
  .optional()

export const submissionReview = contract({
  'POST /submissionAdmin': {
    who: 'educatorsUp',
    body: SubmissionFilter,
    reply: SubmissionPage,
    summary: 'Lists the submissions that the caller may review, longest waiting first.',
  },
  'POST /submissionAdmin/export': {
    who: 'educatorsUp',
    cache: 'never',
    body: SubmissionFilter.omit({ page: true, pageSize: true }).extend({ kind: z.enum(tableFileKinds) }),
    summary:
      'Exports the submissions that a filter selects as Excel or CSV, of those that the caller may review, without their files, at most 20,000 rows; the export is recorded.',
  },
  'GET /submissionAdmin/educations': {
    who: 'educatorsUp',
    reply: z.array(titled),
    summary: 'Lists the educations with submission parts that the caller reviews.',
  },
  'GET /submissionAdmin/EducationParts': {
    who: 'educatorsUp',
    reply: z.array(titled.extend({ educationIds: z.array(id) })),
    summary: 'Lists the submission parts that the caller reviews.',
  },
  'GET /submissionAdmin/SuggestedExaminers/:submissionId': {
    who: 'educatorsUp',
    reply: z.array(Examiner),
    summary: 'Lists the people who can review a submission, those with the fewest open ones first; never its author.',
  },
  'PUT /submissionAdmin/UpdateStatus/:submissionId/:status': {
    who: 'educatorsUp',
    params: z.object({ submissionId: queryId, status: statusInPath }),
    body: ReviewDecision,
    reply: Submission,
    summary: 'Starts the review, asks for completion, approves or rejects; approval completes the part.',
  },
  'PUT /submissionAdmin/UpdateAssignee/:assigneeId': {
    who: 'educatorsUp',
    body: z.array(id).min(1).max(maxAssigned),
    reply: z.array(Submission),
    summary: 'Assigns submissions to a reviewer, all or none.',
  },
  'PUT /submissionAdmin/AssignMatching/:assigneeId': {
    who: 'educatorsUp',
    body: AssignMatching,
    reply: z.array(Submission),
    summary:
      'Assigns all submissions that a filter selects to a reviewer, all or none, when their number is unchanged.',
  },
  'POST /submissionAdmin/Download/:submissionId': {
    who: 'educatorsUp',
    query: z.object({ version: queryId.optional() }),
    summary: 'Downloads the submitted file, the newest or that of a version.',
  },
  'POST /submissionAdmin/Download': {
    who: 'educatorsUp',
    body: z.array(id).min(1).max(submissionLimits.archiveFiles),
    summary: 'Downloads the newest files of several submissions as one zip archive.',
  },
})
