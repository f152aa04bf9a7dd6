/** Rows of the access matrix about the calendar; see `call-access.ts`. */
export const calendarAccess = `
POST /Calendar/CalendarCounts                                                    L · · · · · · F F -
POST /Calendar/CalendarFiltered                                                  L · · · · · · F F -
GET /Calendar/Family                                                             L · · · · · · F F -
GET /Calendar/feeds/:address                                                     · · · · · · · F F -
GET /Calendar/FutureBookedCalendarItems                                          L · · · · · · F F -
GET /Calendar/invitations/:address                                               · · · · · · · F F -
GET /Calendar/Standings                                                          L · · · · · · F F -
GET /Calendar/subscriptions                                                      L · · · · · · F F -
POST /Calendar/subscriptions                                                     L · · · · · · F F -
DELETE /Calendar/subscriptions/:id                                               L · · · · · · F F -
`
