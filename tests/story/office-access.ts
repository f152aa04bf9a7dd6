/** The rows of the matrix about what the portal does by itself, and what the office reads in and out: see `call-access.ts`. */
export const officeAccess = `
GET /AuditLog                                                                    L F F F F · F F F -
GET /AuditLog/actions                                                            L F F F F · F F F -
GET /AuditLog/export                                                             L F F F F · F F F -
POST /Email/Test                                                                 L F F F F · F F F -
GET /imports                                                                     L F F F F · F F F -
GET /imports/batch                                                               L F F F F · F F F -
POST /imports/clear                                                              L F F F F · F F F -
POST /imports/educationResultsFile                                               L F F F F · F F F -
GET /imports/exampleFile                                                         L F F F F · F F F -
POST /imports/start                                                              L F F F F · F F F -
GET /jobs                                                                        L F F F F · F F F -
GET /jobs/:id                                                                    L · · · · · · F F -
POST /jobs/:id/cancel                                                            L F F F F · F F F -
POST /jobs/daily                                                                 L F F F F · F F F -
POST /jobs/:id/retry                                                             L F F F F · F F F -
POST /jobs/:id/run                                                               L F F F F · F F F -
GET /Mails                                                                       L F F F F · F F F -
GET /Mails/choices                                                               L · · · · · · F F -
PUT /Mails/choices                                                               L · · · · · · F F -
GET /Mails/templates/:name                                                       L F F F F · F F F -
PUT /Mails/templates/:name                                                       L F F F F · F F F -
DELETE /Mails/templates/:name                                                    L F F F F · F F F -
GET /Mails/templates                                                             L F F F F · F F F -
GET /overview                                                                    L F F F F · F F F -
GET /overview/development                                                        L F F F F · F F F -
GET /overview/education/:educationId                                             L F F F F · F F F -
GET /overview/education/:educationId/educationpart/:educationPartId              L F F F F · F F F -
GET /overview/education/:educationId/results                                     L F F F F · F F F -
GET /overview/educationpart/:educationPartId/occasions                           L F F F F · F F F -
GET /overview/participations                                                     L F F F F · F F F -
GET /overview/hours                                                              L F F F F · F F F -
GET /overview/views                                                              L F F F F · F F F -
POST /overview/views                                                             L F F F F · F F F -
DELETE /overview/views/:id                                                       L F F F F · F F F -
`
