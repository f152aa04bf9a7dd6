/** The rows of the matrix about what the portal does by itself, and what the office reads in: see `call-access.ts`. */
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
`
