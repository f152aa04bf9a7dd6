/**
 * Rows of the access matrix about sessions, passkeys, apps, recovery codes and the second step; see `call-access.ts`.
 */
export const factorAccess = `
POST /Authentication/app                                                         L · · · · · · F F -
POST /Authentication/app/confirm                                                 L · · · · · · F F -
POST /Authentication/app/remove                                                  L · · · · · · F F -
GET /Authentication/factors                                                      L · · · · · · F F -
GET /Authentication/factors/:userId                                              L F F F F · F F F F
DELETE /Authentication/factors/:userId                                           L F F F F · F F F F
POST /Authentication/passkey                                                     · · · · · · · F F -
POST /Authentication/passkey/options                                             · · · · · · · F F -
POST /Authentication/passkey/verify                                              L · · · · · · F F -
POST /Authentication/password/verify                                             L · · · · · · F F -
POST /Authentication/passkeys                                                    L · · · · · · F F -
PUT /Authentication/passkeys/:id                                                 L · · · · · · F F -
POST /Authentication/passkeys/:id/remove                                         L · · · · · · F F -
POST /Authentication/passkeys/options                                            L · · · · · · F F -
POST /Authentication/recoverycodes                                               L · · · · · · F F -
GET /Authentication/secondstep                                                   L · · · · · · F F -
POST /Authentication/secondstep                                                  L · · · · · · F F -
POST /Authentication/secondstep/options                                          L · · · · · · F F -
GET /Authentication/access                                                       L · · · · · · F F -
DELETE /Authentication/sessions                                                  L · · · · · · F F -
DELETE /Authentication/sessions/:id                                              L · · · · · · F F -
`
