import { jobs as packages } from './catalogue/package-management/jobs.ts'
import { jobs as xapi } from './courses/xapi/jobs.ts'
import { jobs as files } from './foundation/files/jobs.ts'
import { jobs as backgroundJobs } from './foundation/jobs/jobs.ts'
import type { JobHandler } from './foundation/jobs/run.ts'
import { jobs as scans } from './foundation/scans/jobs.ts'
import { jobs as payments } from './money/payments/jobs.ts'
import { jobs as dataRetention } from './office/data-retention/jobs.ts'
import { jobs as erasures } from './office/erasures/jobs.ts'
import { jobs as imports } from './office/imports/jobs.ts'
import { jobs as mails } from './office/mail-delivery/jobs.ts'
import { jobs as reports } from './office/reports/jobs.ts'
import { jobs as educationInvitations } from './participation/education-invitations/jobs.ts'
import { jobs as licenses } from './participation/licenses/jobs.ts'
import { jobs as results } from './participation/results/jobs.ts'
import { jobs as submissions } from './participation/submissions/jobs.ts'
import { jobs as authentication } from './people/authentication/jobs.ts'
import { jobs as emailChanges } from './people/email-changes/jobs.ts'
import { jobs as guardians } from './people/guardians/jobs.ts'
import { jobs as organizations } from './people/organizations/jobs.ts'
import { jobs as users } from './people/user-management/jobs.ts'

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
