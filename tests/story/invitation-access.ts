/** The lines of `call-access.ts` about invitations to educations, in the same columns. */
export const invitationAccess = `
GET /Educations/:id/invitations                                                  L F F · · · F F F -
DELETE /Educations/:id/invitations/:invitationId                                 L F F · · · F F F -
GET /user/:id/invitations                                                        L F F F F F F F F ·
PUT /user/:id/invitations/:invitationId                                          L F F F F F F F F H
`
