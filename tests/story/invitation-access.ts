/** Rows of the access matrix about invitations to educations; see `call-access.ts`. */
export const invitationAccess = `
GET /Educations/:id/invitations                                                  L F F · · · F F F -
DELETE /Educations/:id/invitations/:invitationId                                 L F F · · · F F F -
GET /user/:id/invitations                                                        L F F F F F F F F ·
PUT /user/:id/invitations/:invitationId                                          L F F F F F F F F H
`
