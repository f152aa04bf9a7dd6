import { invitationAccess } from './invitation-access.ts'

/** The lines of `call-access.ts` about the calls below `/user`, in the same columns. */
export const personAccess = `
GET /User/:id                                                                    L · · · · · · · F ·
GET /user/:id/ActiveUserLicenses                                                 L F F F F · F · F ·
GET /user/:id/BookedOccasions                                                    L F F F F · F F F ·
GET /user/:id/bookedpracticaldriverexams                                         L F F F F · F F F ·
GET /user/:id/cv                                                                 L F F F F · F F F ·
GET /user/:id/EducationCountForResponsible                                       L F F F · · F F F F
GET /user/:id/educationresults                                                   L F F F F · F · F ·
GET /user/:id/educationresultslatest                                             L F F F F · F · F ·
GET /user/:id/EducationsForResponsible                                           L F F F · · F F F F
DELETE /user/:id/emailchange                                                     L F F F F · F F F H
POST /user/:id/emailchange/resend                                                L F F F F · F F F H
GET /User/:id/guardian                                                           L F F F F · F F F ·
POST /User/:id/guardian                                                          L F F F F · F F F ·
PUT /User/:id/guardian                                                           L F F F F · F F F F
POST /User/:id/guardian/candidates                                               L F F F F · F F F ·
DELETE /User/:id/guardian/:guardianId                                            L F F F F · F F F H
GET /user/:id/LicenseGoals                                                       L F F F F · F F F ·
DELETE /user/:id/LicenseGoals/:goalId                                            L F F F F · F F F H
GET /user/:id/LicenseQualifications                                              L F F F F · F F F ·
GET /user/:id/Licenses                                                           L F F F F · F · F ·
POST /user/:id/Licenses                                                          L F F F F · F F F F
POST /user/:id/Licenses/:licenseId/renew                                         L F F F F · F F F H
GET /user/:id/LicenseRenewals                                                    L F F F F · F F F ·
POST /user/:id/Licenses/:licenseId/revoke                                        L F F F F · F F F F
GET /user/:id/musthaveguardianforeducation/:educationId                          L F F F F · F F F ·
GET /user/:id/organizations                                                      L F F F F · F · F ·
GET /user/:id/OtherRequirementResults                                            L F F F F · F · F ·
GET /user/:id/personaldata                                                       L F F F F F F F F ·
GET /user/:id/profile                                                            L · · · · · · F F ·
GET /user/:id/readiness/education/:educationId                                   L F F F F · F F F ·
GET /user/:id/readiness/license/:licenseId                                       L F F F F · F F F ·
GET /user/:id/recommended                                                        L F F F F · F F F ·
GET /user/:id/ReportedActivities                                                 L F F F F · F F F ·
POST /user/:id/ReportedActivities                                                L F F F F · F F F H
DELETE /User/:id/roles/:role                                                     L F F F F · F F F F
PUT /User/:id/roles/:role                                                        L F F F F · F F F F
PUT /User/:id/roles/extensions                                                   L F F F F · F F F F
GET /user/:id/StartedEducations                                                  L F F F F · F F F ·
PUT /User/:id/updateRoles                                                        L F F F F · F F F F
GET /user/:id/UserToEducationCategory                                            L F F F F · F F F ·
GET /user/:userId/bookedOccasionsDates/:educationId                              L F F F F · F F F ·
GET /user/:userId/canUserSignUpToEducationForOccasion/:id                        L F F F F · F F F ·
GET /user/:userId/canUserSignUpToEducationPart/:id                               L F F F F · F F F ·
GET /user/:userId/certificate/:educationId                                       L F F F F · F F F H
GET /user/:userId/signedUpToEducationForOccasion/:id                             L F F F F · F F F ·
PUT /user/edit/:id                                                               L F F F F · F F F ·
GET /User/exists/:x                                                              L F F F F · F F F -
POST /User/export                                                                L F F F · · · F F -
POST /User/filtered                                                              L F F F · · · · F -
POST /User/filterededucation                                                     L F F · · · F F F -
POST /User/filteredoccassion                                                     L F F · · · F F F -
GET /User/integrationaccounts                                                    L F F F F · F F F -
POST /User/integrationaccounts                                                   L F F F F · F F F -
DELETE /User/integrationaccounts/:id                                             L F F F F · F F F -
PUT /User/integrationaccounts/:id                                                L F F F F · F F F -
POST /User/integrationaccounts/:id/newpassword                                   L F F F F · F F F -
PUT /user/ReactivateInactiveUser/:id                                             L F F F F · F F F F
PUT /user/ReactivateInactiveUserByUserName/:userName                             L F F F · · · F F -
PUT /User/roles                                                                  L F F F · · F F F -
POST /User/roles/preview                                                         L F F F · · F F F -
POST /User/possibleEducatorsForPracticalDrivingExam                              L F F · · · F F F -
POST /User/several                                                               L F F · · · · · F -
${invitationAccess.trim()}
`
