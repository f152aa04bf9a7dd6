/** A scheme, and no white space or character that RFC 3987 requires to be encoded. */
const iriForm = /^[a-z][a-z0-9+.-]*:[^\s<>"{}|\\^`\p{Cc}]+$/iu

/** True for an absolute IRI, which the record store requires of every activity's id. */
export const isIri = (value: string) => iriForm.test(value)
