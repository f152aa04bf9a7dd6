import { detectMediumType } from '#api/catalogue/media/rules.ts'
import type { RefusalCode } from '#api/refusals.ts'

/** The statuses of a submission (spec G-042). */
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

/** The statuses that a reviewer can change each status to. Only an upload sets `Submitted`. */
const transitions: Record<SubmissionStatus, readonly SubmissionStatus[]> = {
  0: [],
  1: [InReview, NeedsCompletion, Approved, Rejected],
  2: [NeedsCompletion, Approved, Rejected],
  3: [],
  4: [],
  5: [],
}

/** True when the submission is approved or rejected. */
export const isDecided = (status: SubmissionStatus) => status === Approved || status === Rejected

/** True when a decision needs a comment with the reason: `NeedsCompletion` or `Rejected`. */
export const needsComment = (status: SubmissionStatus) => status === NeedsCompletion || status === Rejected

type DecisionRefusal = Extract<
  RefusalCode,
  'result_canceled' | 'submission_awaits_file' | 'submission_decided' | 'submission_status'
>

/** A change of status by a reviewer. */
export interface StatusChange {
  from: SubmissionStatus
  to: SubmissionStatus
  /** The learner has cancelled the sign-up. */
  canceled: boolean
  bySuperadministrator: boolean
}

/**
 * Returns the code by which a reviewer's change of status is refused; null when it is not. Allowed are `Submitted` to
 * `InReview`, `NeedsCompletion`, `Approved` or `Rejected`, and `InReview` to the last three. A superadministrator can
 * change a decided one to any other status from `InReview` on.
 *
 * `result_canceled`, before all: the learner has cancelled. `submission_decided`: it is approved or rejected.
 * `submission_awaits_file`: the learner must hand in a new file first. `submission_status`: any other change.
 */
export function refuseDecision({ from, to, canceled, bySuperadministrator }: StatusChange): DecisionRefusal | null {
  if (canceled) return 'result_canceled'
  if (transitions[from].includes(to)) return null
  if (isDecided(from)) return bySuperadministrator && to >= InReview && to !== from ? null : 'submission_decided'
  return from === NeedsCompletion ? 'submission_awaits_file' : 'submission_status'
}

/**
 * Returns why an assignment is refused, or null: a decided submission needs no reviewer; any other status may have one.
 */
export const refuseAssignment = (from: SubmissionStatus): 'submission_decided' | null =>
  isDecided(from) ? 'submission_decided' : null

/** Returns the status after an assignment, which begins the review: `InReview` for `Submitted`, others unchanged. */
export const toStatusWhenAssigned = (from: SubmissionStatus): SubmissionStatus => (from === Submitted ? InReview : from)

/** All facts that decide whether a learner can hand in a file. */
export interface HandInFacts {
  isSubmissionPart: boolean
  /** The learner's open sign-up to the part; null without one, also when it is cancelled or completed. */
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

/**
 * Returns the code by which a learner cannot hand in a file; null when they can. A file can be replaced until its
 * review begins, and again when it needs completion (spec G-043).
 *
 * In this order: `part_without_submission`; without an open sign-up `result_completed` or `not_signed_up`;
 * `part_awaits_approval`; `submission_in_review`; `submission_decided`.
 */
export function refuseHandIn({ isSubmissionPart, signUp, completed, status }: HandInFacts): HandInRefusal | null {
  if (!isSubmissionPart) return 'part_without_submission'
  if (!signUp) return completed ? 'result_completed' : 'not_signed_up'
  if (!signUp.approved) return 'part_awaits_approval'
  if (status === InReview) return 'submission_in_review'
  return isDecided(status) ? 'submission_decided' : null
}

/** True when the status allows a new file: it is neither in review nor decided. */
export const canHandIn = (status: SubmissionStatus) => status !== InReview && !isDecided(status)

const MiB = 1024 * 1024

/** Highest number of submissions that one call assigns. */
export const maxAssigned = 200

export const submissionLimits = {
  bytes: 50 * MiB,
  /** Bytes at the beginning of a file that its type is detected from. */
  headBytes: 512,
  /** Highest number of files in one archive. */
  archiveFiles: 100,
  archiveBytes: 500 * MiB,
} as const

const endings = ['pdf', 'doc', 'docx', 'odt', 'xls', 'xlsx', 'ppt', 'pptx', 'txt', 'jpg', 'jpeg', 'png', 'mp4', 'zip']

/** The allowed extensions with dots, for the file field and for the refusal of other files. */
export const submissionExtensions = endings.map((ending) => `.${ending}`)

const endingOf = (name: string) => /\.([^./\\]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''

/**
 * True when the extension of the file name, in any case of letters, is one of `submissionExtensions`: documents, `txt`,
 * JPEG, PNG, MP4 and ZIP. Does not look at the content.
 */
export const isSubmissionName = (name: string) => endings.includes(endingOf(name))

const maxNameLength = 150

/**
 * Returns the name to store for a file that `isSubmissionName` allows: without folders, without control and format
 * characters, with at most 150 characters before the extension, which becomes lower case. A name without any other
 * character becomes `inlamning`.
 */
export function toStoredName(fileName: string): string {
  const name = fileName
    .replace(/^.*[/\\]/s, '')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '')
    .trim()
  const ending = `.${endingOf(name)}`
  const stem = [...name.slice(0, -ending.length)].slice(0, maxNameLength).join('').trim()
  return `${stem || 'inlamning'}${ending}`
}

/** True when the beginning of a file can be text: it has no zero bytes. */
const isText = (head: Uint8Array) => !head.includes(0)

/**
 * Returns the content type of a file from its name and first `headBytes` bytes. Null when its extension is not allowed
 * or does not match its content; but a JPEG or PNG may have the extension of the other, its content gives the type. A
 * text has no zero bytes.
 */
export function detectSubmissionType(name: string, head: Uint8Array): string | null {
  if (!isSubmissionName(name)) return null
  if (endingOf(name) === 'txt') return isText(head) ? 'text/plain' : null
  const type = detectMediumType(name, head)
  return type === 'image/gif' || type === 'image/webp' ? null : type
}

/** The way a browser displays a file in a page. */
export type FileDisplay = 'document' | 'picture' | 'video' | 'text' | 'none'

/**
 * Returns how a browser displays a content type in a page. `document` for PDF, `picture` for any image, `video` for
 * MP4, `text` for plain text, and `none` for a file that is only downloaded.
 */
export function toFileDisplay(contentType: string): FileDisplay {
  if (contentType === 'application/pdf') return 'document'
  if (contentType.startsWith('image/')) return 'picture'
  if (contentType === 'video/mp4') return 'video'
  return contentType === 'text/plain' ? 'text' : 'none'
}

/** Replaces characters that are not allowed in file names on every system. */
const plainName = (text: string) =>
  text
    .normalize('NFC')
    .replace(/[^\p{L}\p{N} ._()-]+/gu, '_')
    .replace(/^[. ]+|[. ]+$/g, '')
    .slice(0, 120) || '_'

/**
 * Returns the paths of files in an archive, in their order: `<part>/<learner> v<version> <file name>`. Characters that
 * some system does not allow become `_`, and each name ends after 120 characters. A path that is taken already, in any
 * case of letters, gets a number before its extension: `… (2).pdf`.
 */
export function createArchiveNames(
  files: readonly { userName: string; educationPartTitle: string; version: number; name: string }[],
): string[] {
  const takenNames = new Set<string>()
  return files.map(({ userName, educationPartTitle, version, name }) => {
    const folder = plainName(educationPartTitle)
    const whole = `${folder}/${plainName(userName)} v${version} ${plainName(name)}`
    let free = whole
    for (let next = 2; takenNames.has(free.toLowerCase()); next += 1)
      free = whole.replace(/(\.[^.]*)?$/, ` (${next})$1`)
    takenNames.add(free.toLowerCase())
    return free
  })
}
