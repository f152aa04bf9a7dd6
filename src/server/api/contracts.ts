import { driverExams } from './catalogue/driver-exams/contract.ts'
import { educationCategories } from './catalogue/education-categories/contract.ts'
import { educationRoles } from './catalogue/education-roles/contract.ts'
import { educations } from './catalogue/educations/contract.ts'
import { educationManagement } from './catalogue/educations/management/contract.ts'
import { educatorMaterials } from './catalogue/educator-materials/contract.ts'
import { events } from './catalogue/events/contract.ts'
import { media } from './catalogue/media/contract.ts'
import { occasions } from './catalogue/occasions/contract.ts'
import { occasionManagement } from './catalogue/occasions/management/contract.ts'
import { packages } from './catalogue/package-management/contract.ts'
import { educationParts } from './catalogue/part-management/contract.ts'
import { articulate } from './courses/xapi/contract.ts'
import { courseFigures } from './courses/xapi/figures/contract.ts'
import { statementOffice } from './courses/xapi/office/contract.ts'
import { disturbanceMessages } from './foundation/disturbance-messages/contract.ts'
import { mails } from './foundation/mails/contract.ts'
import { notices } from './foundation/notices/contract.ts'
import { policyReportCalls } from './foundation/policy-reports/contract.ts'
import { portalConfiguration } from './foundation/portal-configuration/contract.ts'
import { refusedAttemptCalls } from './foundation/refused-attempts/contract.ts'
import { invoices } from './money/invoices/contract.ts'
import { payments } from './money/payments/contract.ts'
import { paymentOffice } from './money/payments/office/contract.ts'
import { accountAccess } from './office/account-access/contract.ts'
import { audit } from './office/audit-log/contract.ts'
import { calendar } from './office/calendar/contract.ts'
import { calendarSubscriptions } from './office/calendar/subscriptions/contract.ts'
import { dashboard } from './office/dashboard/contract.ts'
import { dataRetention } from './office/data-retention/contract.ts'
import { desk } from './office/desk/contract.ts'
import { catalogue } from './office/education-list/contract.ts'
import { erasures } from './office/erasures/contract.ts'
import { files } from './office/file-reading/contract.ts'
import { gdpr } from './office/gdpr/contract.ts'
import { imports } from './office/imports/contract.ts'
import { jobCalls } from './office/job-list/contract.ts'
import { overview } from './office/overview/contract.ts'
import { profiles } from './office/profiles/contract.ts'
import { protection } from './office/protected-identities/contract.ts'
import { reports } from './office/reports/contract.ts'
import { search } from './office/search/contract.ts'
import { certificates } from './participation/certificates/contract.ts'
import { comments } from './participation/comments/contract.ts'
import { educationInvitations } from './participation/education-invitations/contract.ts'
import { licenses } from './participation/licenses/contract.ts'
import { licenseGoals } from './participation/licenses/goals/contract.ts'
import { heldLicenses } from './participation/licenses/held/contract.ts'
import { reportedActivities } from './participation/licenses/reported/contract.ts'
import { otherRequirements } from './participation/other-requirements/contract.ts'
import { readiness } from './participation/readiness/contract.ts'
import { results } from './participation/results/contract.ts'
import { educationResults } from './participation/results/educations/contract.ts'
import { examResults } from './participation/results/exams/contract.ts'
import { occasionResults } from './participation/results/occasions/contract.ts'
import { participants } from './participation/results/participants/contract.ts'
import { personResults } from './participation/results/people/contract.ts'
import { submissions } from './participation/submissions/contract.ts'
import { submissionDesk } from './participation/submissions/desk/contract.ts'
import { tagCalls } from './participation/tags/contract.ts'
import { authentication } from './people/authentication/contract.ts'
import { factorCalls } from './people/authentication/factors/contract.ts'
import { emailChanges } from './people/email-changes/contract.ts'
import { externalLogin } from './people/external-login/contract.ts'
import { guardians } from './people/guardians/contract.ts'
import { integrations } from './people/integrations/contract.ts'
import { organizations } from './people/organizations/contract.ts'
import { organizationManagement } from './people/organizations/management/contract.ts'
import { roles } from './people/roles/contract.ts'
import { users } from './people/user-management/contract.ts'
import { externalUsers } from './people/user-management/external/contract.ts'
import { inactiveUsers } from './people/user-management/inactive/contract.ts'
import { userLists } from './people/user-management/lists/contract.ts'
import { rolesOfSeveral } from './people/user-management/roles/contract.ts'

/** Every call there is, by slice. Pure: the documents, the tests and the types read it. */
export const contracts = {
  accountAccess,
  articulate,
  audit,
  authentication,
  calendar,
  calendarSubscriptions,
  catalogue,
  certificates,
  comments,
  courseFigures,
  dashboard,
  dataRetention,
  desk,
  disturbanceMessages,
  driverExams,
  educationCategories,
  educationInvitations,
  educationManagement,
  educationParts,
  educationResults,
  educationRoles,
  educations,
  educatorMaterials,
  emailChanges,
  erasures,
  events,
  examResults,
  externalLogin,
  factorCalls,
  files,
  gdpr,
  imports,
  integrations,
  jobCalls,
  invoices,
  heldLicenses,
  licenseGoals,
  licenses,
  mails,
  media,
  notices,
  occasionResults,
  occasionManagement,
  occasions,
  organizations,
  organizationManagement,
  otherRequirements,
  overview,
  packages,
  participants,
  paymentOffice,
  payments,
  personResults,
  policyReportCalls,
  refusedAttemptCalls,
  portalConfiguration,
  profiles,
  protection,
  readiness,
  reportedActivities,
  reports,
  results,
  roles,
  rolesOfSeveral,
  search,
  submissionDesk,
  submissions,
  guardians,
  externalUsers,
  inactiveUsers,
  tagCalls,
  statementOffice,
  userLists,
  users,
}

type Union<T> = T[keyof T]
type Merged<U> = (U extends unknown ? (given: U) => void : never) extends (given: infer I) => void ? I : never

/** All calls in one type, for typed clients; import it as a type only. */
export type Calls = Merged<Union<typeof contracts>>
