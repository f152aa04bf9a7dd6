import { educationCategories } from '#api/catalogue/education-categories/contract.ts'
import { educationRoles } from '#api/catalogue/education-roles/contract.ts'
import { educations } from '#api/catalogue/educations/contract.ts'
import { educationManagement } from '#api/catalogue/educations/management/contract.ts'
import { educatorMaterials } from '#api/catalogue/educator-materials/contract.ts'
import { events } from '#api/catalogue/events/contract.ts'
import { driverExams } from '#api/catalogue/exams/contract.ts'
import { media } from '#api/catalogue/media/contract.ts'
import { occasions } from '#api/catalogue/occasions/contract.ts'
import { occasionManagement } from '#api/catalogue/occasions/management/contract.ts'
import { meetingCalls } from '#api/catalogue/occasions/meetings/contract.ts'
import { occasionPlanning } from '#api/catalogue/occasions/planning/contract.ts'
import { packages } from '#api/catalogue/package-management/contract.ts'
import { educationParts } from '#api/catalogue/part-management/contract.ts'
import { articulate } from '#api/courses/xapi/contract.ts'
import { courseFigures } from '#api/courses/xapi/figures/contract.ts'
import { statementOffice } from '#api/courses/xapi/office/contract.ts'
import { disturbanceMessages } from '#api/foundation/disturbance-messages/contract.ts'
import { mails } from '#api/foundation/mails/contract.ts'
import { notices } from '#api/foundation/notices/contract.ts'
import { policyReportCalls } from '#api/foundation/policy-reports/contract.ts'
import { portalConfiguration } from '#api/foundation/portal-configuration/contract.ts'
import { refusedAttemptCalls } from '#api/foundation/refused-attempts/contract.ts'
import { fortnoxCalls } from '#api/money/fortnox/contract.ts'
import { invoiceBatches } from '#api/money/invoices/batches/contract.ts'
import { invoices } from '#api/money/invoices/contract.ts'
import { invoiceCredits } from '#api/money/invoices/credits/contract.ts'
import { cancellations } from '#api/money/payments/cancellations/contract.ts'
import { payments } from '#api/money/payments/contract.ts'
import { paymentOffice } from '#api/money/payments/office/contract.ts'
import { accountAccess } from '#api/office/account-access/contract.ts'
import { audit } from '#api/office/audit-log/contract.ts'
import { boardReportCalls } from '#api/office/board-report/contract.ts'
import { bookings } from '#api/office/bookings/contract.ts'
import { calendar } from '#api/office/calendar/contract.ts'
import { calendarSubscriptions } from '#api/office/calendar/subscriptions/contract.ts'
import { dashboard } from '#api/office/dashboard/contract.ts'
import { dataRetention } from '#api/office/data-retention/contract.ts'
import { catalogue } from '#api/office/education-list/contract.ts'
import { erasures } from '#api/office/erasures/contract.ts'
import { files } from '#api/office/file-reading/contract.ts'
import { gdpr } from '#api/office/gdpr/contract.ts'
import { imports } from '#api/office/imports/contract.ts'
import { jobCalls } from '#api/office/job-list/contract.ts'
import { mailingRuleCalls } from '#api/office/mailing-rules/contract.ts'
import { mailingTextCalls } from '#api/office/mailing-texts/contract.ts'
import { mailingCalls } from '#api/office/mailings/contract.ts'
import { operationsCalls } from '#api/office/operations/contract.ts'
import { organizationOffice } from '#api/office/organizations/contract.ts'
import { memberSignUps } from '#api/office/organizations/sign-ups/contract.ts'
import { overview } from '#api/office/overview/contract.ts'
import { personMerges as personMergeCalls } from '#api/office/person-merges/contract.ts'
import { profiles } from '#api/office/profiles/contract.ts'
import { protection } from '#api/office/protected-identities/contract.ts'
import { publicCatalogue } from '#api/office/public-catalogue/contract.ts'
import { reportScheduleCalls } from '#api/office/report-schedules/contract.ts'
import { reports } from '#api/office/reports/contract.ts'
import { savedViewCalls } from '#api/office/saved-views/contract.ts'
import { search } from '#api/office/search/contract.ts'
import { sentMessages } from '#api/office/sent-messages/contract.ts'
import { studyReportCalls } from '#api/office/study-reports/contract.ts'
import { webhookCalls } from '#api/office/webhooks/contract.ts'
import { worklist } from '#api/office/worklist/contract.ts'
import { officeHome } from '#api/office/worklist/home/contract.ts'
import { certificates } from '#api/participation/certificates/contract.ts'
import { cvCodes } from '#api/participation/certificates/cv-codes/contract.ts'
import { educationRenewals } from '#api/participation/certificates/renewals/contract.ts'
import { certificateShares } from '#api/participation/certificates/shares/contract.ts'
import { comments } from '#api/participation/comments/contract.ts'
import { educationInvitations } from '#api/participation/education-invitations/contract.ts'
import { educationResults } from '#api/participation/education-results/contract.ts'
import { educationWatches } from '#api/participation/education-watches/contract.ts'
import { examResults } from '#api/participation/exam-results/contract.ts'
import { licenses } from '#api/participation/licenses/contract.ts'
import { licenseGoals } from '#api/participation/licenses/goals/contract.ts'
import { heldLicenses } from '#api/participation/licenses/held/contract.ts'
import { reportedActivities } from '#api/participation/licenses/reported/contract.ts'
import { meetingAttendanceCalls } from '#api/participation/meeting-attendance/contract.ts'
import { otherRequirements } from '#api/participation/other-requirements/contract.ts'
import { personResults } from '#api/participation/person-results/contract.ts'
import { readiness } from '#api/participation/readiness/contract.ts'
import { results } from '#api/participation/results/contract.ts'
import { signUps } from '#api/participation/sign-ups/contract.ts'
import { occasionResults } from '#api/participation/sign-ups/occasions/contract.ts'
import { participants } from '#api/participation/sign-ups/participants/contract.ts'
import { submissions } from '#api/participation/submissions/contract.ts'
import { submissionReview } from '#api/participation/submissions/review/contract.ts'
import { tagCalls } from '#api/participation/tags/contract.ts'
import { waitingList } from '#api/participation/waiting-list/contract.ts'
import { authentication } from '#api/people/authentication/contract.ts'
import { factorCalls } from '#api/people/authentication/factors/contract.ts'
import { duplicates } from '#api/people/duplicates/contract.ts'
import { emailChanges } from '#api/people/email-changes/contract.ts'
import { externalLogin } from '#api/people/external-login/contract.ts'
import { oidc } from '#api/people/external-login/oidc/contract.ts'
import { guardians } from '#api/people/guardians/contract.ts'
import { integrations } from '#api/people/integrations/contract.ts'
import { integrationPeopleCalls } from '#api/people/integrations/people/contract.ts'
import { memberImports } from '#api/people/member-imports/contract.ts'
import { organizations } from '#api/people/organizations/contract.ts'
import { organizationManagement } from '#api/people/organizations/management/contract.ts'
import { ownAccounts } from '#api/people/own-accounts/contract.ts'
import { personNotes } from '#api/people/person-notes/contract.ts'
import { register } from '#api/people/register/contract.ts'
import { roles } from '#api/people/roles/contract.ts'
import { users } from '#api/people/user-management/contract.ts'
import { externalUsers } from '#api/people/user-management/external/contract.ts'
import { inactiveUsers } from '#api/people/user-management/inactive/contract.ts'
import { userLists } from '#api/people/user-management/lists/contract.ts'
import { rolesOfSeveral } from '#api/people/user-management/roles/contract.ts'

/** Every call there is, by slice. Pure: the documents, the tests and the types read it. */
export const contracts = {
  accountAccess,
  articulate,
  audit,
  authentication,
  boardReportCalls,
  bookings,
  calendar,
  calendarSubscriptions,
  catalogue,
  certificates,
  certificateShares,
  cvCodes,
  comments,
  courseFigures,
  dashboard,
  dataRetention,
  desk: worklist,
  disturbanceMessages,
  driverExams,
  duplicates,
  educationCategories,
  educationInvitations,
  waitingList,
  educationWatches,
  educationManagement,
  educationParts,
  educationRenewals,
  educationResults,
  educationRoles,
  educations,
  educatorMaterials,
  emailChanges,
  erasures,
  personMergeCalls,
  events,
  examResults,
  externalLogin,
  oidc,
  factorCalls,
  files,
  gdpr,
  imports,
  integrations,
  integrationPeopleCalls,
  operations: operationsCalls,
  webhooks: webhookCalls,
  jobCalls,
  invoices,
  fortnoxCalls,
  invoiceBatches,
  invoiceCredits,
  heldLicenses,
  licenseGoals,
  licenses,
  mailingCalls,
  mailingRuleCalls,
  mailingTextCalls,
  mails,
  media,
  notices,
  occasionResults,
  occasionManagement,
  meetingCalls,
  meetingAttendanceCalls,
  occasionPlanning,
  occasions,
  officeHome,
  memberImports,
  memberSignUps,
  organizations,
  ownAccounts,
  register,
  organizationManagement,
  organizationOffice,
  otherRequirements,
  overview,
  packages,
  participants,
  paymentOffice,
  cancellations,
  payments,
  personNotes,
  personResults,
  policyReportCalls,
  refusedAttemptCalls,
  portalConfiguration,
  profiles,
  protection,
  publicCatalogue,
  readiness,
  reportedActivities,
  reports,
  results,
  roles,
  rolesOfSeveral,
  reportScheduleCalls,
  savedViewCalls,
  studyReportCalls,
  search,
  sentMessages,
  signUps,
  submissionDesk: submissionReview,
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
type Intersection<U> = (U extends unknown ? (value: U) => void : never) extends (value: infer I) => void ? I : never

/** All calls in one type, for typed clients; import it as a type only. */
export type Calls = Intersection<Union<typeof contracts>>
