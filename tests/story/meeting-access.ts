/** Rows of the access matrix about online meetings; see `call-access.ts`. */
export const meetingAccess = `
GET /EducationPartOccasions/:id/meeting/attendance                               L F F F · · F F F -
POST /EducationPartOccasions/:id/meeting/attendance                              L F F F · · F F F -
POST /EducationPartOccasions/:id/meeting/retry                                   L F F F · · F F F -
GET /Meetings                                                                    L F F · · · F F F -
`
