/** Rows of the access matrix about organisations; see `call-access.ts`. */
export const organizationAccess = `
GET /Organization                                                                L · · · · · · F F -
POST /Organization                                                               L F F F F · F F F -
GET /Organization/:id                                                            L · · · · · · F F -
PUT /Organization/:id                                                            L F F F F · F F F -
DELETE /Organization/:id                                                         L F F F F · F F F -
GET /Organization/:id/bookings                                                   L F F F · · · F F -
GET /Organization/:id/invoices                                                   L F F F · · · F F -
GET /Organization/:id/invoices/:invoiceId/file                                   L F F F · · · F F -
GET /Organization/:id/licenses                                                   L F F F · · · F F -
GET /Organization/:id/managed                                                    L F F F F · F F F -
GET /Organization/:id/memberNames                                                L F F F · · · F F -
GET /Organization/:id/members                                                    L F F F · · · F F -
GET /Organization/:id/office                                                     L F F F · · · F F -
GET /Organization/:id/openOccasions                                              L F F F · · · F F -
GET /Organization/:id/signUps                                                    L F F F · · · F F -
POST /Organization/:id/signUps                                                   L F F F · · · F F -
GET /Organization/branch                                                         L · · · · · · F F -
GET /Organization/mainOrg                                                        · · · · · · · · · -
GET /Organization/source                                                         L F F F F · F F F -
GET /PeopleRegister                                                              L F F F F · F F F -
POST /PeopleRegister/sync                                                        L F F F F · F F F -
GET /MemberImports                                                               L F F F · · · F F -
GET /MemberImports/errorsFile                                                    L F F F · · · F F -
POST /MemberImports/file                                                         L F F F · · · F F -
GET /MemberImports/:id/rows/:row                                                 L F F F · · · F F -
PUT /MemberImports/:id/rows/:row                                                 L F F F · · · F F -
PUT /MemberImports/:id/columns                                                   L F F F · · · F F -
POST /MemberImports/:id/start                                                    L F F F · · · F F -
POST /MemberImports/:id/undo                                                     L F F F · · · F F -
DELETE /MemberImports/:id                                                        L F F F · · · F F -
`
