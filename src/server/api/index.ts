import { routes as driverExams } from '#api/catalogue/driver-exams/routes.ts'
import { routes as educationCategories } from '#api/catalogue/education-categories/routes.ts'
import { routes as educationRoles } from '#api/catalogue/education-roles/routes.ts'
import { routes as educationManagement } from '#api/catalogue/educations/management/routes.ts'
import { routes as educations } from '#api/catalogue/educations/routes.ts'
import { routes as educatorMaterials } from '#api/catalogue/educator-materials/routes.ts'
import { routes as events } from '#api/catalogue/events/routes.ts'
import { routes as media } from '#api/catalogue/media/routes.ts'
import { routes as occasionManagement } from '#api/catalogue/occasions/management/routes.ts'
import { routes as occasions } from '#api/catalogue/occasions/routes.ts'
import { routes as packages } from '#api/catalogue/package-management/routes.ts'
import { routes as educationParts } from '#api/catalogue/part-management/routes.ts'
import { routes as courseFigures } from '#api/courses/xapi/figures/routes.ts'
import { routes as statementOffice } from '#api/courses/xapi/office/routes.ts'
import { routes as articulate } from '#api/courses/xapi/routes.ts'
import { routes as disturbanceMessages } from '#api/foundation/disturbance-messages/routes.ts'
import { routes as mails } from '#api/foundation/mails/routes.ts'
import { routes as notices } from '#api/foundation/notices/routes.ts'
import { routes as policyReports } from '#api/foundation/policy-reports/routes.ts'
import { routes as portalConfiguration } from '#api/foundation/portal-configuration/routes.ts'
import { routes as refusedAttempts } from '#api/foundation/refused-attempts/routes.ts'
import { routes as invoices } from '#api/money/invoices/routes.ts'
import { routes as paymentOffice } from '#api/money/payments/office/routes.ts'
import { routes as payments } from '#api/money/payments/routes.ts'
import { routes as accountAccess } from '#api/office/account-access/routes.ts'
import { routes as audit } from '#api/office/audit-log/routes.ts'
import { routes as calendar } from '#api/office/calendar/routes.ts'
import { routes as calendarSubscriptions } from '#api/office/calendar/subscriptions/routes.ts'
import { routes as dashboard } from '#api/office/dashboard/routes.ts'
import { routes as dataRetention } from '#api/office/data-retention/routes.ts'
import { routes as desk } from '#api/office/desk/routes.ts'
import { routes as catalogue } from '#api/office/education-list/routes.ts'
import { routes as erasures } from '#api/office/erasures/routes.ts'
import { routes as files } from '#api/office/file-reading/routes.ts'
import { routes as gdpr } from '#api/office/gdpr/routes.ts'
import { routes as imports } from '#api/office/imports/routes.ts'
import { routes as jobs } from '#api/office/job-list/routes.ts'
import { routes as overview } from '#api/office/overview/routes.ts'
import { routes as profiles } from '#api/office/profiles/routes.ts'
import { routes as protection } from '#api/office/protected-identities/routes.ts'
import { routes as reports } from '#api/office/reports/routes.ts'
import { routes as search } from '#api/office/search/routes.ts'
import { routes as certificates } from '#api/participation/certificates/routes.ts'
import { routes as comments } from '#api/participation/comments/routes.ts'
import { routes as educationInvitations } from '#api/participation/education-invitations/routes.ts'
import { routes as licenseGoals } from '#api/participation/licenses/goals/routes.ts'
import { routes as heldLicenses } from '#api/participation/licenses/held/routes.ts'
import { routes as reportedActivities } from '#api/participation/licenses/reported/routes.ts'
import { routes as licenses } from '#api/participation/licenses/routes.ts'
import { routes as otherRequirements } from '#api/participation/other-requirements/routes.ts'
import { routes as readiness } from '#api/participation/readiness/routes.ts'
import { routes as educationResults } from '#api/participation/results/educations/routes.ts'
import { routes as examResults } from '#api/participation/results/exams/routes.ts'
import { routes as occasionResults } from '#api/participation/results/occasions/routes.ts'
import { routes as participants } from '#api/participation/results/participants/routes.ts'
import { routes as personResults } from '#api/participation/results/people/routes.ts'
import { routes as results } from '#api/participation/results/routes.ts'
import { routes as submissionDesk } from '#api/participation/submissions/desk/routes.ts'
import { routes as submissions } from '#api/participation/submissions/routes.ts'
import { routes as tags } from '#api/participation/tags/routes.ts'
import { routes as factors } from '#api/people/authentication/factors/routes.ts'
import { routes as authentication } from '#api/people/authentication/routes.ts'
import { routes as emailChanges } from '#api/people/email-changes/routes.ts'
import { routes as externalLogin } from '#api/people/external-login/routes.ts'
import { routes as guardians } from '#api/people/guardians/routes.ts'
import { routes as integrations } from '#api/people/integrations/routes.ts'
import { routes as organizationManagement } from '#api/people/organizations/management/routes.ts'
import { routes as organizations } from '#api/people/organizations/routes.ts'
import { routes as roles } from '#api/people/roles/routes.ts'
import { routes as externalUsers } from '#api/people/user-management/external/routes.ts'
import { routes as inactiveUsers } from '#api/people/user-management/inactive/routes.ts'
import { routes as userLists } from '#api/people/user-management/lists/routes.ts'
import { routes as rolesOfSeveral } from '#api/people/user-management/roles/routes.ts'
import { routes as users } from '#api/people/user-management/routes.ts'
import { routerOf } from './router.ts'
import type { ServedCall } from './serve.ts'

/** The table of contents of the business: every call of the portal, answered. */
export const servedCalls: ServedCall[] = [
  // One slice a line.
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
  externalUsers,
  examResults,
  externalLogin,
  factors,
  files,
  gdpr,
  guardians,
  imports,
  inactiveUsers,
  integrations,
  jobs,
  invoices,
  heldLicenses,
  licenseGoals,
  licenses,
  mails,
  media,
  notices,
  occasionManagement,
  occasionResults,
  occasions,
  organizationManagement,
  organizations,
  otherRequirements,
  overview,
  packages,
  participants,
  paymentOffice,
  payments,
  personResults,
  policyReports,
  refusedAttempts,
  portalConfiguration,
  profiles,
  protection,
  readiness,
  reportedActivities,
  reports,
  results,
  roles,
  search,
  submissionDesk,
  submissions,
  rolesOfSeveral,
  statementOffice,
  externalUsers,
  guardians,
  inactiveUsers,
  tags,
  userLists,
  users,
].flat()

export const router = routerOf(servedCalls)

export { everyPackageOrigin, isContentHost } from '#api/catalogue/packages/origins.ts'
export { contentResponse } from '#api/courses/content-origin/serve-content.ts'
export { isRecordStorePath, recordStoreResponse } from '#api/courses/xapi/record-store.ts'
export { recordPolicyReports } from '#api/foundation/policy-reports/storage.ts'
export { recordRefusedAttempt } from '#api/foundation/refused-attempts/storage.ts'
export { frameOrigin, isPaymentFrame } from '#api/money/payments/frames.ts'
export { paymentFrameResponse } from '#api/money/payments/serve-frame.ts'
export { machineBehind, recordMachineCall } from '#api/people/integrations/machine-behind.ts'
