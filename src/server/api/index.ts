import { routes as driverExams } from './catalogue/driver-exams/routes.ts'
import { routes as educationCategories } from './catalogue/education-categories/routes.ts'
import { routes as educationRoles } from './catalogue/education-roles/routes.ts'
import { routes as educationManagement } from './catalogue/educations/management/routes.ts'
import { routes as educations } from './catalogue/educations/routes.ts'
import { routes as educatorMaterials } from './catalogue/educator-materials/routes.ts'
import { routes as events } from './catalogue/events/routes.ts'
import { routes as media } from './catalogue/media/routes.ts'
import { routes as occasionManagement } from './catalogue/occasions/management/routes.ts'
import { routes as occasions } from './catalogue/occasions/routes.ts'
import { routes as packages } from './catalogue/package-management/routes.ts'
import { routes as educationParts } from './catalogue/part-management/routes.ts'
import { routes as courseFigures } from './courses/xapi/figures/routes.ts'
import { routes as statementOffice } from './courses/xapi/office/routes.ts'
import { routes as articulate } from './courses/xapi/routes.ts'
import { routes as disturbanceMessages } from './foundation/disturbance-messages/routes.ts'
import { routes as mails } from './foundation/mails/routes.ts'
import { routes as notices } from './foundation/notices/routes.ts'
import { routes as policyReports } from './foundation/policy-reports/routes.ts'
import { routes as portalConfiguration } from './foundation/portal-configuration/routes.ts'
import { routes as refusedAttempts } from './foundation/refused-attempts/routes.ts'
import { routes as invoices } from './money/invoices/routes.ts'
import { routes as paymentOffice } from './money/payments/office/routes.ts'
import { routes as payments } from './money/payments/routes.ts'
import { routes as accountAccess } from './office/account-access/routes.ts'
import { routes as audit } from './office/audit-log/routes.ts'
import { routes as calendar } from './office/calendar/routes.ts'
import { routes as calendarSubscriptions } from './office/calendar/subscriptions/routes.ts'
import { routes as dashboard } from './office/dashboard/routes.ts'
import { routes as dataRetention } from './office/data-retention/routes.ts'
import { routes as desk } from './office/desk/routes.ts'
import { routes as catalogue } from './office/education-list/routes.ts'
import { routes as erasures } from './office/erasures/routes.ts'
import { routes as files } from './office/file-reading/routes.ts'
import { routes as gdpr } from './office/gdpr/routes.ts'
import { routes as imports } from './office/imports/routes.ts'
import { routes as jobs } from './office/job-list/routes.ts'
import { routes as overview } from './office/overview/routes.ts'
import { routes as profiles } from './office/profiles/routes.ts'
import { routes as protection } from './office/protected-identities/routes.ts'
import { routes as reports } from './office/reports/routes.ts'
import { routes as search } from './office/search/routes.ts'
import { routes as certificates } from './participation/certificates/routes.ts'
import { routes as comments } from './participation/comments/routes.ts'
import { routes as educationInvitations } from './participation/education-invitations/routes.ts'
import { routes as licenseGoals } from './participation/licenses/goals/routes.ts'
import { routes as heldLicenses } from './participation/licenses/held/routes.ts'
import { routes as reportedActivities } from './participation/licenses/reported/routes.ts'
import { routes as licenses } from './participation/licenses/routes.ts'
import { routes as otherRequirements } from './participation/other-requirements/routes.ts'
import { routes as readiness } from './participation/readiness/routes.ts'
import { routes as educationResults } from './participation/results/educations/routes.ts'
import { routes as examResults } from './participation/results/exams/routes.ts'
import { routes as occasionResults } from './participation/results/occasions/routes.ts'
import { routes as participants } from './participation/results/participants/routes.ts'
import { routes as personResults } from './participation/results/people/routes.ts'
import { routes as results } from './participation/results/routes.ts'
import { routes as submissionDesk } from './participation/submissions/desk/routes.ts'
import { routes as submissions } from './participation/submissions/routes.ts'
import { routes as tags } from './participation/tags/routes.ts'
import { routes as factors } from './people/authentication/factors/routes.ts'
import { routes as authentication } from './people/authentication/routes.ts'
import { routes as emailChanges } from './people/email-changes/routes.ts'
import { routes as externalLogin } from './people/external-login/routes.ts'
import { routes as guardians } from './people/guardians/routes.ts'
import { routes as integrations } from './people/integrations/routes.ts'
import { routes as organizationManagement } from './people/organizations/management/routes.ts'
import { routes as organizations } from './people/organizations/routes.ts'
import { routes as roles } from './people/roles/routes.ts'
import { routes as externalUsers } from './people/user-management/external/routes.ts'
import { routes as inactiveUsers } from './people/user-management/inactive/routes.ts'
import { routes as userLists } from './people/user-management/lists/routes.ts'
import { routes as rolesOfSeveral } from './people/user-management/roles/routes.ts'
import { routes as users } from './people/user-management/routes.ts'
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

export { everyPackageOrigin, isContentHost } from './catalogue/packages/origins.ts'
export { contentResponse } from './courses/content-origin/serve-content.ts'
export { isRecordStorePath, recordStoreResponse } from './courses/xapi/record-store.ts'
export { recordPolicyReports } from './foundation/policy-reports/storage.ts'
export { recordRefusedAttempt } from './foundation/refused-attempts/storage.ts'
export { frameOrigin, isPaymentFrame } from './money/payments/frames.ts'
export { paymentFrameResponse } from './money/payments/serve-frame.ts'
export { machineBehind, recordMachineCall } from './people/integrations/machine-behind.ts'
