import type { RefusalCode } from '#api/refusals.ts'

const MiB = 1024 * 1024
const GiB = 1024 * MiB

export type QuotaCode = Extract<
  RefusalCode,
  | 'attachment_quota'
  | 'media_quota'
  | 'package_quota'
  | 'picture_quota'
  | 'state_quota'
  | 'submission_quota'
  | 'upload_quota'
>

/** How much may be stored. Above what the largest real use needs many times over, and far below what would fill the store. */
export const quotas = {
  /** Pictures of people and educations that one person has uploaded and that are still shown. */
  pictureBytes: 500 * MiB,
  /** Files in the media library that one person has uploaded. */
  mediaBytes: 10 * GiB,
  /** All versions for one sign-up. */
  submissionBytes: 500 * MiB,
  submissionVersions: 30,
  /** Course packages that one person has uploaded and whose files still stand. */
  packageBytes: 25 * GiB,
  /** Uploads in parts that one person has begun and neither finished nor given up. */
  uploadBytes: 2 * GiB,
  openUploads: 20,
  /** State and profile documents of one person, over all courses. */
  stateBytes: 100 * MiB,
  /** State documents of one way through a course. */
  launchStateBytes: 30 * MiB,
  launchStateDocuments: 1000,
  /** Files that came with one person's statements. */
  attachmentBytes: 500 * MiB,
} as const
