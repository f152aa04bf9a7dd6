/** Rows of the access matrix about the public catalogue; see `call-access.ts`. */
export const catalogueAccess = `
GET /Catalogue/addresses                                                         · · · · · · · · · -
GET /Catalogue/educations                                                        · · · · · · · · · -
GET /Catalogue/educations/:id                                                    · · · · · · · · · -
GET /Catalogue/filters                                                           · · · · · · · · · -
GET /Catalogue/icalendar                                                         · · · · · · · · · -
GET /Catalogue/licenses                                                          · · · · · · · · · -
GET /Catalogue/licenses/:id                                                      · · · · · · · · · -
GET /Catalogue/occasions                                                         · · · · · · · · · -
`
