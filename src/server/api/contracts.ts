import { audit } from './audit-log/contract.ts'
import { accountAccess } from './account-access/contract.ts'
import { authentication } from './authentication/contract.ts'
import { factorCalls } from './authentication/factors/contract.ts'
import { calendar } from './calendar/contract.ts'
import { calendarSubscriptions } from './calendar/subscriptions/contract.ts'
import { catalogue } from './education-list/contract.ts'
import { certificates } from './certificates/contract.ts'
import { comments } from './comments/contract.ts'
import { dashboard } from './dashboard/contract.ts'
import { dataRetention } from './data-retention/contract.ts'
import { desk } from './desk/contract.ts'
import { disturbanceMessages } from './disturbance-messages/contract.ts'
import { driverExams } from './driver-exams/contract.ts'
import { educationCategories } from './education-categories/contract.ts'
import { educationInvitations } from './education-invitations/contract.ts'
import { educationParts } from './part-management/contract.ts'
import { educationRoles } from './education-roles/contract.ts'
import { educations } from './educations/contract.ts'
import { educationManagement } from './educations/management/contract.ts'
import { educatorMaterials } from './educator-materials/contract.ts'
import { emailChanges } from './email-changes/contract.ts'
import { erasures } from './erasures/contract.ts'
import { events } from './events/contract.ts'
import { externalLogin } from './external-login/contract.ts'
import { files } from './file-reading/contract.ts'
import { gdpr } from './gdpr/contract.ts'
import { guardians } from './guardians/contract.ts'
import { imports } from './imports/contract.ts'
import { integrations } from './integrations/contract.ts'
import { invoices } from './invoices/contract.ts'
import { jobCalls } from './job-list/contract.ts'
import { licenses } from './licenses/contract.ts'
import { licenseGoals } from './licenses/goals/contract.ts'
import { heldLicenses } from './licenses/held/contract.ts'
import { reportedActivities } from './licenses/reported/contract.ts'
import { mails } from './mails/contract.ts'
import { media } from './media/contract.ts'
import { notices } from './notices/contract.ts'
import { occasions } from './occasions/contract.ts'
import { occasionManagement } from './occasions/management/contract.ts'
import { organizations } from './organizations/contract.ts'
import { organizationManagement } from './organizations/management/contract.ts'
import { otherRequirements } from './other-requirements/contract.ts'
import { overview } from './overview/contract.ts'
import { packages } from './package-management/contract.ts'
import { payments } from './payments/contract.ts'
import { paymentOffice } from './payments/office/contract.ts'
import { policyReportCalls } from './policy-reports/contract.ts'
import { portalConfiguration } from './portal-configuration/contract.ts'
import { profiles } from './profiles/contract.ts'
import { readiness } from './readiness/contract.ts'
import { refusedAttemptCalls } from './refused-attempts/contract.ts'
import { reports } from './reports/contract.ts'
import { results } from './results/contract.ts'
import { educationResults } from './results/educations/contract.ts'
import { examResults } from './results/exams/contract.ts'
import { occasionResults } from './results/occasions/contract.ts'
import { participants } from './results/participants/contract.ts'
import { personResults } from './results/people/contract.ts'
import { roles } from './roles/contract.ts'
import { rolesOfSeveral } from './user-management/roles/contract.ts'
import { search } from './search/contract.ts'
import { submissions } from './submissions/contract.ts'
import { submissionDesk } from './submissions/desk/contract.ts'
import { tagCalls } from './tags/contract.ts'
import { users } from './user-management/contract.ts'
import { externalUsers } from './user-management/external/contract.ts'
import { inactiveUsers } from './user-management/inactive/contract.ts'
import { userLists } from './user-management/lists/contract.ts'
import { protection } from './protected-identities/contract.ts'
import { articulate } from './xapi/contract.ts'
import { courseFigures } from './xapi/figures/contract.ts'
import { statementOffice } from './xapi/office/contract.ts'

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
