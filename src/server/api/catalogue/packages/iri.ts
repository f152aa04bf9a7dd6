/** A scheme, and no white space or character that RFC 3987 requires to be encoded. */
const iriForm = /^[a-z][a-z0-9+.-]*:[^\s<>"{}|\\^`\p{Cc}]+$/iu

/**
 * Returns whether a text has the form of an absolute IRI: a scheme, a colon, and no white space or character that must
 * be encoded. The record store requires one as every activity's id.
 */
export const isIri = (value: string) => iriForm.test(value)
