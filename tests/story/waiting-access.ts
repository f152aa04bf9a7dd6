/** Rows of the access matrix about waiting lists; see `call-access.ts`. */
export const waitingAccess = `
GET /EducationPartOccasions/:id/waitingList                                      L F F F · · F F F -
POST /EducationPartOccasions/:id/waitingList                                     L · · · · · · F F -
GET /Educations/:id/watch                                                        L · · · · · · F F -
PUT /Educations/:id/watch                                                        L · · · · · · F F -
GET /WaitingList                                                                 L · · · · · · F F -
DELETE /WaitingList/:id                                                          L · · · · · · F F -
POST /WaitingList/:id/accept                                                     L · · · · · · F F -
`
