import { routes as audit } from './audit/routes.ts'
import { routes as accountAccess } from './authentication/access/routes.ts'
import { routes as factors } from './authentication/factors/routes.ts'
import { routes as authentication } from './authentication/routes.ts'
import { routes as calendar } from './calendar/routes.ts'
import { routes as calendarSubscriptions } from './calendar/subscriptions/routes.ts'
import { routes as catalogue } from './catalogue/routes.ts'
import { routes as certificates } from './certificates/routes.ts'
import { routes as comments } from './comments/routes.ts'
import { routes as dashboard } from './dashboard/routes.ts'
import { routes as dataRetention } from './data-retention/routes.ts'
import { routes as desk } from './desk/routes.ts'
import { routes as disturbanceMessages } from './disturbance-messages/routes.ts'
import { routes as driverExams } from './driver-exams/routes.ts'
import { routes as educationCategories } from './education-categories/routes.ts'
import { routes as educationInvitations } from './education-invitations/routes.ts'
import { routes as educationParts } from './education-parts/routes.ts'
import { routes as educationRoles } from './education-roles/routes.ts'
import { routes as educationManagement } from './educations/management/routes.ts'
import { routes as educations } from './educations/routes.ts'
import { routes as educatorMaterials } from './educator-materials/routes.ts'
import { routes as emailChanges } from './email-changes/routes.ts'
import { routes as erasures } from './erasures/routes.ts'
import { routes as events } from './events/routes.ts'
import { routes as externalLogin } from './external-login/routes.ts'
import { routes as files } from './files/routes.ts'
import { routes as gdpr } from './gdpr/routes.ts'
import { routes as guardians } from './guardians/routes.ts'
import { routes as imports } from './imports/routes.ts'
import { routes as integrations } from './integrations/routes.ts'
import { routes as invoices } from './invoices/routes.ts'
import { routes as jobs } from './jobs/routes.ts'
import { routes as licenseGoals } from './licenses/goals/routes.ts'
import { routes as heldLicenses } from './licenses/held/routes.ts'
import { routes as reportedActivities } from './licenses/reported/routes.ts'
import { routes as licenses } from './licenses/routes.ts'
import { routes as mails } from './mails/routes.ts'
import { routes as media } from './media/routes.ts'
import { routes as notices } from './notices/routes.ts'
import { routes as occasionManagement } from './occasions/management/routes.ts'
import { routes as occasions } from './occasions/routes.ts'
import { routes as organizationManagement } from './organizations/management/routes.ts'
import { routes as organizations } from './organizations/routes.ts'
import { routes as otherRequirements } from './other-requirements/routes.ts'
import { routes as overview } from './overview/routes.ts'
import { routes as packages } from './packages/routes.ts'
import { routes as paymentOffice } from './payments/office/routes.ts'
import { routes as payments } from './payments/routes.ts'
import { routes as policyReports } from './policy-reports/routes.ts'
import { routes as portalConfiguration } from './portal-configuration/routes.ts'
import { routes as profiles } from './profiles/routes.ts'
import { routes as readiness } from './readiness/routes.ts'
import { routes as refusedAttempts } from './refused-attempts/routes.ts'
import { routes as reports } from './reports/routes.ts'
import { routes as educationResults } from './results/educations/routes.ts'
import { routes as examResults } from './results/exams/routes.ts'
import { routes as occasionResults } from './results/occasions/routes.ts'
import { routes as participants } from './results/participants/routes.ts'
import { routes as personResults } from './results/people/routes.ts'
import { routes as results } from './results/routes.ts'
import { routes as roles } from './roles/routes.ts'
import { routes as rolesOfSeveral } from './roles/several/routes.ts'
import { routerOf } from './router.ts'
import { routes as search } from './search/routes.ts'
import type { ServedCall } from './serve.ts'
import { routes as submissionDesk } from './submissions/desk/routes.ts'
import { routes as submissions } from './submissions/routes.ts'
import { routes as tags } from './tags/routes.ts'
import { routes as externalUsers } from './users/external/routes.ts'
import { routes as inactiveUsers } from './users/inactive/routes.ts'
import { routes as userLists } from './users/lists/routes.ts'
import { routes as protection } from './users/protection/routes.ts'
import { routes as users } from './users/routes.ts'
import { routes as courseFigures } from './xapi/figures/routes.ts'
import { routes as statementOffice } from './xapi/office/routes.ts'
import { routes as articulate } from './xapi/routes.ts'

/** The table of contents of the business: every call of the portal, answered. */
export const servedCalls: ServedCall[] = [
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

export { hasJustSignedIn } from './authentication/passwords/recent-password.ts'
export { machineBehind, recordMachineCall } from './integrations/machine-behind.ts'
export { everyPackageOrigin, isContentHost } from './packages/origins.ts'
export { contentResponse } from './packages/serve-content.ts'
export { frameOrigin, isPaymentFrame } from './payments/frames.ts'
export { frameTooBusy, paymentFrameResponse } from './payments/serve-frame.ts'
export { recordPolicyReports } from './policy-reports/storage.ts'
export { recordRefusedAttempt } from './refused-attempts/storage.ts'
export { isRecordStorePath, recordStoreResponse, withStoreHeaders } from './xapi/record-store.ts'
