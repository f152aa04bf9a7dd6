import { mediumTypeOf } from '#api/catalogue/media/rules.ts'
import type { RefusalCode } from '#api/refusals.ts'

/** How a submission stands (spec G-042). */
export const submissionStatuses = {
  NotSubmitted: 0,
  Submitted: 1,
  InReview: 2,
  NeedsCompletion: 3,
  Approved: 4,
  Rejected: 5,
} as const
export type SubmissionStatus = (typeof submissionStatuses)[keyof typeof submissionStatuses]

const { Submitted, InReview, NeedsCompletion, Approved, Rejected } = submissionStatuses

/** What a reviewer may make of it. Handed in again it becomes by the upload alone. */
const transitions: Record<SubmissionStatus, readonly SubmissionStatus[]> = {
  0: [],
  1: [InReview, NeedsCompletion, Approved, Rejected],
  2: [NeedsCompletion, Approved, Rejected],
  3: [],
  4: [],
  5: [],
}

export const isDecided = (status: SubmissionStatus) => status === Approved || status === Rejected

/** Whether the learner must be told why. */
export const needsComment = (status: SubmissionStatus) => status === NeedsCompletion || status === Rejected

type DecisionRefusal = Extract<
  RefusalCode,
  'result_canceled' | 'submission_awaits_file' | 'submission_decided' | 'submission_status'
>

export interface Decision {
  from: SubmissionStatus
  to: SubmissionStatus
  /** The learner has signed off. */
  canceled: boolean
  bySuperadministrator: boolean
}

export function refuseDecision({ from, to, canceled, bySuperadministrator }: Decision): DecisionRefusal | null {
  if (canceled) return 'result_canceled'
  if (transitions[from].includes(to)) return null
  if (isDecided(from)) return bySuperadministrator && to >= InReview && to !== from ? null : 'submission_decided'
  return from === NeedsCompletion ? 'submission_awaits_file' : 'submission_status'
}

/** Nothing is given to somebody to review that is decided already. */
export const refuseAssignment = (from: SubmissionStatus): 'submission_decided' | null =>
  isDecided(from) ? 'submission_decided' : null

/** Being given to somebody is the beginning of the review. */
export const statusWhenAssigned = (from: SubmissionStatus): SubmissionStatus => (from === Submitted ? InReview : from)

export interface HandInFacts {
  isSubmissionPart: boolean
  /** The learner's open sign-up to the part; none: never signed up, signed off, or completed. */
  signUp: { approved: boolean } | null
  completed: boolean
  status: SubmissionStatus
}

type HandInRefusal = Extract<
  RefusalCode,
  | 'not_signed_up'
  | 'part_awaits_approval'
  | 'part_without_submission'
  | 'result_completed'
  | 'submission_decided'
  | 'submission_in_review'
>

/** The learner may hand in, or replace what is handed in, until somebody has begun to review it (spec G-043). */
export function refuseHandIn({ isSubmissionPart, signUp, completed, status }: HandInFacts): HandInRefusal | null {
  if (!isSubmissionPart) return 'part_without_submission'
  if (!signUp) return completed ? 'result_completed' : 'not_signed_up'
  if (!signUp.approved) return 'part_awaits_approval'
  if (status === InReview) return 'submission_in_review'
  return isDecided(status) ? 'submission_decided' : null
}

export const mayHandIn = (status: SubmissionStatus) => status !== InReview && !isDecided(status)

const MiB = 1024 * 1024

export const submissionLimits = {
  bytes: 50 * MiB,
  /** So much of the beginning tells what a file is. */
  headBytes: 512,
  /** What is taken out as one archive. */
  archiveFiles: 100,
  archiveBytes: 500 * MiB,
} as const

const endings = ['pdf', 'doc', 'docx', 'odt', 'xls', 'xlsx', 'ppt', 'pptx', 'txt', 'jpg', 'jpeg', 'png', 'mp4', 'zip']

/** For the field where a file is chosen, and for whoever chose another. */
export const submissionEndings = endings.map((ending) => `.${ending}`)

const endingOf = (name: string) => /\.([^./\\]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''

export const isSubmissionName = (name: string) => endings.includes(endingOf(name))

const nameAtMost = 150

/**
 * A file's name as it is kept: no folders, nothing that turns the reading direction or is not seen, and never without its
 * ending, however long it is.
 */
export function keptName(given: string): string {
  const name = given
    .replace(/^.*[/\\]/s, '')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '')
    .trim()
  const ending = `.${endingOf(name)}`
  const stem = [...name.slice(0, -ending.length)].slice(0, nameAtMost).join('').trim()
  return `${stem || 'inlamning'}${ending}`
}

/** Text holds no zeros; anything else that says it is text is something in disguise. */
const isText = (head: Uint8Array) => !head.includes(0)

/** What a file is kept as, when its ending is allowed and its content agrees; null otherwise. */
export function submissionTypeOf(name: string, head: Uint8Array): string | null {
  if (!isSubmissionName(name)) return null
  if (endingOf(name) === 'txt') return isText(head) ? 'text/plain' : null
  const type = mediumTypeOf(name, head)
  return type === 'image/gif' || type === 'image/webp' ? null : type
}

export type Shown = 'document' | 'picture' | 'video' | 'text' | 'none'

/** How a browser can show the file in place. */
export function shownAs(contentType: string): Shown {
  if (contentType === 'application/pdf') return 'document'
  if (contentType.startsWith('image/')) return 'picture'
  if (contentType === 'video/mp4') return 'video'
  return contentType === 'text/plain' ? 'text' : 'none'
}

/** Letters, digits and a few signs that every system takes for a file's name. */
const plainName = (text: string) =>
  text
    .normalize('NFC')
    .replace(/[^\p{L}\p{N} ._()-]+/gu, '_')
    .replace(/^[. ]+|[. ]+$/g, '')
    .slice(0, 120) || '_'

/** A name for each file of an archive: whose it is and for what; no two are the same. */
export function archiveNames(
  files: readonly { userName: string; educationPartTitle: string; version: number; name: string }[],
): string[] {
  const taken = new Set<string>()
  return files.map(({ userName, educationPartTitle, version, name }) => {
    const folder = plainName(educationPartTitle)
    const whole = `${folder}/${plainName(userName)} v${version} ${plainName(name)}`
    let free = whole
    for (let next = 2; taken.has(free.toLowerCase()); next += 1) free = whole.replace(/(\.[^.]*)?$/, ` (${next})$1`)
    taken.add(free.toLowerCase())
    return free
  })
}
