import type { RefusalCode } from '#api/refusals.ts'

const MiB = 1024 * 1024
const GiB = 1024 * MiB

export type QuotaCode = Extract<
  RefusalCode,
  | 'attachment_quota'
  | 'mailing_file_quota'
  | 'media_quota'
  | 'package_quota'
  | 'picture_quota'
  | 'state_quota'
  | 'submission_quota'
  | 'upload_quota'
>

/** Storage limits: many times the largest real use, and far below the capacity of the store. */
export const quotas = {
  /** Pictures of people and educations that one person has uploaded and that are still in use. */
  pictureBytes: 500 * MiB,
  /** Files in the media library that one person has uploaded. */
  mediaBytes: 10 * GiB,
  /** Files of mailings and their drafts that one person has uploaded. */
  mailingFileBytes: 200 * MiB,
  /** All versions of one sign-up's submission. */
  submissionBytes: 500 * MiB,
  submissionVersions: 30,
  /** Course packages that one person has uploaded and whose files still exist. */
  packageBytes: 25 * GiB,
  /** Unfinished uploads of one person. */
  uploadBytes: 2 * GiB,
  openUploads: 20,
  /** State and profile documents of one person, over all courses. */
  stateBytes: 100 * MiB,
  /** State documents of one course attempt. */
  launchStateBytes: 30 * MiB,
  launchStateDocuments: 1000,
  /** Attachments of one person's statements. */
  attachmentBytes: 500 * MiB,
} as const
