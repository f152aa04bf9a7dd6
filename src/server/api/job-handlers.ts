import { jobs as authentication } from './authentication/jobs.ts'
import { jobs as dataRetention } from './data-retention/jobs.ts'
import { jobs as educationInvitations } from './education-invitations/jobs.ts'
import { jobs as emailChanges } from './email-changes/jobs.ts'
import { jobs as erasures } from './erasures/jobs.ts'
import { jobs as files } from './files/jobs.ts'
import { jobs as guardians } from './guardians/jobs.ts'
import { jobs as imports } from './imports/jobs.ts'
import { jobs as backgroundJobs } from './jobs/jobs.ts'
import type { JobHandler } from './jobs/run.ts'
import { jobs as licenses } from './licenses/jobs.ts'
import { jobs as mails } from './mails/jobs.ts'
import { jobs as organizations } from './organizations/jobs.ts'
import { jobs as packages } from './packages/jobs.ts'
import { jobs as payments } from './payments/jobs.ts'
import { jobs as reports } from './reports/jobs.ts'
import { jobs as results } from './results/jobs.ts'
import { jobs as scans } from './scans/jobs.ts'
import { jobs as submissions } from './submissions/jobs.ts'
import { jobs as users } from './users/jobs.ts'
import { jobs as xapi } from './xapi/jobs.ts'

/** Every job by its kind; each slice lists its own in `jobs.ts`. */
export const jobHandlers: Record<string, JobHandler> = {
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
