import { jobs as packages } from '#api/catalogue/package-management/jobs.ts'
import { jobs as xapi } from '#api/courses/xapi/jobs.ts'
import { jobs as files } from '#api/foundation/files/jobs.ts'
import { jobs as backgroundJobs } from '#api/foundation/jobs/jobs.ts'
import type { JobHandler } from '#api/foundation/jobs/run.ts'
import { jobs as scans } from '#api/foundation/scans/jobs.ts'
import { jobs as payments } from '#api/money/payments/jobs.ts'
import { jobs as dataRetention } from '#api/office/data-retention/jobs.ts'
import { jobs as erasures } from '#api/office/erasures/jobs.ts'
import { jobs as imports } from '#api/office/imports/jobs.ts'
import { jobs as mails } from '#api/office/mail-delivery/jobs.ts'
import { jobs as reports } from '#api/office/reports/jobs.ts'
import { jobs as educationInvitations } from '#api/participation/education-invitations/jobs.ts'
import { jobs as licenses } from '#api/participation/licenses/jobs.ts'
import { jobs as results } from '#api/participation/results/jobs.ts'
import { jobs as submissions } from '#api/participation/submissions/jobs.ts'
import { jobs as authentication } from '#api/people/authentication/jobs.ts'
import { jobs as emailChanges } from '#api/people/email-changes/jobs.ts'
import { jobs as guardians } from '#api/people/guardians/jobs.ts'
import { jobs as organizations } from '#api/people/organizations/jobs.ts'
import { jobs as users } from '#api/people/user-management/jobs.ts'

/** Every job by its kind; each slice lists its own in `jobs.ts`. */
export const jobHandlers: Record<string, JobHandler> = {
  // One slice a line.
  ...authentication,
  ...files,
  ...dataRetention,
  ...educationInvitations,
  ...emailChanges,
  ...erasures,
  ...guardians,
  ...imports,
  ...backgroundJobs,
  ...licenses,
  ...mails,
  ...organizations,
  ...packages,
  ...payments,
  ...reports,
  ...results,
  ...scans,
  ...submissions,
  ...users,
  ...xapi,
}
