import { calendarAccess } from './calendar-access.ts'
import { catalogueAccess } from './catalogue-access.ts'
import { factorAccess } from './factor-access.ts'
import { meetingAccess } from './meeting-access.ts'
import { moneyAccess } from './money-access.ts'
import { officeAccess } from './office-access.ts'
import { organizationAccess } from './organization-access.ts'
import { personAccess } from './person-access.ts'
import { waitingAccess } from './waiting-access.ts'

/** Callers, in the order of the matrix's columns. */
export const callers = [
  'anonymous',
  'learner',
  'external',
  'educator',
  'administrator',
  'superadministrator',
  'clubAdministrator',
  'reader',
  'writer',
] as const
export type Caller = (typeof callers)[number]

/**
 * Outcome of each call for a person and a resource that do not belong to the caller.
 * `L` requires a sign-in (401), `F` refuses (403), `H` hides (404), `·` allows the call, whose input is checked next.
 * The last column is a learner's outcome about themself, when the address names a person.
 */
const matrix = `
GET /Articulate/educatorpart/:id                                                 L F F · · · F F F -
GET /Articulate/educatorpart/:id/units                                           L F F · · · F F F -
POST /Articulate/educatorpart/:id/attempts                                       L F F · · · F F F -
POST /Articulate/educatorpart/:id/units/:position                                L F F · · · F F F -
GET /Articulate/isEducatorMaterialCompleted/:educatorArticulateId/:userId        L F F F F · F F F F
GET /Articulate/part/:id                                                         L · · · · · · F F -
GET /Articulate/part/:id/units                                                   L · · · · · · F F -
POST /Articulate/part/:id/attempts                                               L · · · · · · F F -
POST /Articulate/part/:id/units/:position                                        L · · · · · · F F -
POST /Authentication/ChangePassword                                              L · · · · · · F F -
POST /authentication/CreateExternalUser                                          L F F F F · F F F -
POST /Authentication/email/confirm                                               · · · · · · · F F -
POST /Authentication/email/object                                                · · · · · · · F F -
POST /Authentication/ForgotPassword/contactinfo                                  · · · · · · · F F -
POST /Authentication/ForgotPassword/reset                                        · · · · · · · F F -
POST /Authentication/GeneratePassword                                            L F F F F · F F F -
POST /Authentication/Login                                                       · · · · · · · F F -
POST /Authentication/Logout                                                      · · · · · · · F F -
POST /Authentication/SingleSignOn                                                · · · · · · · F F -
GET /Authentication/SingleSignOnLinkForUser/:id                                  L F F F F · F F F F
GET /comments/:educationPartResultId                                             L H H H H · H F F -
POST /comments/:educationPartResultId                                            L H H H H · H F F -
GET /Dashboard                                                                   L · · · · · · F F -
GET /Dashboard/children                                                          L · · · · · · F F -
GET /DisturbanceMessage                                                          L F F F F · F F F -
POST /DisturbanceMessage                                                         L F F F F · F F F -
PUT /DisturbanceMessage                                                          L F F F F · F F F -
DELETE /DisturbanceMessage/:id                                                   L F F F F · F F F -
GET /DisturbanceMessage/:id                                                      L F F F F · F F F -
GET /DisturbanceMessage/current                                                  · · · · · · · · · -
GET /EducationCategory                                                           L · · · · · · F F -
PUT /EducationCategory                                                           L F F F F · F F F -
GET /educationCategory/IdrottOnlineEducationCategories                           L F F F F · F F F -
PUT /EducationCategory/AddUserToEducationCategory                                L F F F F F F F F -
GET /EducationPart/EducatorArticulates                                           L F F · · · F F F -
GET /EducationPart/EducatorArticulates/:id                                       L F F · · · F F F -
POST /EducationPartOccasions                                                     L F F · · · F F F -
PUT /EducationPartOccasions                                                      L F F · · · F F F -
GET /EducationPartOccasions/:id                                                  L · · · · · · F F -
GET /EducationPartOccasions/:id/participants/moveTargets                         L F F F · · F F F -
PUT /EducationPartOccasions/:id/CancelOccasion                                   L F F F · · F F F -
GET /EducationPartOccasions/:id/managed                                          L F F F · · F F F -
GET /EducationPartOccasions/:id/participants                                     L F F F · · F F F -
POST /EducationPartOccasions/:id/participants/find                               L F F · · · F F F -
POST /EducationPartOccasions/:id/participants/mail                               L F F · · · F F F -
POST /EducationPartOccasions/:id/participants/mailMatching                       L F F · · · F F F -
PUT /EducationPartOccasions/:id/participants/move                                L F F · · · F F F -
PUT /EducationPartOccasions/:id/participants/moveMatching                        L F F · · · F F F -
GET /EducationPartOccasions/:id/series                                           L F F F · · F F F -
GET /EducationPartOccasions/:id/results/:userId                                  L F F F F · F F F ·
DELETE /EducationPartOccasions/:id/results/:userId/:resultId                     L F F F F · F F F H
PUT /EducationPartOccasions/:id/results/:userId/:resultId/move                   L · · · · · · F F ·
GET /EducationPartOccasions/:id/resultsByOrganization                            L · · · · · · F F -
GET /EducationPartOccasions/cities                                               L · · · · · · F F -
POST /EducationPartOccasions/clashes                                             L F F · · · F F F -
GET /EducationPartOccasions/places                                               L F F · · · F F F -
GET /EducationPartOccasions/responsiblePeople                                    L F F · · · F F F -
GET /EducationPartOccasions/desk                                                 L F F · · · F F F -
GET /EducationPartOccasions/filter                                               L · · · · · · F F -
GET /EducationPartOccasions/filter/managed                                       L F F · · · F F F -
GET /EducationPartOccasions/filter/managed/export                                L F F · · · F F F -
GET /EducationPartOccasions/GetAvailableSpotsOnOccasion/:occasionId              L · · · · · · F F -
GET /EducationPartOccasions/GetEducationForOccasionId/:id                        L · · · · · · F F -
GET /EducationPartOccasions/GetUncompletedPrerequisitesForOccasion/:id/:userId   L F F F F · F F F ·
GET /EducationPartOccasions/results                                              L · · · · · · F F -
PUT /EducationPartOccasions/results                                              L F F F F · F F F -
PUT /EducationPartOccasions/series                                               L F F · · · F F F -
POST /EducationPartOccasions/several                                             L F F · · · F F F -
POST /EducationParts                                                             L F F · · · F F F -
PUT /EducationParts                                                              L F F · · · F F F -
GET /EducationParts/:id                                                          L · · · · · · F F -
GET /EducationParts/:id/courseFigures                                            L F F · · · F F F -
GET /EducationParts/:id/courseFigures/:userId                                    L F F H H · F F F F
GET /EducationParts/:id/courseFigures/learners                                   L F F · · · F F F -
GET /EducationParts/:id/educationPartOccasions                                   L · · · · · · F F -
GET /EducationParts/:id/educationPartOccasions/:date                             L · · · · · · F F -
GET /EducationParts/:id/educations                                               L · · · · · · F F -
GET /EducationParts/:id/packages                                                 L F F F · · F F F -
GET /EducationParts/:id/results                                                  L F F · · · F · F -
PUT /EducationParts/:id/results                                                  L F F F F · F F F -
GET /EducationParts/:id/results/:userId                                          L F F F F · F · F ·
GET /EducationParts/articulateparts                                              L F F · · · F F F -
GET /EducationParts/several                                                      L · · · · · · F F -
DELETE /EducationPartsPracticalDriverExam/:id                                    L F F F · · F F F -
DELETE /EducationPartsPracticalDriverExam/:id/results/:userId/:resultId          L H H H H · H F F H
GET /EducationPartsPracticalDriverExam/:id                                       L · · · · · · F F -
GET /EducationPartsPracticalDriverExam/:id/canUserSignUp/:userId                 L F F F F · F F F ·
GET /EducationPartsPracticalDriverExam/:id/results                               L · · · · · · F F -
GET /EducationPartsPracticalDriverExam/allEducationsWithPracticalDriverExams     L · · · · · · F F -
GET /EducationPartsPracticalDriverExam/canUserSignUpToEducation/:educationId/:userId L F F F F · F F F ·
GET /EducationPartsPracticalDriverExam/cities                                    L · · · · · · F F -
POST /EducationPartsPracticalDriverExam                                          L F F · · · F F F -
POST /EducationPartsPracticalDriverExam/:id                                      L F F F F · F F F -
POST /EducationPartsPracticalDriverExam/:id/:userId/musthaveguardian             L F F F F · F F F ·
POST /EducationPartsPracticalDriverExam/:id/results/:userId/approve              L F F F F · F F F F
POST /EducationPartsPracticalDriverExam/create                                   L F F · · · F F F -
POST /EducationPartsPracticalDriverExam/filter                                   L · · · · · · F F -
POST /EducationPartsPracticalDriverExam/filter/export                            L F F · · · F F F -
POST /EducationPartsPracticalDriverExam/filter/MyPracticalDriverExaminationsList L · · · · · · F F -
POST /EducationPartsPracticalDriverExam/results                                  L · · · · · · F F -
POST /EducationPartsPracticalDriverExam/searchAdults                             L F F F F F F F F -
PUT /EducationPartsPracticalDriverExam/:id                                       L F F · · · F F F -
PUT /EducationPartsPracticalDriverExam/:id/assignguardian                        L H H H H · H F F -
PUT /EducationPartsPracticalDriverExam/:id/results                               L F F F F · F F F -
GET /EducationRole                                                               L · · · · · · F F -
PUT /EducationRole                                                               L F F F F · F F F -
GET /Educations                                                                  L · · · · · · F F -
POST /Educations                                                                 L F F F F · F F F -
PUT /Educations                                                                  L F F · · · F F F -
GET /Educations/:id                                                              L · · · · · · F F -
PUT /Educations/:id/AddUserToEducation                                           L F F F F · F F F -
POST /Educations/:id/copy                                                        L F F F F · F F F -
PUT /Educations/:id/educationPartDependencies/:partId                            L F F · · · F F F -
PUT /Educations/:id/educationParts                                               L F F · · · F F F -
GET /Educations/:id/Licenses                                                     L · · · · · · F F -
GET /Educations/:id/own                                                          L · · · · · · F F -
PUT /Educations/:id/publish                                                      L F F F · · F F F -
PUT /Educations/:id/results                                                      L F F · · · F F · -
GET /Educations/:id/results/:userId                                              L F F F F · F · F ·
DELETE /Educations/:id/results/:userId/:resultId                                 L F F F F · F F F F
GET /Educations/:id/resultsByOrganization                                        L · · · · · · · F -
PUT /Educations/:id/unpublish                                                    L F F F · · F F F -
GET /Educations/:id/view                                                         L · · · · · · F F -
GET /Educations/count                                                            L · · · · · · F F -
GET /Educations/desk                                                             L F F · · · F F F -
GET /Educations/filters                                                          L · · · · · · F F -
GET /Educations/GetUncompletedPrerequisitesForEducation/:id/:userId              L F F F F · F F F ·
GET /Educations/own                                                              L · · · · · · F F -
GET /Educations/page                                                             L · · · · · · F F -
GET /Educations/results                                                          L · · · · · · · F -
GET /Educations/StartedEducationBlockData                                        L · · · · · · F F -
GET /Educations/userprofile/:id                                                  L F F F F · F F F ·
DELETE /EducatorArticulates/:id                                                  L F F · · · F F F -
GET /EducatorArticulates/:id/completions                                         L F F · · · F F F -
GET /EducatorArticulates/:id/packages                                            L F F · · · F F F -
PUT /EducatorArticulates/:id                                                     L F F · · · F F F -
DELETE /Events                                                                   L F F · · · F F F -
POST /Events                                                                     L F F · · · F F F -
PUT /Events                                                                      L F F · · · F F F -
DELETE /Events/:id                                                               L F F · · · F F F -
GET /Events/latest                                                               L · · · · · · F F -
POST /ExternalLogin/cancel/:x                                                    · · · · · · · F F -
DELETE /ExternalLogin/connection                                                 L · · · · · · F F -
DELETE /ExternalLogin/connection/:userId                                         L F F F F · F F F F
GET /ExternalLogin/connection                                                    L · · · · · · F F -
POST /ExternalLogin/localdevice                                                  · · · · · · · F F -
DELETE /ExternalLogin/oidc/link                                                  L · · · · · · F F -
DELETE /ExternalLogin/oidc/link/:userId                                          L F F F F · F F F F
POST /ExternalLogin/oidc/complete                                                · · · · · · · F F -
POST /ExternalLogin/oidc/start                                                   · · · · · · · F F -
POST /ExternalLogin/result/:x                                                    · · · · · · · F F -
POST /ExternalLogin/startauthentication/:x                                       · · · · · · · F F -
GET /files/:id                                                                   · · · · · · · F F -
GET /gdpr                                                                        · · · · · · · · · -
PUT /gdpr                                                                        L F F F F · F F F -
GET /Licenses                                                                    L · · · · · · F F -
POST /Licenses                                                                   L F F F F · F F F -
PUT /Licenses                                                                    L F F F F · F F F -
DELETE /Licenses/:id                                                             L F F F F · F F F -
GET /Licenses/:id                                                                L · · · · · · F F -
POST /Licenses/LicenseGoals                                                      L F F F F F F F F -
POST /Licenses/Search                                                            L F F F F · F F F -
GET /Licenses/Search/export                                                      L F F F F · F F F -
POST /Media                                                                      L F F · · · F F F -
PUT /Media                                                                       L F F · · · F F F -
DELETE /Media/:id                                                                L F F F F · F F F -
DELETE /Media/:mediaId/education/:educationId                                    L F F F · · F F F -
DELETE /Media/:mediaId/mediatag/:tagId                                           L F F F F · F F F -
GET /Media/education/:id                                                         L · · · · · · F F -
POST /Media/education/:id                                                        L F F · · · F F F -
POST /Media/links                                                                L F F · · · F F F -
GET /Media/mediakeyvaluepair                                                     L F F · · · F F F -
GET /Media/medialibrary                                                          L · · · · · · F F -
GET /Media/mediatag/:id                                                          L · · · · · · F F -
GET /Media/page                                                                  L · · · · · · F F -
GET /MediaTag                                                                    L · · · · · · F F -
POST /MediaTag                                                                   L F F F F · F F F -
PUT /MediaTag                                                                    L F F F F · F F F -
DELETE /MediaTag/:id                                                             L F F F F · F F F -
GET /Notices/sent                                                                L F F F F · F F F -
GET /Notices                                                                     L · · · · · · F F -
POST /Notices/read                                                               L · · · · · · F F -
GET /Occasions/Results                                                           L · · · · · · F F -
GET /OtherRequirement                                                            L · · · · · · F F -
POST /OtherRequirement                                                           L F F F F · F F F -
PUT /OtherRequirement                                                            L F F F F · F F F -
POST /OtherRequirement/results                                                   L F F F · · F F · -
DELETE /OtherRequirement/results/:userId/:resultId                               L F F F · · F F F F
GET /OutsideActivities                                                           L · · · · · · F F -
POST /OutsideActivities                                                          L F F F F · F F F -
PUT /OutsideActivities                                                           L F F F F · F F F -
POST /Packages                                                                   L F F · · · F F F -
GET /Packages/:id                                                                L F F · · · F F F -
POST /Packages/uploads                                                           L F F · · · F F F -
DELETE /Packages/uploads/:uploadId                                               L F F · · · F F F -
POST /Packages/uploads/:uploadId/complete                                        L F F · · · F F F -
PUT /Packages/uploads/:uploadId/parts/:number                                    L F F · · · F F F -
GET /PortalConfiguration                                                         L F F F F · F F F -
PUT /PortalConfiguration                                                         L F F F F · F F F -
POST /PortalConfiguration/logo                                                   L F F F F · F F F -
GET /Status                                                                      · · · · · · · · · -
GET /PortalConfiguration/public                                                  · · · · · · · · · -
GET /ReportedActivities                                                          L F F F F · F F F -
PUT /ReportedActivities/:id                                                      L F F F F · F F F -
GET /reports/CourseAnswers/:id                                                   L F F · · · F F F -
GET /reports/EducationHours                                                      L F F · · · F F F -
GET /reports/exportParticipants/:id                                              L F F F · · F F F -
GET /reports/files                                                               L F F · · · F F F -
POST /reports/files                                                              L F F · · · F F F -
GET /reports/files/:id                                                           L F F · · · F F F -
GET /reports/ManualInvoicing                                                     L F F F F · F F F -
GET /reports/SignedUpAndCompleted                                                L F F · · · F F F -
GET /reports/Summary                                                             L F F · · · F F F -
GET /search                                                                      L · · · · · · F F -
GET /submission/:educationPartId                                                 L · · · · · · F F -
POST /submission/:educationPartId/uploads                                        L · · · · · · F F -
GET /submission/GetSubmissionStatusesByEducationPartId/:educationId              L · · · · · · F F -
POST /submission/Upload/:educationPartId                                         L · · · · · · F F -
PUT /submission/uploads/:uploadId/parts/:number                                  L · · · · · · F F -
POST /submissionAdmin                                                            L F F · · · F F F -
POST /submissionAdmin/export                                                     L F F · · · F F F -
POST /submissionAdmin/Download                                                   L F F H H · F F F -
POST /submissionAdmin/Download/:submissionId                                     L F F H H · F F F -
GET /submissionAdmin/EducationParts                                              L F F · · · F F F -
GET /submissionAdmin/educations                                                  L F F · · · F F F -
GET /submissionAdmin/SuggestedExaminers/:submissionId                            L F F H H · F F F -
PUT /submissionAdmin/UpdateAssignee/:assigneeId                                  L F F H H · F F F -
PUT /submissionAdmin/AssignMatching/:assigneeId                                  L F F · · · F F F -
PUT /submissionAdmin/UpdateStatus/:submissionId/:status                          L F F H H · F F F -
POST /tag                                                                        L F F · · · F F F -
DELETE /tag/:id                                                                  L F F · · · F F F -
PUT /tag/:id                                                                     L F F · · · F F F -
GET /tag/AnyConnectedOccasionsNeedsApproval/:tagId/educationPart/:educationPartId/occasion/:occasionId L · · · · · · F F -
GET /tag/AreAllOccasionsInFuture                                                 L · · · · · · F F -
GET /tag/AvailableSpotsOnConnectedOccasions/:tagId/educationPart/:educationPartId L · · · · · · F F -
GET /tag/AvailableSpotsOnConnectedOccasions/:tagId/educationPart/:educationPartId/occasion/:occasionId L · · · · · · F F -
GET /tag/ConnectedOccasionsByTag/:tagId/educationPart/:educationPartId           L · · · · · · F F -
GET /tag/ConnectedOccasions/occasion/:occasionId                                 L · · · · · · F F -
GET /tag/ConnectedResults/result/:resultId/ResultStatusType/:type                L · · · · · · F F -
GET /tag/education/:educationId                                                  L · · · · · · F F -
PUT /tag/results                                                                 L · · · · · · F F -
GET /tag/UsedPaymentMethodsByOccasionId/tag//:tagId                              L · · · · · · F F -
GET /tag/UsedPaymentMethodsByOccasionId/tag/:occasionId/:tagId                   L · · · · · · F F -
GET /tag/UsedPaymentMethodsByOccasionId/tag/:tagId                               L · · · · · · F F -
GET /User                                                                        · · · · · · · F F -
PUT /User                                                                        L · · · · · · F F -
`

export interface CallAccess {
  name: string
  letters: Record<Caller, string>
  self: string
}

const accessOf = (line: string): CallAccess => {
  const [method = '', path = '', ...letters] = line.trim().split(/\s+/)
  const own = Object.fromEntries(callers.map((caller, index) => [caller, letters[index] ?? '?']))
  return { name: `${method} ${path}`, letters: own as Record<Caller, string>, self: letters[callers.length] ?? '-' }
}

export const callAccess: ReadonlyMap<string, CallAccess> = new Map(
  `${matrix.trim()}\n${calendarAccess.trim()}\n${catalogueAccess.trim()}\n${factorAccess.trim()}\n${meetingAccess.trim()}\n${moneyAccess.trim()}\n${officeAccess.trim()}\n${organizationAccess.trim()}\n${personAccess.trim()}\n${waitingAccess.trim()}`
    .split('\n')
    .map(accessOf)
    .map((access) => [access.name, access]),
)
